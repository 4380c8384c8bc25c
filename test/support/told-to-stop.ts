// In charge of a Ctrl-C that comes in the very moment in which a process says something.

/** Makes it stop itself right before it writes what holds this text. */
export function stoppingAt(text: string): { NODE_OPTIONS: string } {
  const code = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { write } = fs;
    fs.write = (descriptor, bytes, done) => {
      if (bytes.includes(${JSON.stringify(text)})) process.kill(process.pid, 'SIGINT');
      write(descriptor, bytes, done);
    };
    syncBuiltinESMExports();`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}
