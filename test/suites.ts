// The suites of tests. `npm test` runs `core`; `npm run test:extended NAME…` runs the others, and `.ci/run` what `ci` names of them.

export interface Suite {
  purpose: string;
  /** Patterns; `test/extended/NAME/` by default. */
  files?: string[];
  /** Folders whose own packages the suite needs. */
  packages?: string[];
  /** How many test processes run at once; 1 by default, for suites that fill the machine by themselves. */
  processes?: number;
  /** Several files share a process, which saves starting and compiling for each of them. */
  sharesProcesses?: boolean;
  /** What every change must pass: the whole suite, or these of its files. */
  ci?: true | string[];
}

const CORE = [
  'test/*.test.ts',
  'test/{access,catalogue,cli,client,config,content,domain,http,models,net,observe,publishing,server,snapshot,store,web}/**/*.test.ts',
];

export const SUITES: Record<string, Suite> = {
  core: {
    purpose: 'what every change runs: units, properties, HTTP, commands',
    files: CORE,
    processes: 4,
    sharesProcesses: true,
  },
  browser: {
    purpose: 'the explorer, /docs, the preview and the TypeScript client in Chromium',
    packages: ['test/tools'],
    processes: 2,
    ci: ['explorer', 'docs-page', 'views', 'preview'].map((name) => `test/extended/browser/${name}.test.ts`),
  },
  cases: {
    purpose: 'core with ten times as many random cases; the models of rate limit, keys and follower with twenty times',
    files: CORE,
    processes: 4,
    sharesProcesses: true,
  },
  client: {
    purpose: 'the TypeScript client walks 73,300 species; its copy in a folder survives kill -9 a hundred times',
  },
  clients: {
    purpose: 'the three clients, installed from a running service, against one table of cases',
    packages: ['test/runtimes'],
    ci: true,
  },
  cluster: { purpose: 'three instances, PostgreSQL, Redis and HAProxy in all kinds of trouble', ci: true },
  container: { purpose: 'the image, built by buildah and run by runc without any rights; needs root', ci: true },
  docs: {
    purpose: "every recipe; the API's description and the client's package under linters and generators",
    packages: ['test/tools'],
  },
  endurance: { purpose: "an hour's worth of load, publishes, key changes and restarts: nothing grows" },
  fuzz: { purpose: 'random requests and random content, a minute each', processes: 2 },
  hostile: {
    purpose: 'hostile connections, tampered requests, largest headers, unread logs, corrupted files',
    ci: ['headers', 'logs', 'mutated', 'resets'].map((name) => `test/extended/hostile/${name}.test.ts`),
  },
  processes: {
    purpose: 'commands and servers as processes: streams, terminals, signals, threads, units',
    processes: 3,
    ci: true,
  },
  proxies: { purpose: 'nginx, HAProxy and Caddy in front of the service' },
  'publish-faults': {
    purpose: 'publishing while killed, interrupted, with failing system calls, on a full disk; needs strace and root',
    ci: true,
  },
  publishing: {
    purpose: 'publishing again, in threads and from large sources: the same result as from scratch',
    processes: 2,
    ci: true,
  },
  recovery: { purpose: 'stores, databases, disks and logs that fail, and come back', processes: 3, ci: true },
  regexes: { purpose: 'a proof for each regular expression that its time is linear', packages: ['test/tools'] },
  setup: { purpose: '`npm start` in a minimal Debian, with and without the libraries that it needs; needs root' },
  'slow-clients': { purpose: 'a thousand slow connections; exports that are taken slowly or not at all' },
};
