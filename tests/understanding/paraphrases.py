"""Questions in many wordings, and what each asks for.

Under each question: tickers | metrics | time | operation. Times are years, `last3`, `q2`,
`ytd`, `yoy`; an operation is a `Kind`, with `/`, `-` or `+` behind it where two metrics are put
together; `?` before a metric stands for a printed label.

DESIGN was in sight when the rules were made. HELD_OUT was written afterwards: 38 of 44 were
understood at first. The six that were not moved up to DESIGN with the rules that they led to,
and six others took their place, for which no rule was made or changed.
"""

DESIGN = """
What is Apple's net income?
    AAPL | net_income |  | value
What is Boeing's Total Debt in 2023?
    BA | total_debt | 2023 | value
Tell me how much cash Boeing had on hand at the end of 2023.
    BA | cash | 2023 | value
How big was Intel's top line in fiscal 2023?
    INTC | revenue | 2023 | value
What did Apple earn per diluted share in 2024?
    AAPL | eps_diluted | 2024 | value
How large is Walmart's workforce?
    WMT | employees |  | value
How many employees did Lowe's have at the end of fiscal 2024?
    LOW | employees | 2024 | value
How many shares did Apple have outstanding at fiscal year-end 2024?
    AAPL | shares_outstanding | 2024 | value
I'd like to know Cisco's operating profit for 2023.
    CSCO | operating_income | 2023 | value
Netflix's free cashflow, 2024?
    NFLX | free_cash_flow | 2024 | value
What was Apple's net sales in the third quarter of fiscal 2024?
    AAPL | revenue | 2024 q3 | value
How much net income did Meta make in the first nine months of 2024?
    META | net_income | 2024 q3 ytd | value
What is Intel's FY2018 capital expenditure amount? Rely on the cash flow statement.
    INTC | capital_expenditure | 2018 | value
What is Coca Cola's FY2017 ROA? ROA is defined as: net income / average total assets
    KO | return_on_assets | 2017 | value
What is Boeing's Total Debt in 2023? Where Total Debt is defined as: Long-Term Debt
    BA | total_debt | 2023 | value
How much common dividends did Coca-Cola pay in the last 3 years in US dollars?
    KO | dividends_paid | last3 | value
How much did NFLX return to the investors in the last 3 years?
    NFLX | shareholder_return | last3 | value
Total dividends paid by Coca-Cola in 2022, 2023 and 2024 combined
    KO | dividends_paid | 2022 2023 2024 | sum
Add up Meta's capital expenditures for the last 3 years.
    META | capital_expenditure | last3 | sum
What were Cisco's cumulative share repurchases between 2022 and 2024?
    CSCO | share_repurchases | 2022 2023 2024 | sum
What is the combined R&D of Alphabet, Meta and Amazon in fiscal 2023?
    GOOGL META AMZN | research_and_development | 2023 | sum
Compute the combined revenue of Coca-Cola and P&G in 2024.
    KO PG | revenue | 2024 | sum
What is the mean operating margin of Home Depot across fiscal 2022 to 2024?
    HD | operating_margin | 2022 2023 2024 | average
What was Walmart's 3-year average gross margin from FY2022 to FY2024?
    WMT | gross_margin | 2022 2023 2024 last3 | average
What was the average of Apple's and Meta's net margins in 2024?
    AAPL META | net_margin | 2024 | average
What is the FY2018 - FY2020 3 year average of capex as a % of revenue for Intel?
    INTC | capital_expenditure revenue | 2018 2019 2020 last3 | average /
How much more did Home Depot earn than Lowe's in 2023?
    HD LOW | net_income | 2023 | difference
What is the gap between Walmart's and Home Depot's net income for 2024?
    WMT HD | net_income | 2024 | difference
By how much did Apple's revenue increase from 2022 to 2024?
    AAPL | revenue | 2022 2023 2024 | difference
How did Kraft Heinz's net debt change between 2022 and 2023?
    KHC | net_debt | 2022 2023 | difference
What was the year-over-year change in Amazon's operating income in 2024?
    AMZN | operating_income | 2024 yoy | difference
What is the percentage difference of Intel's revenue compared to that of AMD?
    INTC AMD | revenue |  | percent_difference
By what percent is Lowe's revenue lower than Home Depot's in 2023?
    LOW HD | revenue | 2023 | percent_difference
How many percent more revenue did Amazon have than Alphabet in 2024?
    AMZN GOOGL | revenue | 2024 | percent_difference
What is Netflix's overall revenue growth over the last 2-year period?
    NFLX | revenue | last2 | growth
What was the percent change in IBM's net income between 2022 and 2023?
    IBM | net_income | 2022 2023 | growth
By what percentage has Netflix's operating income risen over the past 2 years?
    NFLX | operating_income | last2 | growth
By what percentage did NVIDIA's data center revenue grow in fiscal 2024?
    NVDA | ? data center revenue | 2024 | growth
What was AbbVie's revenue CAGR from 2021 to 2024?
    ABBV | revenue | 2021 2022 2023 2024 | cagr
At what compound annual rate did Nvidia's revenue grow from fiscal 2022 to 2024?
    NVDA | revenue | 2022 2023 2024 | cagr
How many times larger was Walmart's revenue than Home Depot's in 2024?
    WMT HD | revenue | 2024 | ratio
What share of Meta's revenue was spent on R&D in 2023?
    META | revenue research_and_development | 2023 | value /
What is P&G's ratio of SG&A to net sales for fiscal 2024?
    PG | sga revenue | 2024 | value /
Capex as a percentage of revenue for GM in 2023
    GM | capital_expenditure revenue | 2023 | value /
What was IBM's cash from operations less capital expenditures in 2023?
    IBM | operating_cash_flow capital_expenditure | 2023 | value -
Among Apple, Boeing and KO, what is the net income of the one with the most total debt?
    AAPL BA KO | net_income total_debt |  | best
Which company had higher operating income in 2023, Home Depot or Lowe's?
    HD LOW | operating_income | 2023 | best
Which had the second highest revenue in 2023: Walmart, Amazon or Home Depot?
    WMT AMZN HD | revenue | 2023 | best
Which company had the highest R&D as a percentage of revenue in 2023, Apple, Intel or AMD?
    AAPL INTC AMD | research_and_development revenue | 2023 | best /
Take the company with the largest total assets of Apple and AMZN. What is its net income?
    AAPL AMZN | total_assets net_income |  | best
In which year between 2021 and 2024 was Nvidia's gross profit highest?
    NVDA | gross_profit | 2021 2022 2023 2024 | best
Did Coca-Cola pay dividends in 2017?
    KO | dividends_paid | 2017 | check
Was Boeing profitable in 2023?
    BA | net_income | 2023 | check
Did Tesla's free cash flow exceed $4 billion in 2023?
    TSLA | free_cash_flow | 2023 | check
Is Apple's net income higher than Alphabet's in 2024?
    AAPL GOOGL | net_income | 2024 | check
Did Intel's revenue decline in 2023?
    INTC | revenue | 2023 | check
How many of Apple, Boeing, and Tesla had net income above $10 billion in 2023?
    AAPL BA TSLA | net_income | 2023 | count
In how many of the last 3 years did Boeing have negative net income?
    BA | net_income | last3 | count
What were Cisco's revenue and net income in 2024?
    CSCO | revenue net_income | 2024 | value
How much money did Target make after all expenses, i.e. net earnings, in 2023?
    TGT | net_income | 2023 | value
How much less did Colgate spend on advertising than Coca-Cola in 2023?
    CL KO | advertising | 2023 | difference
What was Boeing's worst net income over the last three years?
    BA | net_income | last3 | best
Which year, 2022 or 2023, saw higher capital expenditures at Tesla?
    TSLA | capital_expenditure | 2022 2023 | best
Has Meta ever repurchased shares in 2023?
    META | share_repurchases | 2023 | check
Out of Boeing, GM and Tesla, how many reported revenue of more than $100 billion in 2023?
    BA GM TSLA | revenue | 2023 | count
"""

