// In charge of what is told of lines by who helps to read them.

import { LineReader } from './formats/line-reader.ts';
import { makeTrees } from './groups.ts';
import type { HowToTell, LinesReport } from './line-helper.ts';
import { knownOutlinesOf, outlineOf } from './outline.ts';
import type { SharedLines } from './shared-lines.ts';
import { Findings, Ledger, type SourceContext, type Unit } from './source-context.ts';

/** So many more lines may have been read in vain than were of use: then most have something to say, and somebody else has to read them. */
const MOST_IN_VAIN = 2000;

/** Of stretches from the end, as long as it is of use. */
export function* tellFromEnd(lines: SharedLines, how: HowToTell): Generator<LinesReport> {
  let inVain = 0;
  for (let stretch = lines.count - 1; lines.takeOne(); stretch--) {
    const report = tellOf(lines.bytesOf(stretch), how);
    yield report;
    inVain += report.slugs.length - 2 * report.known.slugs.length;
    if (inVain > MOST_IN_VAIN) return;
  }
}

function tellOf(bytes: Buffer, how: HowToTell): LinesReport {
  const [findings, ledger, units] = [new Findings(), new Ledger(), [] as Unit[]];
  const context: SourceContext = { ...how, findings, ledger, familyNames: new Map(), blocks: [], progress() {} };
  const keeping = { keep: outlineOf, recall: () => undefined, recallLines: () => [] };
  const read = new LineReader('', () => bytes, context).read({ line: 1, start: 0, end: bytes.length }, units);
  const alone = makeTrees(read, context, keeping).alone(findings);
  const known = units.flatMap((unit) => alone.get(unit) ?? []);
  let next = 0;
  const trees = units.map((unit) => (alone.has(unit) ? next++ : undefined));
  return { slugs: units.map(({ slug }) => slug), trees, known: knownOutlinesOf(known) };
}
