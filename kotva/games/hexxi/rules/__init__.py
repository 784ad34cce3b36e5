"""The rules of Piraci HEXXI, phase by phase; seats 0..n-1 are players 1..n.

game.py who decides, what is legal, what follows by itself; table.py the fields of a position; codes.py numbers with names;
deployment.py HEX-5 and HEX-6; initiative.py HEX-7; confrontation.py HEX-8 to HEX-13; refusal.py why not; scoring.py HEX-14 and
HEX-15; knowledge.py HEX-17.
"""
