"""A bot of one's own: plays at random, but never lets a turn go that brings it money at once.

cuberails arena chicago-express --bots my_bot:MyBot,random,random --games 30
"""


class MyBot:
    def choose(self, state, rng, clock):
        """One of the legal actions; the position is a copy, and randomness comes from ``rng`` alone."""
        actions = state.legal()
        rng.shuffle(actions)
        return max(actions, key=lambda action: self.gain(state, action))

    def gain(self, state, action):
        """How much more cash this seat has after an action, compared with the others."""
        after = state.copy()
        after.apply(action)
        return self.lead(after, state.seat) - self.lead(state, state.seat)

    def lead(self, state, seat):
        cash = state.scores()
        return len(cash) * cash[seat] - sum(cash)