HELD_OUT = """
Could you pull up General Dynamics' backlog-free figure: operating earnings 2023?
    GD | operating_income | 2023 | value
Looking at fiscal 2024, what did Walmart pay in income taxes as expense?
    WMT | income_tax | 2024 | value
How much goodwill sits on Kraft Heinz's books at year-end 2023?
    KHC | goodwill | 2023 | value
What was the tax rate Colgate effectively paid in 2023?
    CL | effective_tax_rate | 2023 | value
AT&T long-term debt FY2023
    T | long_term_debt | 2023 | value
Give me Union Pacific's diluted EPS for 2024, please.
    UNP | eps_diluted | 2024 | value
How much did Abbott owe its suppliers (accounts payable) at the end of 2023?
    ABT | accounts_payable | 2023 | value
What was J.M. Smucker's days sales outstanding in fiscal 2024?
    SJM | days_sales | 2024 | value
What were Wells Fargo's total deposits as of December 31, 2024?
    WFC | deposits |  | value
Report Tesla's inventory balance at the close of 2023.
    TSLA | inventory | 2023 | value
What was GM's Q2 2024 revenue?
    GM | revenue | 2024 q2 | value
How much did Home Depot invest in capex over the past three years altogether?
    HD | capital_expenditure | last3 | sum
Sum Procter & Gamble's share buybacks for fiscal years 2022, 2023, and 2024.
    PG | share_repurchases | 2022 2023 2024 | sum
What do the 2023 net incomes of Apple, Cisco and Intel add up to?
    AAPL CSCO INTC | net_income | 2023 | sum
Average yearly R&D outlay of AMD, 2022-2024?
    AMD | research_and_development | 2022 2023 2024 | average
Across the last two years, what was Abbott's average revenue?
    ABT | revenue | last2 | average
What is the mean employee count of Target and Lowe's for 2023?
    TGT LOW | employees | 2023 | average
What's the difference in total assets between AT&T and IBM in 2024?
    T IBM | total_assets | 2024 | difference
How much did Boeing's total debt go up from 2022 to 2023?
    BA | total_debt | 2022 2023 | difference
What was the drop in Intel's operating income in 2023 versus the prior year?
    INTC | operating_income | 2023 yoy | difference
Relative to Lowe's, how many percent higher was Home Depot's gross profit in 2024?
    LOW HD | gross_profit | 2024 | percent_difference
What percent larger is Alphabet's cash balance than Meta's in 2024?
    GOOGL META | cash | 2024 | percent_difference
What was Tesla's year-over-year revenue growth rate in 2023?
    TSLA | revenue | 2023 yoy | growth
How much has Netflix's diluted EPS grown, in percent, since 2022?
    NFLX | eps_diluted | 2022 | growth
What percentage did AbbVie's R&D increase by between 2022 and 2024?
    ABBV | research_and_development | 2022 2023 2024 | growth
Compound annual growth rate of Apple's services revenue over 2 years?
    AAPL | ? services revenue | last2 | cagr
How many times Intel's R&D was Apple's R&D in 2023?
    INTC AAPL | research_and_development | 2023 | ratio
What proportion of Cisco's total assets is goodwill in fiscal 2024?
    CSCO | total_assets goodwill | 2024 | value /
For 2023, what was Boeing's inventory relative to its total assets?
    BA | inventory total_assets | 2023 | value /
What does Apple's operating cash flow minus dividends paid come to in 2024?
    AAPL | operating_cash_flow dividends_paid | 2024 | value -
Who had the biggest workforce in 2023: Apple, Amazon or Alphabet?
    AAPL AMZN GOOGL | employees | 2023 | best
Of Intel, AMD and Nvidia, find the one with the lowest revenue and report its R&D.
    INTC AMD NVDA | revenue research_and_development |  | best
Among HD, LOW and TGT in 2024, which one recorded the thinnest, i.e. lowest, operating margin?
    HD LOW TGT | operating_margin | 2024 | best
Did Netflix generate more than $5 billion in operating cash flow in 2023?
    NFLX | operating_cash_flow | 2023 | check
Was IBM's gross margin better than Cisco's in 2024?
    IBM CSCO | gross_margin | 2024 | check
Did Lowe's reduce its long-term debt in 2024?
    LOW | long_term_debt | 2024 | check
Do Kraft Heinz's total liabilities exceed its shareholders' equity in 2023?
    KHC | total_liabilities equity | 2023 | check
What were P&G's gross profit and SG&A in fiscal 2023?
    PG | gross_profit sga | 2023 | value
What did AMD book as gross profit for its 2023 fiscal year?
    AMD | gross_profit | 2023 | value
How much lower were Netflix's capital expenditures than Meta's in 2024?
    NFLX META | capital_expenditure | 2024 | difference
What was the lowest free cash flow that Tesla recorded from 2022 to 2024?
    TSLA | free_cash_flow | 2022 2023 2024 | best
In which of the years 2022, 2023 and 2024 did Intel earn the least?
    INTC | net_income | 2022 2023 2024 | best
Did Alphabet distribute dividends in 2022?
    GOOGL | dividends_paid | 2022 | check
How many companies out of Apple, Meta and Intel employed fewer than 100,000 people in 2023?
    AAPL META INTC | employees | 2023 | count
"""
