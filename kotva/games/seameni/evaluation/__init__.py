"""What a good position is, and what to do in it: for bots, hints and reviews.

`sights` are what is seen at a glance, `strength` says what everybody has and may expect, `merits` has a first look at actions,
and `player` is what bots ask: it makes chances of all that.
"""
