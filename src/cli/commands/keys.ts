import { randomBytes } from 'node:crypto';
import { generateKey, hashKey, randomText } from '../../access/api-key.ts';
import type { Store } from '../../store/store.ts';
import type { AccessStore, StoredKey } from '../../store/tables/access.ts';
import { withStore } from '../../store/with-store.ts';
import { type Command, type Input, storedText } from '../framework/command.ts';
import { parseDuration, parseExpiry, shortMoment } from '../framework/dates.ts';
import { Failure, UsageError } from '../framework/errors.ts';
import { complaint } from '../terminal/terminal.ts';
import { keysText, listed } from './keys-text.ts';

const MAX_NAME_LENGTH = 200;

export const createKey: Command = {
  name: 'keys create',
  summary: 'make an API key, and show it once',
  flags: {
    name: { value: 'NAME', help: 'whose key it is' },
    contact: { value: 'TEXT', help: 'whom to ask about it' },
    expires: { value: 'DATE|90d', help: 'when it stops working; never where it is left out' },
  },
  does: ['open-store', 'change-store'],
  example:
    'sylva keys create --name "Herbarium of Leiden" --expires 90d\nsylva keys create --name "Herbarium of Leiden" --contact trees@example.org --json',
  async run(input) {
    const name = storedText(input, 'name')?.trim();
    if (!name) throw new UsageError('--name is missing: say whose key it is.');
    if (name.length > MAX_NAME_LENGTH) throw new UsageError(`--name must be at most ${MAX_NAME_LENGTH} characters.`);
    const contact = storedText(input, 'contact');
    const expires = input.flag('expires');
    const expiresAt = expires === undefined ? null : parseExpiry(expires, new Date()).toISOString();
    const make = ({ access }: Store) => makeKey(access, name, contact, expiresAt);
    const made = await withStore(input.settings, make, { mayCreate: true, tell: input.complain });
    return await showNewKey(made, input);
  },
};

export interface NewKey {
  stored: StoredKey;
  /** The key itself, which is stored nowhere. */
  key: string;
  /** The key that it replaces, with its new expiry. */
  replaced?: { id: string; expiresAt: string };
}

export async function makeKey(
  access: AccessStore,
  name: string,
  contact: string | null,
  expiresAt: string | null,
): Promise<NewKey> {
  const { key, id, hash } = newSecret();
  return { key, stored: await access.addKey({ id, name, contact, hash, expiresAt }) };
}

function newSecret() {
  const key = generateKey(randomBytes);
  return { key, id: `key_${randomText(10, randomBytes)}`, hash: hashKey(key) };
}

export function newKeyJson({ key, stored: { id, name, createdAt, expiresAt } }: NewKey): object {
  return { id, name, key, createdAt, expiresAt };
}

/** Returns the exit code: 1 if the key could not be shown. */
async function showNewKey(made: NewKey, { json, print, complain }: Input): Promise<number> {
  const { key, replaced } = made;
  const { id, name, expiresAt } = made.stored;
  const described = { ...newKeyJson(made), ...(replaced && { replaces: replaced.id, replaced }) };
  const end = expiresAt ? `works until ${shortMoment(expiresAt)}` : 'does not expire';
  const text = `The key ${id} of ${name}, shown only now:\n\n  ${key}\n\nIt ${end}.${replaced ? oldKeyText(replaced) : ''}`;
  if (await print(json ? JSON.stringify(described) : text)) return 0;
  complain(`The key ${id} was made, but could not be shown: end it with sylva keys revoke ${id}.`, complaint);
  return 1;
}

function oldKeyText({ id, expiresAt }: { id: string; expiresAt: string }): string {
  const end = Date.parse(expiresAt) > Date.now() ? `until ${shortMoment(expiresAt)}` : 'no more';
  return `\nThe old key, ${id}, works ${end}.`;
}

export const listKeys: Command = {
  name: 'keys list',
  summary: 'show the keys, their expiry and last use',
  does: ['open-store'],
  example: 'sylva keys list',
  async run({ settings, show }) {
    const stored = await withStore(settings, ({ access }) => access.keys());
    const now = new Date();
    const keys = listed(stored, now);
    return show(keys, keysText(keys, now));
  },
};

export const revokeKey: Command = {
  name: 'keys revoke',
  summary: 'end a key at once',
  positionals: ['ID'],
  does: ['open-store', 'change-store'],
  example: 'sylva keys revoke key_a1b2c3d4e5',
  async run({ positionals: [id], settings, tell }) {
    const key = await withStore(settings, async ({ access }) => {
      await findKey(access, id);
      await access.revokeKey(id);
      return await findKey(access, id);
    });
    const { name, revokedAt } = key;
    return tell({ id, name, revokedAt }, `The key ${id} of ${name} is revoked since ${shortMoment(revokedAt)}.`);
  },
};

export const rotateKey: Command = {
  name: 'keys rotate',
  summary: 'make a key in the place of another, which works on for a while',
  positionals: ['ID'],
  flags: {
    overlap: { value: '24h', help: 'how long the old key works on; 24h where it is left out' },
    expires: {
      value: 'DATE|90d',
      help: 'when the new key stops working; after as long a life as the old one’s where it is left out',
    },
  },
  does: ['open-store', 'change-store'],
  example: 'sylva keys rotate key_a1b2c3d4e5\nsylva keys rotate key_a1b2c3d4e5 --overlap 7d --expires 2027-12-31',
  async run(input) {
    const [id] = input.positionals;
    const now = new Date();
    const overlap = parseDuration(input.flag('overlap') ?? '24h');
    if (overlap === undefined) throw new UsageError('--overlap must be a time such as 24h, 7d or 0s.');
    const expires = input.flag('expires');
    const made = await withStore(input.settings, async ({ access }) => {
      const old = await findKey(access, id);
      const expiresAt = expires === undefined ? sameLife(old, await access.keys(), now) : parseExpiry(expires, now);
      const { key, ...secret } = newSecret();
      const successor = { ...secret, expiresAt: expiresAt?.toISOString() ?? null };
      const stored = await access.replaceKey(old, successor, new Date(now.getTime() + overlap).toISOString());
      const { expiresAt: end } = await findKey(access, id);
      return { key, stored, replaced: { id, expiresAt: end as string } };
    });
    return await showNewKey(made, input);
  },
};

/** The expiry of a key that lives as long as another one. If that one was cut short by a successor, the successor counts. */
function sameLife(key: StoredKey, keys: StoredKey[], now: Date): Date | null {
  const successor = keys.findLast(({ replaces }) => replaces === key.id);
  if (successor) return sameLife(successor, keys, now);
  if (key.expiresAt === null) return null;
  return new Date(now.getTime() + Date.parse(key.expiresAt) - Date.parse(key.createdAt));
}

async function findKey(access: AccessStore, id: string): Promise<StoredKey> {
  const key = await access.key(id);
  if (!key) throw new Failure(`There is no key with the id ${id}. sylva keys list shows them.`);
  return key;
}
