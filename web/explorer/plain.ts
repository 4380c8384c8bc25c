// In charge of showing values as authored, of whatever shape, as plain words.

/** Empty where there is nothing to show. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(plainText).filter(Boolean).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, each]) => [name, plainText(each)])
    .filter(([, text]) => text)
    .map((pair) => pair.join(': '))
    .join('; ');
}

/** `heartwoodColour` and `heartwood_colour` are “Heartwood colour”. */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Browsers take ever longer over the letters of a longer one. */
const LONGEST_ADDRESS = 1000;

/** Only what leads to a web page or a mailbox: an authored address could be a script. */
export function safeHref(address: string): string | undefined {
  if (address.length > LONGEST_ADDRESS || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return ['https:', 'http:', 'mailto:'].includes(protocol) ? href : undefined;
}

/** The addresses among authored images, which may be texts or objects with one; each once. */
export function imagesOf(images: readonly unknown[]): string[] {
  const addresses = images.flatMap((image) => {
    const values = typeof image === 'object' && image !== null ? Object.values(image) : [image];
    const found = values.map((value) => safeHref(String(value))).find((href) => href?.startsWith('http'));
    return found ?? [];
  });
  return [...new Set(addresses)];
}
