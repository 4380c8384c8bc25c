import { basename } from 'node:path';
import type { Report } from '../../content/read.ts';
import { ARCHIVE_FLAGS, archiveOptions } from '../framework/archive-flags.ts';
import type { Command, Input } from '../framework/command.ts';
import { UsageError } from '../framework/errors.ts';
import { githubAnnotation, gitlabReport, pathsFrom } from '../terminal/annotations.ts';
import { findingsJson, isGood, showFindings, summary } from '../terminal/findings.ts';
import { withProgress } from '../terminal/progress.ts';

export const validate: Command = {
  name: 'validate',
  summary: 'read and check content',
  positionals: ['SOURCE'],
  flags: {
    strict: { help: 'take warnings for errors' },
    format: {
      value: 'FORM',
      help: 'how findings are told: for people, or for the difference of a change on GitHub or GitLab',
      choices: ['text', 'github', 'gitlab'],
      initial: 'text',
    },
    ...ARCHIVE_FLAGS,
  },
  does: ['read-content'],
  example: 'sylva validate content\nsylva validate trees.csv --json\nsylva validate content --format github',
  async run(input) {
    const { settings, flag } = input;
    const [source] = input.positionals;
    const tell = formOf(input);
    const archive = await archiveOptions(source, flag);
    const { checkSource } = await import('../../content/read.ts');
    const report = await withProgress((show) => {
      show(`reading ${basename(source)}`);
      const { defaultLocale, maxTreeSize: maxTreeBytes } = settings;
      return checkSource(source, { defaultLocale, maxTreeBytes, progress: show, archive });
    });
    const isStrict = flag('strict') !== undefined;
    const ok = isGood(report, isStrict);
    const verdict = `${ok ? 'The content is good' : 'The content cannot be published'}: ${summary(report, isStrict)}.`;
    tell(report, ok, verdict, input);
    return ok ? 0 : 1;
  },
};

type Tell = (report: Report, ok: boolean, verdict: string, input: Input) => void;

const FORMS: Record<string, Tell> = {
  text(report, _, verdict, { print }) {
    showFindings(report, print);
    print(verdict);
  },
  github({ errors, warnings }, _, verdict, { print, positionals: [source] }) {
    const pathOf = pathsFrom(process.env.GITHUB_WORKSPACE ?? process.cwd(), source);
    for (const finding of [...errors, ...warnings]) print(githubAnnotation(finding, pathOf(finding)));
    print(verdict);
  },
  /** Standard output has the report only. */
  gitlab({ errors, warnings }, _, verdict, { output, complain, positionals: [source] }) {
    const pathOf = pathsFrom(process.env.CI_PROJECT_DIR ?? process.cwd(), source);
    output.printJson(JSON.stringify(gitlabReport([...errors, ...warnings], pathOf), null, 2));
    complain(verdict);
  },
};

const asJson: Tell = (report, ok, _, { print }) => {
  print(JSON.stringify({ ok, trees: report.trees.length, ...findingsJson(report) }, null, 2));
};

function formOf({ flag, json }: Input): Tell {
  const name = flag('format') ?? 'text';
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  if (!form) throw new UsageError(`--format is “${name}”, but must be one of ${Object.keys(FORMS).join(', ')}.`);
  if (json && name !== 'text') throw new UsageError(`--json and --format ${name} exclude each other.`);
  return json ? asJson : form;
}
