// In charge of what a terminal shows, as a drawing: commands, and what they really print.

import { stripVTControlCharacters } from 'node:util';

const COLUMNS = 92;
const LINE_HEIGHT = 19;
const PADDING = 20;
const BAR = 30;
const COLOURS: Record<string, string> = { '31': '#ff8f80', '32': '#8fd3a6', '33': '#f0c15a' };

export interface Shown {
  command: string;
  /** With its escape sequences for colours. */
  output: string;
}

export function terminalSvg(shown: Shown[]): string {
  const lines = shown.flatMap(({ command, output }, index) => [
    ...(index === 0 ? [] : ['']),
    `<tspan fill="#8fd3a6">$</tspan> <tspan font-weight="bold">${escaped(command)}</tspan>`,
    ...output.trimEnd().split('\n').flatMap(wrapped).map(painted),
  ]);
  const [width, height] = [COLUMNS * 8.43 + 2 * PADDING, BAR + PADDING + lines.length * LINE_HEIGHT];
  const rows = lines.map(
    (line, index) => `<text x="${PADDING}" y="${BAR + 20 + index * LINE_HEIGHT}" xml:space="preserve">${line}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} ${height}" role="img">
<title>${escaped(shown.map(({ command }) => command).join('; '))}</title>
<rect width="100%" height="100%" rx="10" fill="#15201a"/>
<circle cx="22" cy="17" r="5" fill="#4c5b51"/><circle cx="40" cy="17" r="5" fill="#4c5b51"/><circle cx="58" cy="17" r="5" fill="#4c5b51"/>
<g fill="#e7ebe3" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
${rows.join('\n')}
</g>
</svg>
`;
}

/** At words, with the indentation of the line and a little more. */
function wrapped(line: string): string[] {
  if (stripVTControlCharacters(line).length <= COLUMNS) return [line];
  const indent = ' '.repeat(line.length - line.trimStart().length + 2);
  const [first, ...others] = line.split(/(?<=\S) /);
  const lines = [first];
  for (const word of others) {
    const last = lines.at(-1) as string;
    if (last.length + 1 + word.length <= COLUMNS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indent + word);
  }
  return lines;
}

function painted(line: string): string {
  const [first, ...others] = line.split('\x1b[');
  const parts = others.map((part) => {
    const end = part.indexOf('m');
    const colour = COLOURS[part.slice(0, end)];
    const text = escaped(part.slice(end + 1));
    return colour ? `<tspan fill="${colour}">${text}</tspan>` : text;
  });
  return escaped(first) + parts.join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
