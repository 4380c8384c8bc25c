// In charge of what has changed since a revision: which trees came, became others, and went.

import type { Change, ChangeList } from '../../../client/src/index.ts';
import type { ChangesPlace } from '../address.ts';
import { Link } from '../parts/link.tsx';
import { ScientificName } from '../parts/scientific.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import { revisionBefore } from '../question.ts';
import { Pager } from './pager.tsx';

const KINDS: Change['change'][] = ['added', 'changed', 'removed'];

interface Props {
  place: ChangesPlace;
  answer: ChangeList<'summary'> | undefined;
  isExpired: boolean;
  isAsking: boolean;
}

export function ChangesView({ place, answer, isExpired, isAsking }: Props) {
  const { texts } = useSurroundings();
  return (
    <div class="changes">
      <h1 tabIndex={-1}>{texts.changesTitle}</h1>
      {place.since && <SinceField key={place.since} place={place} since={place.since} />}
      {isExpired && (
        <div class="nothing">
          <p>{texts.changesExpired}</p>
          <p class="quiet">{texts.changesExpiredHint}</p>
        </div>
      )}
      {!isExpired && answer && <Changed place={place} answer={answer} />}
      {isAsking && !answer && <p class="quiet">{texts.loading}</p>}
    </div>
  );
}

function SinceField({ place, since }: { place: ChangesPlace; since: string }) {
  const { texts, actions } = useSurroundings();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const number = new FormData(event.currentTarget as HTMLFormElement).get('since');
    actions.go({ ...place, since: `r${number}`, page: 1 });
  };
  return (
    <form class="since" onSubmit={submit}>
      <label for="since">{texts.changesSince}</label>
      <input id="since" name="since" type="number" min="1" max="999999999" required defaultValue={since.slice(1)} />
      <button type="submit" class="small-button">
        {texts.changesShow}
      </button>
      {since !== 'r1' && <Link to={{ ...place, since: revisionBefore(since), page: 1 }}>{texts.changesEarlier}</Link>}
    </form>
  );
}

function Changed({ place, answer }: { place: ChangesPlace; answer: ChangeList<'summary'> }) {
  const { texts, number } = useSurroundings();
  const { total } = answer.pagination;
  const { since, revision } = answer.meta;
  if (total === 0) return <p class="lead">{texts.changesNone}</p>;
  return (
    <>
      <p class="lead">{texts.changesIntro(total, number(total), since, revision)}</p>
      {KINDS.map((kind) => (
        <Kind key={kind} kind={kind} changes={answer.data.filter(({ change }) => change === kind)} />
      ))}
      <Pager place={place} pagination={answer.pagination} />
    </>
  );
}

function Kind({ kind, changes }: { kind: Change['change']; changes: Change<'summary'>[] }) {
  const { texts, number } = useSurroundings();
  if (changes.length === 0) return null;
  return (
    <section class={`change-kind is-${kind}`} aria-labelledby={kind}>
      <h2 id={kind}>{texts.changeKind(kind, changes.length, number(changes.length))}</h2>
      <ul>
        {changes.map((change) => (
          <Entry key={change.slug} change={change} />
        ))}
      </ul>
    </section>
  );
}

/** Of a tree that is gone, the service still knows the slug. */
function Entry({ change: { slug, revision, tree } }: { change: Change<'summary'> }) {
  const { locale } = useSurroundings();
  return (
    <li>
      <span class="change-name">
        {tree ? <Link to={{ view: 'tree', locale, slug }}>{tree.title}</Link> : slug}{' '}
        {tree && <ScientificName name={tree.scientificName} />}
      </span>
      <span class="quiet">{revision}</span>
    </li>
  );
}
