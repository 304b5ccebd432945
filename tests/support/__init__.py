"""What tests of several rooms share: fake clocks, wires, networks, and the tests of these."""
