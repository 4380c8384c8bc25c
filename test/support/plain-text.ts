// Without colours: the runner asks every test for them where it is run on a terminal itself.

delete process.env.FORCE_COLOR;
