// In charge of what the page of a preview shows beside the catalogue: how the content is, and what was found in it, that of the tree
// which is shown before all others. On any other page it is nothing.

import type { Place } from '../address.ts';
import { Link } from '../parts/link.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import { type Check, type Finding, useFeed } from './feed.ts';
import { PREVIEW_TEXTS } from './texts.ts';

export function Preview({ place }: { place: Place }) {
  const { actions, locale } = useSurroundings();
  const { check, isLost } = useFeed(actions.baseUrl, actions.again);
  if (!check) return null;
  const texts = PREVIEW_TEXTS[locale];
  return (
    <section class={`preview ${check.errors > 0 ? 'preview-broken' : ''}`} aria-labelledby="preview">
      <h2 id="preview">{texts.title(check.source)}</h2>
      <p role="status">{isLost ? texts.lost : stateOf(check, locale)}</p>
      {place.view === 'tree' && <OfTree findings={check.findings.filter(({ slug }) => slug === place.slug)} />}
      <All check={check} isOpen={check.errors > 0 && place.view !== 'tree'} />
    </section>
  );
}

function stateOf({ trees, errors, warnings, revision }: Check, locale: Place['locale']): string {
  const texts = PREVIEW_TEXTS[locale];
  const state = errors > 0 ? [texts.broken(errors), revision ? texts.lastGood : texts.nothingYet] : [texts.good(trees)];
  return [...state, ...(warnings > 0 ? [texts.warnings(warnings)] : [])].join(' ');
}

function OfTree({ findings }: { findings: Finding[] }) {
  const { locale } = useSurroundings();
  if (findings.length === 0) return null;
  return (
    <div class="preview-of-tree">
      <h3>{PREVIEW_TEXTS[locale].ofThisTree}</h3>
      <FindingList findings={findings} />
    </div>
  );
}

function All({ check: { findings, errors, warnings }, isOpen }: { check: Check; isOpen: boolean }) {
  const { locale } = useSurroundings();
  const texts = PREVIEW_TEXTS[locale];
  const left = errors + warnings - findings.length;
  if (findings.length === 0) return null;
  return (
    <details class="preview-all" open={isOpen}>
      <summary>{texts.all}</summary>
      <FindingList findings={findings} hasLinks />
      {left > 0 && <p class="quiet">{texts.more(left)}</p>}
    </details>
  );
}

function FindingList({ findings, hasLinks = false }: { findings: Finding[]; hasLinks?: boolean }) {
  const { locale } = useSurroundings();
  const texts = PREVIEW_TEXTS[locale];
  return (
    <ul class="findings">
      {findings.map((finding) => (
        <li key={JSON.stringify(finding)} class={`finding finding-${finding.severity}`}>
          <span class="finding-kind">{finding.severity === 'error' ? texts.error : texts.warning}</span>{' '}
          <code>{placeText(finding)}</code> <span lang="en">{finding.message}</span>
          {hasLinks && finding.slug && (
            <>
              {' '}
              <Link to={{ view: 'tree', locale, slug: finding.slug }}>{finding.slug}</Link>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function placeText({ file, line, row, field }: Finding): string {
  const place = line === null ? file : `${file}:${line}`;
  return [place, row === null ? '' : `(${row})`, field ?? ''].filter(Boolean).join(' ');
}
