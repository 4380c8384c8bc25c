// How far long work is: how much a second and how long still on a terminal, a line a step elsewhere.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { drawn, progressBar } from '../../src/cli/terminal/progress.ts';
import { widthOf } from '../../src/cli/terminal/terminal.ts';

/** A stream that keeps what is written, and a clock that is set by hand. */
function watched(isTTY: boolean) {
  const clock = { milliseconds: 0 };
  let written = '';
  const stream = {
    isTTY,
    columns: 100,
    write(text: string) {
      written += text;
    },
  } as unknown as NodeJS.WriteStream;
  const bar = progressBar(stream, () => clock.milliseconds);
  return { clock, bar, written: () => written };
}

test('a terminal shows pace and time left as soon as they are known, whatever the size', () => {
  const { clock, bar, written } = watched(true);
  const last = () => stripVTControlCharacters(written().split('\r').at(-1) ?? '');
  bar.show('reading trees');
  assert.equal(last(), 'reading trees …');
  bar.show('reading', 1, 300_000, 'rows');
  assert.match(last(), / reading 1 of 300,000 rows$/, 'nothing is known yet');
  clock.milliseconds = 500;
  bar.show('reading', 5_000, 300_000, 'rows');
  assert.match(last(), / reading 5,000 of 300,000 rows · 10,000 a second · 30 s left$/);
  clock.milliseconds = 20_000;
  bar.show('reading', 100_000, 300_000, 'rows');
  assert.match(last(), / · 5,000 a second · 40 s left$/, 'slower than it was');
  // Another step has a pace of its own.
  bar.show('checking', 1, 300_000, 'trees');
  assert.match(last(), / checking 1 of 300,000 trees$/);
  clock.milliseconds = 21_000;
  bar.show('checking', 100, 300_000, 'trees');
  assert.match(last(), / · 100 a second · 50 min left$/);
  clock.milliseconds = 22_000;
  bar.show('checking', 110, 300_000, 'trees');
  assert.match(last(), / · 55 a second · 1 h 31 min left$/);
  bar.clear();
  assert.equal(last(), '');
});

test('time left is what it takes, at a steady pace, at every moment', () => {
  for (const total of [300, 73_300, 2_000_000_000]) {
    for (const seconds of [0.3, 1, 7, 29.9]) {
      const done = (total * seconds) / 30;
      const [, left] = / (\d+) s left$/.exec(drawn({ name: 'reading', done, total, seconds }, 200)) ?? [];
      assert.equal(Number(left), Math.ceil(30 - seconds - 1e-6), `${total} after ${seconds} s`);
    }
  }
  for (const width of [10, 30, 50, 80])
    assert.ok(widthOf(drawn({ name: 'reading', done: 9, total: 2e9, unit: 'bytes', seconds: 9 }, width)) < width);
});

test('where there is no terminal each step has a line, and quick work none', () => {
  const quick = watched(false);
  quick.bar.show('reading', 370, 370, 'files');
  quick.clock.milliseconds = 400;
  quick.bar.show('sorting');
  quick.bar.clear();
  assert.equal(quick.written(), '');

  const { clock, bar, written } = watched(false);
  bar.show('reading trees');
  clock.milliseconds = 100;
  for (const done of [1, 2, 73_300]) bar.show('reading', done, 73_300, 'files');
  clock.milliseconds = 600;
  bar.show('sorting');
  assert.equal(written(), '', 'not yet a second');
  clock.milliseconds = 13_100;
  bar.show('storing');
  assert.equal(written(), 'reading trees: 0.1 s\nreading: 73,300 files in 0.5 s, 146,600 a second\nsorting: 13 s\n');
  clock.milliseconds = 15_100;
  bar.clear();
  bar.clear();
  assert.match(written(), /\nsorting: 13 s\nstoring: 2\.0 s\n$/);
});
