import { counted, plural } from '../../domain/counted.ts';
import type { Count, Overview } from '../../domain/overview.ts';
import { shown } from '../../domain/shown.ts';
import { CONSERVATION_STATUS_TITLES, type ConservationStatus } from '../../domain/vocabulary.ts';
import { NOTHING_PUBLISHED } from '../framework/revision.ts';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const HEIGHTS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const MAX_BAR_WIDTH = 40;
const MAX_FAMILIES = 12;
const MIN_WIDTH_FOR_TWO = 70;
const INDENT = '    ';
const LANGUAGES: Record<string, string> = { en: 'English', es: 'Spanish' };

export interface Stats {
  /** Null if nothing has been published. */
  catalogue: ({ revision: string; publishedAt: string } & Overview) | null;
  /** The busiest first. */
  usage: CallerStats[];
  /** The days of `requestsByDay`, in UTC. */
  days: string[];
}

export interface CallerStats {
  id: string;
  /** Null for the allowlist. */
  name: string | null;
  requests: number;
  errors: number;
  limited: number;
  requestsByDay: number[];
}

type Catalogue = NonNullable<Stats['catalogue']>;

export function statsText({ catalogue, usage, days }: Stats, width: number): string {
  const parts = catalogue ? catalogueParts(catalogue, width) : [NOTHING_PUBLISHED];
  return [...parts, useText(usage, days.length, width)].join('\n\n');
}

function catalogueParts(catalogue: Catalogue, width: number): string[] {
  const { revision, publishedAt, trees, families } = catalogue;
  const head = `Revision ${revision}, published ${publishedAt.slice(0, 10)}`;
  const sizes = `${plural(trees, 'tree')}, ${families.length === 1 ? '1 family' : `${counted(families.length)} families`}`;
  const others = families.slice(MAX_FAMILIES);
  const rest = others.reduce((sum, { count }) => sum + count, 0);
  const section = (title: string, counts: readonly Count[]) => [title, ...bars(counts, width)].join('\n');
  const more = others.length > 0 ? `\n  and ${counted(others.length)} more with ${plural(rest, 'tree')}` : '';
  const statusText = (status: string) => `${status} ${CONSERVATION_STATUS_TITLES[status as ConservationStatus]}`;
  return [
    `${head}\n${sizes}`,
    section('Families', families.slice(0, MAX_FAMILIES)) + more,
    section('Conservation status', renamed(catalogue.conservationStatus, statusText)),
    section(
      'Languages',
      renamed(catalogue.languages, (language) => LANGUAGES[language]),
    ),
    months(catalogue, width),
  ];
}

function renamed(counts: readonly Count[], nameOf: (value: string) => string): Count[] {
  return counts.map(({ value, count }) => ({ value: nameOf(value), count }));
}

/** Side by side if there is room. */
function months({ floweringSeason, fruitingSeason }: Catalogue, width: number): string {
  const isWide = width >= MIN_WIDTH_FOR_TWO;
  const room = isWide ? Math.floor(width / 2) : width;
  const capitalised = (value: string) => value[0].toUpperCase() + value.slice(1);
  const flowering = ['Flowering', ...bars(renamed(floweringSeason, capitalised), room)];
  const fruiting = ['Fruiting', ...bars(renamed(fruitingSeason, capitalised), room)];
  if (!isWide) return [...flowering, '', ...fruiting].join('\n');
  return flowering.map((line, index) => `${line.padEnd(room)}${fruiting[index]}`).join('\n');
}

function useText(usage: CallerStats[], days: number, width: number): string {
  const title = `Use in the last ${plural(days, 'day')} (UTC)`;
  if (usage.length === 0) return `${title}\n  none, and there is no key`;
  const digits = Math.max(...usage.map(({ requests }) => counted(requests).length));
  return [title, ...usage.map((caller) => callerText(caller, digits, width))].join('\n');
}

function callerText(caller: CallerStats, digits: number, width: number): string {
  const { id, name, requests, errors, limited, requestsByDay } = caller;
  const title = name === null ? 'Allowlist, without a key' : `${shortened(shown(name), width - id.length - 4)}  ${id}`;
  const figures = [
    `${counted(requests).padStart(digits)} requests`,
    `${counted(errors)} errors`,
    `${counted(limited)} over the limit`,
  ];
  const isNarrow = figures.join(', ').length + INDENT.length > width;
  const line = sparkline(requestsByDay.slice(-(width - INDENT.length)));
  const lines = [...(isNarrow ? figures : [figures.join(', ')]), line];
  return [`  ${title}`, ...lines.map((each) => INDENT + each)].join('\n');
}

function bars(counts: readonly Count[], width: number): string[] {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const labels = Math.min(Math.max(...counts.map(({ value }) => value.length)), Math.floor(width / 2));
  const numbers = Math.max(...counts.map(({ count }) => counted(count).length));
  const room = Math.max(1, Math.min(MAX_BAR_WIDTH, width - labels - numbers - 6));
  return counts.map(({ value, count }) => {
    const label = shortened(shown(value), labels).padEnd(labels);
    return `  ${label}  ${counted(count).padStart(numbers)}  ${bar(count / most, room)}`.trimEnd();
  });
}

/** At least an eighth of a character unless the share is 0. */
function bar(share: number, room: number): string {
  const eighths = share === 0 ? 0 : Math.max(1, Math.round(share * room * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

/** One character per number; 0 is a dot. */
function sparkline(numbers: readonly number[]): string {
  const most = Math.max(1, ...numbers);
  return numbers.map((number) => (number === 0 ? '·' : HEIGHTS[Math.min(7, Math.floor((number / most) * 8))])).join('');
}

function shortened(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}
