// Writes the text format of Prometheus (version 0.0.4).

import type { Histogram } from './counters.ts';

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Record<string, string>;

export interface Sample {
  suffix?: string;
  labels?: Labels;
  value: number;
}

export interface MetricFamily {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  samples: Sample[];
}

const familyOf =
  (type: 'counter' | 'gauge') =>
  (name: string, help: string, samples: Sample[] | number): MetricFamily => {
    return { name, type, help, samples: typeof samples === 'number' ? [{ value: samples }] : samples };
  };
export const counter = familyOf('counter');
export const gauge = familyOf('gauge');

export function histogram(name: string, help: string, each: { labels: Labels; histogram: Histogram }[]): MetricFamily {
  return { name, type: 'histogram', help, samples: each.flatMap(samplesOf) };
}

/** Prometheus's buckets are cumulative. */
function samplesOf({ labels, histogram: { bounds, counts, sum } }: { labels: Labels; histogram: Histogram }): Sample[] {
  let count = 0;
  const buckets = Array.from(counts, (number, at) => {
    count += number;
    return {
      suffix: '_bucket',
      labels: { ...labels, le: at < bounds.length ? String(bounds[at]) : '+Inf' },
      value: count,
    };
  });
  return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }];
}

export function exposition(families: MetricFamily[]): string {
  return families.map(textOf).join('');
}

function textOf({ name, type, help, samples }: MetricFamily): string {
  const lines = samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${braces(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function braces(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}
