#!/usr/bin/env python3
"""A bot for `kotva sim --bots docs/examples/bot.py,random`: plays what the notation likes best. See docs/bot-protocol.md."""

import json
import random
import sys


def main() -> None:
    dice, legal = random.Random(0), []
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "start":
            dice.seed(message["seed"])
            say({"type": "ready", "name": "example"})
        elif kind == "position":
            legal = message["legal"]
        elif kind == "go":
            plays = [text for text in legal if text.startswith("play")]
            say({"type": "bestmove", "action": dice.choice(plays or legal)})
        elif kind == "quit":
            return


def say(message: dict[str, object]) -> None:
    print(json.dumps(message), flush=True)


main()
