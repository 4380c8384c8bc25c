// What the script in dist/ can be started as: the command line and the threads that help it. All are in one script, which is compiled
// once and for all of them.

const STARTS = {
  sylva: () => import('../src/cli/main.ts'),
  'index-feed-thread': () => import('../src/snapshot/index-feed-thread.ts'),
  'line-helper-thread': () => import('../src/content/line-helper-thread.ts'),
  'patch-thread': () => import('../src/snapshot/patch-thread.ts'),
  'piece-thread': () => import('../src/store/piece-thread.ts'),
  'snapshot-loader-thread': () => import('../src/cli/snapshot-loader-thread.ts'),
};

export const start = (name) => STARTS[name]();

/** For who runs commands while the script is compiled. */
export const commandLine = () => import('../src/cli/command-line.ts');
