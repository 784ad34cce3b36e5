"""How a game looks: the colours of the look, pictures as SVG and PNG, and the message that a browser draws."""
