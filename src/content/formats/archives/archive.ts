// Reads a Darwin Core Archive, or a package that is read as one: a ZIP file, a folder, or the file of a core alone. Its tables
// become what each taxon says of a tree.

import type { Stats } from 'node:fs';
import type { LanguageVersion } from '../../model/language-version.ts';
import type { SourceContext } from '../../source/context.ts';
import { reason, type SourceFile } from '../../source/files.ts';
import { describePackage, isPackage, readMetadata } from './coldp/package.ts';
import { META, METADATA, type Members, openMembers } from './container/members.ts';
import { ZipError } from './container/zip.ts';
import { readExtension } from './extensions/registry.ts';
import { type Dataset, NO_DATASET, readEml } from './meta/eml.ts';
import { type Archive, readMeta } from './meta/meta.ts';
import { dialectOf } from './meta/sniff.ts';
import { XmlError } from './meta/xml.ts';
import { Reports } from './reports.ts';
import { decode } from './tables/decode.ts';
import type { TableContext } from './tables/row.ts';
import { describeByHeader, tableRows } from './tables/table.ts';
import { Choice } from './taxa/choice.ts';
import { Core } from './taxa/core.ts';
import { readDefaults } from './taxa/defaults.ts';
import { Joiner } from './taxa/join.ts';
import { giveSlugs, type KnownSlugs, slugsByThemselves } from './taxa/slugs.ts';
import { versionsOf } from './taxa/versions.ts';
import { languageTag } from './taxa/words.ts';

/** What somebody says about the reading of an archive. */
export interface ArchiveOptions {
  defaults?: SourceFile;
  choice?: Choice;
  knownSlugs?: KnownSlugs;
}

/** No description of an archive is larger. */
const MAX_XML_BYTES = 20_000_000;
/** As a line of NDJSON has. */
const ROW_TO_TREE = 4;

export function readArchive(
  source: SourceFile,
  stats: Stats,
  context: SourceContext,
  options: ArchiveOptions,
): LanguageVersion[] {
  const reports = new Reports(context.findings);
  try {
    const members = openMembers(source, stats);
    try {
      return new ArchiveReader(source, members, context, reports, options).read();
    } finally {
      members.close();
    }
  } catch (error) {
    const isOurs = error instanceof ZipError;
    if (!isOurs && (error as NodeJS.ErrnoException).code === undefined) throw error;
    const message = isOurs
      ? `The archive cannot be read. ${error.message}`
      : `The archive cannot be read: ${reason(error)}.`;
    context.findings.error(isOurs ? 'broken-archive' : 'unreadable', { file: source.name, line: null }, message);
    return [];
  } finally {
    reports.close();
  }
}

class ArchiveReader {
  readonly #source: SourceFile;
  readonly #members: Members;
  readonly #context: SourceContext;
  readonly #reports: Reports;
  readonly #options: ArchiveOptions;

  constructor(source: SourceFile, members: Members, context: SourceContext, reports: Reports, options: ArchiveOptions) {
    this.#source = source;
    this.#members = members;
    this.#context = context;
    this.#reports = reports;
    this.#options = options;
  }

