"""Both games as PettingZoo environments, for agents that learn.

Pure rules, no server: may import cardrules, cardprotocol, and (from the extra
`perekur[learn]`) pettingzoo, gymnasium, numpy. Nobody imports this room. Read
environment.py first, then perekur.py and durak.py; docs/learning.md is for users.
"""

from cardlearn.environment import CardEnv, durak, perekur

__all__ = ["CardEnv", "durak", "perekur"]
