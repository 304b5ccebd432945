"""Both games as PettingZoo environments, for agents that learn.

Pure rules, no server: may import cardrules, cardprotocol, and (from the extra
`perekur[learn]`) pettingzoo, gymnasium, numpy. Nobody imports this room. Read
environment.py first, then perekur.py and durak.py; docs/learning.md is for users.
"""

try:
    from cardlearn.environment import CardEnv, durak, perekur
except ModuleNotFoundError as error:
    if error.name not in ("gymnasium", "numpy", "pettingzoo"):
        raise
    need = "cardlearn needs more: pip install 'perekur[learn]'"
    raise ModuleNotFoundError(need, name=error.name) from error

__all__ = ["CardEnv", "durak", "perekur"]
