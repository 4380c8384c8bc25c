// In charge of emphasis: which runs of stars and underscores belong together, and what stands between them.

import type { Inline } from './markdown-kinds.ts';

/** Stars or underscores, one after the other. One that belongs to one of another run is emphasis, two are strong. */
export class Run {
  readonly kind = 'run';
  readonly mark: string;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** How many belong to none, and are text. */
  left: number;
  /** How many each element took that begins here, the innermost first. */
  readonly opens: number[] = [];
  /** How many elements end here. */
  closes = 0;

  constructor(marks: string, canOpen: boolean, canClose: boolean) {
    this.mark = marks.charAt(0);
    this.length = marks.length;
    this.canOpen = canOpen;
    this.canClose = canClose;
    this.left = marks.length;
  }
}

export type Piece = Inline | Run;

export function withEmphasis(pieces: readonly Piece[]): Inline[] {
  pairUp(pieces.filter((piece) => piece.kind === 'run'));
  const nested = new Nested();
  for (const piece of pieces) {
    if (piece.kind === 'run') nested.addRun(piece);
    else nested.add(piece);
  }
  return nested.outermost;
}

/** A run closes the nearest open one that fits it; what was opened after that one is text. */
function pairUp(runs: readonly Run[]): void {
  const open = new OpenRuns();
  for (const run of runs) {
    while (run.canClose && run.left > 0 && open.hasOneFor(run)) {
      const { last } = open;
      if (isFor(last, run)) pair(last, run);
      if (!isFor(last, run) || last.left === 0) open.dropLast();
    }
    if (run.canOpen && run.left > 0) open.add(run);
  }
}

/** One within a word, which might open as well, closes only what is as long. */
function isFor(opener: Run, { mark, length, canOpen }: Run): boolean {
  return opener.mark === mark && (!canOpen || opener.length === length);
}

function pair(opener: Run, closer: Run): void {
  const marks = Math.min(opener.left, closer.left, 2);
  opener.opens.push(marks);
  opener.left -= marks;
  closer.closes++;
  closer.left -= marks;
}

/** They are counted, so that none is looked for that is not there. */
class OpenRuns {
  readonly #runs: Run[] = [];
  readonly #counts = new Map<string, number>();

  get last(): Run {
    return this.#runs.at(-1) as Run;
  }

  hasOneFor({ mark, length, canOpen }: Run): boolean {
    return (this.#counts.get(canOpen ? mark + length : mark) ?? 0) > 0;
  }

  add(run: Run): void {
    this.#runs.push(run);
    this.#count(run, 1);
  }

  dropLast(): void {
    this.#count(this.last, -1);
    this.#runs.pop();
  }

  #count({ mark, length }: Run, change: number): void {
    for (const key of [mark, mark + length]) this.#counts.set(key, (this.#counts.get(key) ?? 0) + change);
  }
}

/** Elements within elements beyond this would be more than a page can show, and are left out. */
const DEEPEST = 4;

class Nested {
  readonly outermost: Inline[] = [];
  readonly #open: Inline[][] = [this.outermost];
  #tooDeep = 0;

  add(inline: Inline): void {
    this.#open.at(-1)?.push(inline);
  }

  addRun({ mark, opens, closes, left }: Run): void {
    for (let count = 0; count < closes; count++) this.#end();
    if (left > 0) this.add({ kind: 'text', text: mark.repeat(left) });
    for (const marks of opens.toReversed()) this.#begin(marks === 1 ? 'emphasis' : 'strong');
  }

  #begin(kind: 'emphasis' | 'strong'): void {
    if (this.#open.length > DEEPEST) {
      this.#tooDeep++;
      return;
    }
    const children: Inline[] = [];
    this.add({ kind, children });
    this.#open.push(children);
  }

  #end(): void {
    if (this.#tooDeep > 0) this.#tooDeep--;
    else this.#open.pop();
  }
}
