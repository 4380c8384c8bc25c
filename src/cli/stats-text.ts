// In charge of how figures of catalogue and use are shown to a person, in the width that there is.

import { shown } from '../shown.ts';
import { STATUS_TITLES, type Status } from '../vocabulary.ts';
import { bars, grouped, shortened, sparkline } from './charts.ts';
import { plural } from './findings.ts';
import type { CallerStats, Stats } from './stats.ts';

const MOST_FAMILIES = 12;
const LEAST_FOR_TWO = 70;
const INDENT = '    ';
const LANGUAGES: Record<string, string> = { en: 'English', es: 'Spanish' };

type Catalogue = NonNullable<Stats['catalogue']>;

export function statsText({ catalogue, usage, days }: Stats, width: number): string {
  const parts = catalogue
    ? catalogueParts(catalogue, width)
    : ['Nothing has been published. sylva publish SOURCE does.'];
  return [...parts, useText(usage, days.length, width)].join('\n\n');
}

function catalogueParts(catalogue: Catalogue, width: number): string[] {
  const { revision, publishedAt, trees, families } = catalogue;
  const head = `Revision ${revision}, published ${publishedAt.slice(0, 10)}`;
  const sizes = `${plural(trees, 'tree')}, ${families.length === 1 ? '1 family' : `${grouped(families.length)} families`}`;
  const others = families.slice(MOST_FAMILIES);
  const rest = others.reduce((sum, { count }) => sum + count, 0);
  const section = (title: string, counts: Catalogue['families'], last: string[] = []) =>
    [title, ...bars(counts, width), ...last].join('\n');
  return [
    `${head}\n${sizes}`,
    section(
      'Families',
      families.slice(0, MOST_FAMILIES),
      others.length > 0 ? [`  and ${grouped(others.length)} more with ${plural(rest, 'tree')}`] : [],
    ),
    section('Conservation status', catalogue.conservationStatus.map(withTitle)),
    section(
      'Languages',
      catalogue.languages.map(({ value, count }) => ({ value: LANGUAGES[value], count })),
    ),
    months(catalogue, width),
  ];
}

/** Beside each other where there is room. */
function months({ floweringSeason, fruitingSeason }: Catalogue, width: number): string {
  const isWide = width >= LEAST_FOR_TWO;
  const room = isWide ? Math.floor(width / 2) : width;
  const flowering = ['Flowering', ...bars(floweringSeason.map(capitalised), room)];
  const fruiting = ['Fruiting', ...bars(fruitingSeason.map(capitalised), room)];
  if (!isWide) return [...flowering, '', ...fruiting].join('\n');
  return flowering.map((line, index) => `${line.padEnd(room)}${fruiting[index]}`).join('\n');
}

function withTitle({ value, count }: { value: string; count: number }) {
  return { value: `${value} ${STATUS_TITLES[value as Status]}`, count };
}

function capitalised({ value, count }: { value: string; count: number }) {
  return { value: value[0].toUpperCase() + value.slice(1), count };
}

/** Lines below each other for a caller, so that names have room and it fits a narrow terminal too. */
function useText(usage: CallerStats[], days: number, width: number): string {
  const title = `Use in the last ${plural(days, 'day')} (UTC)`;
  if (usage.length === 0) return `${title}\n  none, and there is no key`;
  const digits = Math.max(...usage.map(({ requests }) => grouped(requests).length));
  return [title, ...usage.map((caller) => callerText(caller, digits, width))].join('\n');
}

function callerText(caller: CallerStats, digits: number, width: number): string {
  const { id, name, requests, errors, limited, requestsByDay } = caller;
  const title = name === null ? 'Allowlist, without a key' : `${shortened(shown(name), width - id.length - 4)}  ${id}`;
  const figures = [
    `${grouped(requests).padStart(digits)} requests`,
    `${grouped(errors)} errors`,
    `${grouped(limited)} over the limit`,
  ];
  const isNarrow = figures.join(', ').length + INDENT.length > width;
  const line = sparkline(requestsByDay.slice(-(width - INDENT.length)));
  return [`  ${title}`, ...(isNarrow ? figures : [figures.join(', ')]).map(indented), indented(line)].join('\n');
}

function indented(line: string): string {
  return INDENT + line;
}
