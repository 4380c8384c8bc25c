// The text format of Prometheus, read by the letter: what its own parser would refuse is refused here.

import assert from 'node:assert/strict';

export interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Metrics {
  /** By the names of families. */
  types: Map<string, string>;
  series: Series[];
  /** The one value of a name and these labels, summed over all others. */
  value(name: string, labels?: Record<string, string>): number;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (NaN|[+-]Inf|-?[\d.e+-]+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

export function parseMetrics(text: string): Metrics {
  assert.ok(text.endsWith('\n'), 'the last line has no end');
  const types = new Map<string, string>();
  const series: Series[] = [];
  let family = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name, rest] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') family = name;
    else if (kind === 'TYPE') {
      assert.ok(name === family && !types.has(name), `${name} is not one block`);
      assert.match(rest, /^(counter|gauge|histogram)$/);
      types.set(name, rest);
    } else series.push(sampleOf(line, family, types.get(family)));
  }
  assert.equal(new Set(series.map(({ name, labels }) => name + JSON.stringify(labels))).size, series.length);
  for (const [name, type] of types) if (type === 'histogram') assertHistogram(name, series);
  return { types, series, value: (name, labels = {}) => sumOf(series, name, labels) };
}

function sampleOf(line: string, family: string, type: string | undefined): Series {
  const [, name, labels = '', value] = SAMPLE.exec(line) ?? assert.fail(`no sample: ${line}`);
  const suffix = name.slice(family.length);
  assert.ok(name.startsWith(family), `${name} stands among ${family}`);
  assert.match(suffix, type === 'histogram' ? /^_(bucket|sum|count)$/ : /^$/);
  assert.equal(type === 'counter', /_total$/.test(name), name);
  return {
    name,
    labels: Object.fromEntries(Array.from(labels.matchAll(LABEL), ([, key, text]) => [key, text])),
    value: Number(value),
  };
}

/** Buckets grow, and the last has everything. */
function assertHistogram(name: string, series: Series[]): void {
  const sets = Map.groupBy(
    series.filter((each) => each.name === `${name}_bucket`),
    ({ labels: { le: _, ...labels } }) => JSON.stringify(labels),
  );
  for (const [labels, buckets] of sets) {
    const counts = buckets.map(({ value }) => value);
    assert.deepEqual(
      counts,
      [...counts].sort((a, b) => a - b),
      `${name} ${labels}`,
    );
    assert.equal(buckets.at(-1)?.labels.le, '+Inf');
    assert.equal(counts.at(-1), sumOf(series, `${name}_count`, JSON.parse(labels)));
  }
}

function sumOf(series: Series[], name: string, labels: Record<string, string>): number {
  return series
    .filter((each) => each.name === name && Object.entries(labels).every(([key, text]) => each.labels[key] === text))
    .reduce((sum, { value }) => sum + value, 0);
}
