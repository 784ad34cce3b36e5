"""A refused action: its code, its clause and a sentence. It changes nothing and is no entry of the log (section 5)."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.errors import Illegal, KotvaError, Translator

_WORDS = ("state", "phase", "status")  # values that are words of the rulebook (words.py)


class Refused(Illegal):
    """`Refused("There is no table {table}.", "SEATS", "TOU-10.6", table="R2.T3")`."""

    def __init__(self, text: str, code: str, clause: str, /, **values: object) -> None:
        super().__init__(text, clause, **values)
        self.code = code

    def say(self, say: Translator) -> str:
        """In the translator's language; of the values only words of ours, never somebody's name."""
        values = {
            name: value.say(say) if isinstance(value, KotvaError) else say(str(value)) if name in _WORDS else value
            for name, value in self.values.items()
        }
        return say(self.text, **values)

    def line(self, say: Translator) -> str:
        """One line for people: the code, the sentence in their language, the clause."""
        return f"{self.code}: {self.say(say)} ({self.clause})"


class Words(KotvaError):
    """Several texts inside a refusal, each said in the reader's language."""

    def __init__(self, texts: Sequence[str], between: str = ", ") -> None:
        super().__init__(between.join(texts))
        self.texts = tuple(texts)
        self.between = between

    def say(self, say: Translator) -> str:
        return self.between.join(say(text) for text in self.texts)
