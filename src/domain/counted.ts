// Formats numbers for people. Without Intl, because loading it takes longer than publishing a small catalogue.

export function counted(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

export function plural(count: number, noun: string): string {
  return `${counted(count)} ${noun}${count === 1 ? '' : 's'}`;
}

const MAX_NAMED = 20;

/** The first twenty names, and how many more there are. */
export function named(names: string[]): string {
  const more = names.length > MAX_NAMED ? ` … and ${counted(names.length - MAX_NAMED)} more` : '';
  return `${names.slice(0, MAX_NAMED).join(', ')}${more}`;
}
