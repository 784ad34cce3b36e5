"""x"""
SYMBOLS={}
