import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { LOCALES } from '../../domain/vocabulary.ts';
import type { Command } from '../framework/command.ts';
import { Failure, UsageError } from '../framework/errors.ts';

export const newTree: Command = {
  name: 'new',
  summary: 'write the files of a new tree, one for each language, or a table with all columns',
  positionals: ['[SLUG]'],
  flags: {
    into: { value: 'FOLDER', help: 'the folder that holds those of the languages', initial: '.' },
    csv: { value: 'FILE', help: 'write an empty table with all columns instead' },
  },
  example: 'sylva new quercus-alba --into my-trees\nsylva new --csv my-trees.csv',
  async run({ positionals: [slug], flag, tell }) {
    const [csv, folder] = [flag('csv'), flag('into')];
    if ((slug === undefined) === (csv === undefined)) throw new UsageError('Give either a SLUG or --csv FILE.');
    if (csv && folder) throw new UsageError('--into is for a SLUG: --csv says itself where the table is to be.');
    const { csvTemplate } = await import('../../content/model/templates.ts');
    const files = csv ? [{ path: csv, text: csvTemplate() }] : await filesOfTree(slug, folder || '.');
    write(files);
    const names = files.map(({ path }) => path);
    return tell({ files: names }, `Wrote ${names.join(', ')}.`);
  },
};

interface NewFile {
  path: string;
  text: string;
  /** Whether it replaces an existing file. */
  isOurs?: boolean;
}

async function filesOfTree(slug: string, folder: string): Promise<NewFile[]> {
  const { isSlug, slugLike } = await import('../../domain/slugs.ts');
  const { treeTemplate } = await import('../../content/model/templates.ts');
  if (!isSlug(slug)) {
    const example = slugLike(slug) ? `, such as ${slugLike(slug)}` : '';
    throw new UsageError(`“${slug}” cannot be a slug: use lower-case letters, digits and hyphens${example}.`);
  }
  const schema = await fileOfSchema(folder);
  const trees = LOCALES.map((locale) => {
    const path = join(folder, locale, `${slug}.md`);
    return { path, text: treeTemplate(locale, relative(dirname(path), schema.path)) };
  });
  return [...trees, schema];
}

/** One schema serves all folders of a source: one in the folder above is used. */
async function fileOfSchema(folder: string): Promise<NewFile> {
  const { SCHEMA_FILE } = await import('../../content/source/folder.ts');
  const candidates = [folder, join(folder, '..')].map((each) => join(each, SCHEMA_FILE));
  const path = candidates.find((each) => existsSync(each)) ?? candidates[0];
  return { path, text: `${await schemaText()}\n`, isOurs: true };
}

/** Never overwrites a file of an author. */
function write(files: NewFile[]): void {
  const taken = files.find(({ path, isOurs }) => !isOurs && existsSync(path));
  if (taken) throw new Failure(`${taken.path} is there already. Nothing was written.`);
  for (const { path, text, isOurs } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: isOurs ? 'w' : 'wx' });
  }
}

export const schema: Command = {
  name: 'schema',
  summary: 'print the JSON Schema of front matter, for editors',
  example: 'sylva schema > my-trees/front-matter.schema.json',
  async run({ print }) {
    print(await schemaText());
    return 0;
  },
};

async function schemaText(): Promise<string> {
  const { frontMatterSchema } = await import('../../content/model/templates.ts');
  return JSON.stringify(frontMatterSchema(), null, 2);
}
