// In charge of where compiled modules are kept: where NODE_COMPILE_CACHE says, else beside the packages, where set-up puts
// them, or in a temporary folder for a user who may not write there: Node keeps a user's apart from every other's.

import { accessSync, constants } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../node_modules', import.meta.url));

export function useCompileCache() {
  if (process.env.NODE_COMPILE_CACHE || !isWritable(packages)) module.enableCompileCache();
  else module.enableCompileCache(`${packages}/.cache/compile`);
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
