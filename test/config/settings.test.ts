// The settings: which source counts, and what is said of those that are wrong.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readSettingsFile } from '../../src/config/file.ts';
import { asText } from '../../src/config/kinds.ts';
import {
  givenFor,
  type LiveSettings,
  liveOf,
  readSettings,
  SETTING_NAMES,
  SETTINGS,
  type Settings,
  settingOf,
} from '../../src/config/settings.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';

const fileOf = (t: TestContext, toml: string) => readSettingsFile(join(writeFiles(t, { 'x.toml': toml }), 'x.toml'));

function complaints(...sources: Parameters<typeof readSettings>): string[] {
  try {
    readSettings(...sources);
    return [];
  } catch (error) {
    return (error as Error).message.replaceAll(/\S*x\.toml/g, 'x.toml').split('\n');
  }
}

test('a flag wins over a variable, a variable over the file, the file over the default', (t) => {
  const file = fileOf(t, 'port = 1\nthreads = 2\nrate-limit = 3\n');
  const [flags, variables] = [{ port: '10' }, { SYLVA_PORT: '20', SYLVA_THREADS: '21', SYLVA_REDIS: '' }];
  const { port, threads, rateLimit, rateWindow, redis } = readSettings(flags, variables, file);
  assert.deepEqual([port, threads, rateLimit, rateWindow, redis], [10, 21, 3, 60, null]);
  const sources = { flags, variables, file };
  const from = (name: 'port' | 'threads' | 'rateLimit' | 'rateWindow') => givenFor(name, sources)?.from;
  assert.deepEqual([from('port'), from('threads'), from('rateWindow')], ['--port', 'SYLVA_THREADS', undefined]);
  assert.match(from('rateLimit') as string, /x\.toml:3$/);
});

test('the file takes numbers, texts, and lists where several values may stand', (t) => {
  const file = fileOf(
    t,
    'trust-proxy = ["10.0.0.1", "::1"]\ncors-origin = "https://a.example,https://b.example"\ndocs = "off"',
  );
  const { trustProxy, corsOrigin, docs } = readSettings({}, {}, file);
  assert.deepEqual([trustProxy.length, corsOrigin.length, docs], [2, 2, 'off']);
});

test('all that is wrong in all sources is told at once, each with its place and what would be right', (t) => {
  const file = fileOf(t, 'rate_limit = 3\nport = [80]\n\nhost = ""\ndocs = true\n[threads]\nx = 1\n');
  const variables = {
    SYLVA_PROT: 'a-secret',
    SYLVA_KEY: 'k',
    SYLVA_URL: 'u',
    SYLVA_TEST_X: '1',
    SYLVA_RATE_WINDOW: '0',
  };
  assert.deepEqual(complaints({ 'log-level': 'loud' }, variables, file), [
    'There is no setting SYLVA_PROT. Did you mean SYLVA_PORT?',
    'x.toml:1 has rate_limit, but there is no such setting. Did you mean rate-limit?',
    'x.toml:2 port is a list, but must be a whole number from 0 to 65535.',
    'x.toml:6 threads is a table, a date or a nested list, but must be a whole number from 1 to 256.',
    'x.toml:4 host is “”, but must be a text.',
    'SYLVA_RATE_WINDOW is “0”, but must be a whole number from 1 to 86400.',
    'x.toml:5 docs is “true”, but must be one of on, off.',
    '--log-level is “loud”, but must be one of fatal, error, warn, info, debug, trace, silent.',
  ]);
});

test('a name is found on its line, quoted, indented or as the head of a table', (t) => {
  const file = fileOf(t, '# port = 1\n  "port" = [80]\n\'host\'\t= ""\n\n [ threads ]\nport = 1\n');
  const places = complaints({}, {}, file).map((complaint) => complaint.split(' ', 2).join(' '));
  assert.deepEqual(places, ['x.toml:2 port', 'x.toml:5 threads', 'x.toml:3 host']);
});

test('a file that is no TOML is told with its line, together with the rest', (t) => {
  const [first, second] = complaints({}, { SYLVA_PORT: 'x' }, fileOf(t, 'port = 1\nhost = here\n'));
  assert.match(first, /^x\.toml:2 is not TOML: .+\.$/);
  assert.match(second, /^SYLVA_PORT is “x”/);
});

test('a list within a list is told, also behind a value that is right', (t) => {
  for (const list of ['["10.0.0.1", ["::1"]]', '[["::1"], "10.0.0.1"]'])
    assert.match(
      complaints({}, {}, fileOf(t, `trust-proxy = ${list}\n`)).join(),
      /^x\.toml:1 trust-proxy is a table, a date or a nested list, but must be addresses/,
    );
});

test('a file of 1 MiB is read, and nothing larger; nor is anything else than a file', (t) => {
  const setting = 'port = 1234\n#';
  const filled = (bytes: number) => fileOf(t, setting.padEnd(bytes, 'x'));
  assert.equal(readSettings({}, {}, filled(1024 * 1024)).port, 1234);
  const tooLarge = 'The settings file x.toml is larger than a settings file may be, 1048576 bytes.';
  for (const bytes of [1024 * 1024 + 1, 3_000_000]) assert.deepEqual(complaints({}, {}, filled(bytes)), [tooLarge]);
  const folder = temporaryFolder(t);
  assert.deepEqual(readSettingsFile(folder).problems, [`The settings file ${folder} is no plain file.`]);
});

