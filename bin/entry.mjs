// In charge of starting the script beside it, with what V8 made of it at set-up: to compile it again takes longer than most commands do.
// service.mjs puts this file into dist/ once for each start, and says which script and which start it is. Whoever may write there may
// write the script itself, so nothing is asked about whose the file is; and nothing is written when a command runs.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { bytecodeName, withoutSum } from './bytecode-file.mjs';

const file = new URL(SCRIPT, import.meta.url);
const script = new Script(readFileSync(file, 'utf8'), { filename: file.href, cachedData: bytecode() });
script
  .runInThisContext()(createRequire(import.meta.url), import.meta.url, {})
  .start(START);

/** There is none for another Node or machine. V8 takes none that was made with other flags. */
function bytecode() {
  try {
    return withoutSum(readFileSync(new URL(bytecodeName(SCRIPT), import.meta.url)));
  } catch {
    return undefined;
  }
}