  read(): LanguageVersion[] {
    const archive = this.#describe();
    if (!archive || !this.#isOfTaxa(archive)) return [];
    const { findings, accounting, defaultLocale, maxTreeBytes, progress } = this.#context;
    const rules = this.#options.defaults ? readDefaults(this.#options.defaults, defaultLocale, findings) : [];
    const dataset = this.#dataset(archive);
    this.#reportOtherFiles(archive);

    const choice = this.#options.choice ?? new Choice();
    const tables: TableContext = {
      members: this.#members,
      reports: this.#reports,
      progress,
      maxCharacters: ROW_TO_TREE * maxTreeBytes,
    };
    const core = new Core(this.#reports, accounting, choice, archive.core.dateFormat, dataset.isOwn);
    for (const row of archive.coreRows?.(tables) ?? tableRows(archive.core, tables)) core.take(row);
    core.findFamilies();
    const joiner = new Joiner(core, this.#reports);
    joiner.joinAll();
    const language = languageTag(dataset.language) ?? defaultLocale;
    for (const table of archive.extensions) readExtension(table, joiner, tables, { reports: this.#reports, language });

    const taxa = core.taxa.filter((taxon) => {
      const why = choice.refusalOf(taxon);
      if (why) {
        accounting.drop(taxon);
        this.#reports.passOver({ file: taxon.file, line: null }, why.gist, why.message);
      }
      return !why;
    });
    const known = dataset.isOwn ? slugsByThemselves(taxa) : this.#options.knownSlugs;
    const slugs = giveSlugs(taxa, known ?? new Map());
    const rulesFile = this.#options.defaults?.name ?? '';
    const trees = { source: this.#context, reports: this.#reports, rules, rulesFile, dataset };
    return taxa.flatMap((taxon) => versionsOf(taxon, slugs.get(taxon) as string, trees));
  }

  #describe(): Archive | undefined {
    if (!this.#members.sizes.has(META)) {
      const isOfPackage = isPackage(this.#members.sizes.keys());
      return isOfPackage ? describePackage(this.#members, this.#reports) : this.#describeCore();
    }
    const text = this.#text(META);
    let isWhole = true;
    const archive =
      text === undefined
        ? undefined
        : readMeta(text, (line, message) => {
            isWhole = false;
            this.#reports.error('broken-archive', { file: META, line }, message);
          });
    return isWhole ? archive : undefined;
  }

  /** One file of rows is a core without a description. */
  #describeCore(): Archive | undefined {
    const tables = [...this.#members.sizes.keys()].filter((name) => /\.(?:txt|csv|tsv|tab)$/i.test(name));
    if (tables.length !== 1) {
      const found = tables.length === 0 ? 'no table' : `several tables (${tables.slice(0, 5).join(', ')})`;
      const message = `The archive has no ${META}, and ${found}: nobody can say which file is the core.`;
      this.#reports.error('broken-archive', { file: this.#source.name, line: null }, message);
      return undefined;
    }
    const metadata = [...this.#members.sizes.keys()].find((name) => name === 'eml.xml');
    return {
      core: describeByHeader(tables[0], dialectOf(this.#members, tables[0]), 'Taxon'),
      extensions: [],
      metadata,
      whyUnread: () => 'It is no table of rows.',
    };
  }

  #isOfTaxa({ core }: Archive): boolean {
    if (core.rowType === 'Taxon') return true;
    const message = `The core has rows of the kind ${core.rowType || 'unknown'}; trees are read from a core of the kind Taxon.`;
    this.#reports.error('broken-archive', { file: META, line: null }, message);
    return false;
  }

  #dataset({ metadata }: Archive): Dataset {
    if (!metadata || !this.#members.sizes.has(metadata)) return NO_DATASET;
    const text = this.#text(metadata);
    if (text === undefined) return NO_DATASET;
    if (METADATA.test(metadata)) return this.#packageDataset(metadata, text);
    try {
      return readEml(text);
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      const message = `This is not XML that can be read, so that title, licence and citation are not known: ${error.message}`;
      this.#reports.warn('broken-archive', { file: metadata, line: error.line }, message);
      return NO_DATASET;
    }
  }

  #packageDataset(file: string, text: string): Dataset {
    return readMetadata(text, (line, message) => this.#reports.warn('broken-archive', { file, line }, message));
  }

  #text(name: string): string | undefined {
    if ((this.#members.sizes.get(name) ?? 0) > MAX_XML_BYTES) {
      this.#reports.error(
        'too-large',
        { file: name, line: null },
        'The file has over 20 MB, as no description of an archive has.',
      );
      return undefined;
    }
    const chunks = [...this.#members.chunks(name)];
    return [...decode(chunks, 'UTF-8', () => {})].join('');
  }

  #reportOtherFiles({ core, coreFiles = core.files, extensions, metadata, whyUnread }: Archive): void {
    const read = new Set([META, metadata, ...coreFiles, ...extensions.flatMap(({ files }) => files)]);
    for (const [name, why] of this.#members.others) this.#reports.passOver({ file: name, line: null }, name, () => why);
    for (const name of this.#members.sizes.keys()) {
      if (read.has(name)) continue;
      this.#reports.passOver({ file: name, line: null }, name, () => whyUnread(name));
    }
  }
}
