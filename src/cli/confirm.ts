// In charge of asking a person at the terminal; nobody is asked where there is none.

import { createInterface } from 'node:readline';
import { fitted } from './screen.ts';

export async function saysYes(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((resolve) => {
    // Ctrl-C and Ctrl-D are answers too.
    terminal.once('close', () => resolve(''));
    terminal.question(fitted(`${question} [y/N] `, process.stderr), resolve);
  });
  terminal.close();
  return /^(?:y|yes|s|si|sí)$/i.test(answer.trim());
}
