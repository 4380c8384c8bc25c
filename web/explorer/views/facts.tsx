// In charge of a tree's facts: the known ones in their order, then whatever else its authors wrote.

import type { ComponentChildren } from 'preact';
import type { Locale, TreeDetail } from '../../../client/src/index.ts';
import { regionName } from '../../../src/domain/regions/regions.ts';
import { type Filter, listPlace } from '../address.ts';
import { identifierAddress } from '../identifier-address.ts';
import { Link } from '../parts/link.tsx';
import { ScientificName } from '../parts/scientific.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import { labelOf, plainText } from '../plain.ts';
import type { FactName } from '../texts.ts';

const PLAIN: FactName[] = ['nativeRegion', 'maxHeight', 'elevation', 'uses'];
const RISKS: FactName[] = ['toxicityLevel', 'toxicParts', 'skinContactRisk', 'allergenRisk'];

export function Facts({ tree }: { tree: TreeDetail }) {
  const { texts } = useSurroundings();
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{texts.facts}</h2>
      <FactList tree={tree} />
    </section>
  );
}

export function FactList({ tree }: { tree: TreeDetail }) {
  const { texts } = useSurroundings();
  const plain = (name: FactName) => (
    <Fact key={name} name={texts.factNames[name]} lang={tree.locale}>
      {plainText(tree[name as keyof TreeDetail])}
    </Fact>
  );
  return (
    <dl class="facts">
      {PLAIN.map(plain)}
      <Values name="distribution" filter="distribution" values={tree.distribution} shownAs={regionName} />
      <Values name="tags" filter="tag" values={tree.tags} />
      <CommonNames tree={tree} />
      <Fact name={texts.factNames.synonyms} lang="la">
        {tree.synonyms.length > 0 && <Synonyms names={tree.synonyms} />}
      </Fact>
      {RISKS.map(plain)}
      <Identifiers tree={tree} />
      <Updated at={tree.updatedAt} />
      {Object.entries(tree.attributes).map(([name, value]) => (
        <Fact key={name} name={labelOf(name)} lang={tree.locale}>
          {plainText(value)}
        </Fact>
      ))}
    </dl>
  );
}

function Synonyms({ names }: { names: readonly string[] }) {
  return (
    <ul class="values">
      {names.map((name) => (
        <li key={name}>
          <ScientificName name={name} />
        </li>
      ))}
    </ul>
  );
}

/** Nothing where nothing is known. */
function Fact({ name, lang, children }: { name: string; lang?: string; children: ComponentChildren }) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd lang={lang}>{children}</dd>
    </div>
  );
}

interface ValuesProps {
  name: FactName;
  filter: Filter;
  values: readonly string[];
  shownAs?: (value: string, locale: Locale) => string;
}

/** Each leads to the other trees that have it. */
function Values({ name, filter, values, shownAs }: ValuesProps) {
  const { texts, locale } = useSurroundings();
  return (
    <Fact name={texts.factNames[name]}>
      {values.length > 0 && (
        <ul class="values">
          {values.map((value) => (
            <li key={value}>
              <Link to={listPlace(locale, { [filter]: [value] })}>{shownAs ? shownAs(value, locale) : value}</Link>
            </li>
          ))}
        </ul>
      )}
    </Fact>
  );
}

/** Those that a catalogue can have lead there. */
function Identifiers({ tree }: { tree: TreeDetail }) {
  const { texts } = useSurroundings();
  const given = Object.entries(tree.identifiers).flatMap(([register, id]) => (id === null ? [] : [{ register, id }]));
  return (
    <Fact name={texts.factNames.identifiers}>
      {given.length > 0 && (
        <ul class="values">
          {given.map(({ register, id }) => {
            const address = identifierAddress(register, id);
            return (
              <li key={register}>
                {register}: {address ? <a href={address}>{id}</a> : id}
              </li>
            );
          })}
        </ul>
      )}
    </Fact>
  );
}

function CommonNames({ tree }: { tree: TreeDetail }) {
  const { texts, locale } = useSurroundings();
  const languages = [...Map.groupBy(tree.commonNames, ({ language }) => language)];
  const languageNames = new Intl.DisplayNames(locale, { type: 'language' });
  return (
    <Fact name={texts.factNames.commonNames}>
      {languages.length > 0 &&
        languages.map(([language, names]) => (
          <p key={language}>
            <span lang={language}>{names.map(({ name }) => name).join(', ')}</span>{' '}
            <span class="quiet">({languageName(language, languageNames)})</span>
          </p>
        ))}
    </Fact>
  );
}

/** Authors may have written what is no language tag. */
function languageName(language: string, names: Intl.DisplayNames): string {
  try {
    return names.of(language) ?? language;
  } catch {
    return language;
  }
}

function Updated({ at }: { at: string | null }) {
  const { texts, locale } = useSurroundings();
  return (
    <Fact name={texts.factNames.updatedAt}>
      {at && (
        <time dateTime={at}>
          {new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))}
        </time>
      )}
    </Fact>
  );
}
