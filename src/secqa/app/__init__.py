"""The commands as pages in a browser on this machine, beside the evidence.

The server renders templates that escape every text: nothing of a filing, a question or a model is
ever markup or script, and no page asks anything of another machine.
"""