test('there is a command for every setting', () => {
  for (const name of SETTING_NAMES) assert.ok(SETTINGS[name].usedFor.length > 0, name);
});

test('a named file must be there', () => {
  assert.deepEqual(complaints({}, {}, readSettingsFile('/nowhere/x.toml')), ['There is no settings file x.toml.']);
});

test('an address is kept as it is written in headers, whatever letters it was given with', () => {
  const { publicUrl, usagePolicyUrl } = readSettings(
    { 'public-url': 'https://árboles.example/', 'usage-policy-url': 'https://x.example/términos\u0000' },
    {},
  );
  assert.equal(publicUrl, 'https://xn--rboles-ota.example');
  assert.match(usagePolicyUrl ?? '', /^https:\/\/x\.example\/t%C3%A9rminos[\x21-\x7e]*$/);
});

test('everybody is no proxy', () => {
  for (const range of ['0.0.0.0/0', '::/0', '10.0.0.1,0.0.0.0/0'])
    assert.match(
      complaints({ 'trust-proxy': range }, {})[0],
      /must be addresses or CIDRs of proxies, not of everybody/,
    );
});

test('no password is shown, in a value or in a complaint', (t) => {
  const { database, redis } = readSettings(
    { database: 'postgres://sylva:pass-word@db/sylva?sslpassword=pass-word', redis: 'rediss://:pass-word@r:6379' },
    {},
  );
  assert.deepEqual(
    [SETTINGS.database.show(database), SETTINGS.redis.show(redis)],
    ['postgres://…@db/sylva?sslpassword=…', 'rediss://…@r:6379'],
  );
  const wrong = complaints({}, {}, fileOf(t, 'redis = "http://u:pass-word@h"\ndatabase = "mysql://u:pass-word@h"\n'));
  assert.equal(wrong.length, 2);
  assert.ok(!wrong.join().includes('pass-word'));
});

test('every default is a value of its own setting, as it is shown', () => {
  const settings = readSettings({}, {});
  for (const name of SETTING_NAMES) {
    const { show, parse } = settingOf(name);
    const shown = asText(show(settings[name]));
    if (shown !== 'none') assert.deepEqual(parse(shown), settings[name], name);
  }
});

test('nobody changes a setting, and none that may change while running is kept', () => {
  const all = readSettings({}, {});
  assert.throws(() => Object.assign(all, { rateLimit: 5 }), TypeError);
  const [kept, live]: [Settings, LiveSettings] = [all, liveOf(all)];
  // @ts-expect-error: it may change.
  assert.equal(kept.rateLimit, 100);
  // @ts-expect-error: it stays as it was at the start.
  assert.equal(live.rateWindow, undefined);
  assert.deepEqual(Object.keys(live), ['rateLimit', 'corsOrigin', 'drainSeconds', 'logLevel']);
});

test('an address of Redis may end with the number of a database, and with nothing else', () => {
  for (const redis of ['redis://h:1', 'redis://h:1/', 'redis://u:p@h/15', 'rediss://[::1]:1/0'])
    assert.equal(readSettings({ redis }, {}).redis, redis);
  for (const redis of ['redis://h:1/abc', 'redis://h/1/2', 'redis://h/-1', 'redis://h/0x1', 'redis://h/1e3'])
    assert.match(complaints({ redis }, {})[0], /must be an address such as redis:/, redis);
});

test('PostgreSQL is asked for TLS in the words that do not make its client warn', () => {
  const url = (database: string) => SETTINGS.database.show(readSettings({ database }, {}).database);
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
    assert.equal(url(`postgres://h/d?a=1&sslmode=${mode}&b=2`), 'postgres://h/d?a=1&sslmode=verify-full&b=2');
  for (const query of [
    'sslmode=disable',
    'sslmode=no-verify',
    'uselibpqcompat=true&sslmode=require',
    'x-sslmode=require',
  ])
    assert.equal(url(`postgres://h/d?${query}`), `postgres://h/d?${query}`);
});

test('a logo is a picture that is there and small enough to be sent to everybody', (t) => {
  const folder = writeFiles(t, { 'small.svg': '<svg/>', 'large.png': 'x'.repeat(200_001), 'logo.txt': 'x' });
  assert.equal(readSettings({ 'catalogue-logo': `${folder}/small.svg` }, {}).catalogueLogo, join(folder, 'small.svg'));
  for (const name of ['none.svg', 'large.png', 'logo.txt', '']) {
    const [complaint] = complaints({ 'catalogue-logo': `${folder}/${name}` }, {});
    assert.match(
      complaint,
      /^--catalogue-logo is “.*”, but must be a file of at most 200 kB that ends in \.svg, /,
      name,
    );
  }
});
