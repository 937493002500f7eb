"""The commands as pages in a browser on this machine, with the evidence before one's eyes.

Rendered by the server, with templates that escape every text: nothing of a filing, a question or a
model is ever markup or script, and no page asks anything of another machine.
"""
