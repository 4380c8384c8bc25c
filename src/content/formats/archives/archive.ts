// Reads a Darwin Core Archive, or a data package that is read as one: a ZIP file, a folder, or the file of a core alone.

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
import { tableRows } from './tables/table.ts';
import { Choice } from './taxa/choice.ts';
import { Core } from './taxa/core.ts';
import { readDefaults } from './taxa/defaults.ts';
import { Joiner } from './taxa/join.ts';
import { giveSlugs, type KnownSlugs, slugsByThemselves } from './taxa/slugs.ts';
import { versionsOf } from './taxa/versions.ts';
import { languageTag } from './taxa/words.ts';

export interface ArchiveOptions {
  defaults?: SourceFile;
  choice?: Choice;
  knownSlugs?: KnownSlugs;
}

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
    const message = `The archive cannot be read${isOurs ? `. ${error.message}` : `: ${reason(error)}.`}`;
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
    const { defaults, choice = new Choice(), knownSlugs = new Map() } = this.#options;
    const reports = this.#reports;
    const rules = defaults ? readDefaults(defaults, defaultLocale, findings) : [];
    const dataset = this.#dataset(archive);
    this.#reportOtherFiles(archive);

    const tables: TableContext = {
      members: this.#members,
      reports,
      progress,
      maxCharacters: ROW_TO_TREE * maxTreeBytes,
    };
    const core = new Core(reports, accounting, choice, archive.core.dateFormat, dataset.isOwn);
    for (const row of archive.coreRows?.(tables) ?? tableRows(archive.core, tables)) core.take(row);
    core.findFamilies();
    const joiner = new Joiner(core, reports);
    joiner.joinAll();
    const language = languageTag(dataset.language) ?? defaultLocale;
    for (const table of archive.extensions) readExtension(table, joiner, tables, language);

    const taxa = core.taxa.filter((taxon) => {
      const why = choice.refusalOf(taxon);
      if (why) {
        accounting.drop(taxon);
        reports.passOver({ file: taxon.file, line: null }, why);
      }
      return !why;
    });
    const slugs = giveSlugs(taxa, dataset.isOwn ? slugsByThemselves(taxa) : knownSlugs);
    const trees = { source: this.#context, reports, rules, rulesFile: defaults?.name ?? '', dataset };
    return taxa.flatMap((taxon) => versionsOf(taxon, slugs.get(taxon) as string, trees));
  }

  #describe(): Archive | undefined {
    const { sizes } = this.#members;
    if (!sizes.has(META))
      return isPackage(sizes.keys()) ? describePackage(this.#members, this.#reports) : this.#describeCore();
    const text = this.#text(META);
    if (text === undefined) return undefined;
    let isWhole = true;
    const archive = readMeta(text, (line, message) => {
      isWhole = false;
      this.#reports.error('broken-archive', { file: META, line }, message);
    });
    return isWhole ? archive : undefined;
  }

  /** One file of rows is a core without a description. */
  #describeCore(): Archive | undefined {
    const { sizes } = this.#members;
    const tables = [...sizes.keys()].filter((name) => /\.(?:txt|csv|tsv|tab)$/i.test(name));
    const [file, ...others] = tables;
    if (file === undefined || others.length > 0) {
      const found = tables.length === 0 ? 'no table' : `several tables (${tables.slice(0, 5).join(', ')})`;
      const message = `The archive has no ${META}, and ${found}: nobody can say which file is the core.`;
      this.#reports.error('broken-archive', { file: this.#source.name, line: null }, message);
      return undefined;
    }
    return {
      // The first row names the terms.
      core: {
        ...{ rowType: 'Taxon', files: [file], dialect: dialectOf(this.#members.chunks(file)), encoding: 'UTF-8' },
        ...{ headerLines: 1, dateFormat: '', idIndex: undefined, columns: [] },
      },
      extensions: [],
      metadata: 'eml.xml',
      whyUnread: () => 'It is no table of rows.',
    };
  }

  #isOfTaxa({ core }: Archive): boolean {
    if (core.rowType === 'Taxon') return true;
    const message = `The core has rows of the kind ${core.rowType || 'unknown'}; trees are read from a core of the kind Taxon.`;
    this.#reports.error('broken-archive', { file: META, line: null }, message);
    return false;
  }

  #dataset({ metadata: file }: Archive): Dataset {
    const text = file && this.#members.sizes.has(file) ? this.#text(file) : undefined;
    if (!file || text === undefined) return NO_DATASET;
    const warn = (line: number, message: string) => this.#reports.warn('broken-archive', { file, line }, message);
    if (METADATA.test(file)) return readMetadata(text, warn);
    try {
      return readEml(text);
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      warn(
        error.line,
        `This is not XML that can be read, so that title, licence and citation are not known: ${error.message}`,
      );
      return NO_DATASET;
    }
  }

  #text(file: string): string | undefined {
    if ((this.#members.sizes.get(file) ?? 0) > MAX_XML_BYTES) {
      const message = 'The file has over 20 MB, as no description of an archive has.';
      this.#reports.error('too-large', { file, line: null }, message);
      return undefined;
    }
    return [...decode(this.#members.chunks(file), 'UTF-8', () => {})].join('');
  }

  #reportOtherFiles({ core, coreFiles = core.files, extensions, metadata, whyUnread }: Archive): void {
    const read = new Set([META, metadata, ...coreFiles, ...extensions.flatMap(({ files }) => files)]);
    const { sizes, others } = this.#members;
    for (const [file, why] of others) this.#reports.passOver({ file, line: null }, why);
    for (const file of sizes.keys()) if (!read.has(file)) this.#reports.passOver({ file, line: null }, whyUnread(file));
  }
}
