"""Find a filing's company, form and period on its cover, in its tags or in its file name."""
