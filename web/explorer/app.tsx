// In charge of the frame of every view: who we are, where one can go, in which language, how the service is.

import { useMemo, useState } from 'preact/hooks';
import type { ChangeList, FamilyList, TreeAnswer, TreeList } from '../../client/src/index.ts';
import type { Owner } from '../../src/domain/owner.ts';
import { addressOf, type Filter, listPlace } from './address.ts';
import { Basket } from './compare/basket.tsx';
import { CompareView } from './compare/compare.tsx';
import type { Refusal } from './condition.ts';
import type { State } from './explorer.ts';
import type { Actions } from './parts/actions.ts';
import { Call } from './parts/call.tsx';
import { Footer } from './parts/footer.tsx';
import { Header } from './parts/header.tsx';
import { Help } from './parts/help.tsx';
import { Link } from './parts/link.tsx';
import { Notice } from './parts/notice.tsx';
import { SurroundingsContext, useSurroundings } from './parts/surroundings.ts';
import { Preview } from './preview/preview.tsx';
import { PrintView } from './print/print.tsx';
import type { Texts } from './texts.ts';
import { nameOf } from './title.ts';
import { CalendarView } from './views/calendar.tsx';
import { ChangesView } from './views/changes.tsx';
import { FamiliesView } from './views/families.tsx';
import { KeyView } from './views/key.tsx';
import { ListView } from './views/list.tsx';
import { TreeView } from './views/tree.tsx';

interface Props {
  state: State;
  texts: Texts;
  actions: Actions;
  owner: Owner;
}

export function App({ state, texts, actions, owner }: Props) {
  const { locale } = state.place;
  const [isCallOpen, setCallOpen] = useState(false);
  const call = { isOpen: isCallOpen, toggle: () => setCallOpen(!isCallOpen) };
  const number = useMemo(() => new Intl.NumberFormat(locale).format, [locale]);
  return (
    <SurroundingsContext.Provider value={{ locale, texts, actions, owner, ownMap: ownMapOf(state), number }}>
      <button type="button" class="skip" onClick={skip}>
        {texts.skip}
      </button>
      <Header place={state.place} revision={state.revision} call={call} />
      <main tabIndex={-1} aria-busy={state.condition.kind === 'asking'}>
        {call.isOpen && <Call place={state.place} />}
        <Preview place={state.place} />
        <Notice condition={state.condition} />
        <Content state={state} />
      </main>
      {!state.isLocked && (state.place.view === 'trees' || state.place.view === 'tree') && <Basket />}
      <Help />
      <Footer limit={state.limit} hasKey={state.hasKey} />
    </SurroundingsContext.Provider>
  );
}

/** Answers about trees lead to the map of their catalogue. */
function ownMapOf({ shown }: State): string | undefined {
  const { _links, meta } = shown?.answer ?? {};
  return _links && 'map' in _links ? meta?.revision : undefined;
}

/** No link to a part of the page: that would stand in the address, which is made to be shared. */
function skip(): void {
  document.querySelector('main')?.focus();
}

function Content({ state }: { state: State }) {
  const { texts } = useSurroundings();
  const { place, shown, condition } = state;
  if (state.isLocked) return <KeyView isRefused={state.isKeyRefused} />;
  if (condition.kind === 'missing') return <Trouble title={texts.missingTitle}>{texts.missing}</Trouble>;
  if (condition.kind === 'removed') return <Trouble title={texts.removedTitle}>{texts.removed}</Trouble>;
  if (condition.kind === 'refused')
    return <Trouble title={texts.refusedTitle}>{refusalText(condition.faults, texts)}</Trouble>;
  return <View place={place} shown={shown} condition={condition} />;
}

/** The answer is of the place's own kind: the explorer keeps no other. */
function View({ place, shown, condition }: Pick<State, 'place' | 'shown' | 'condition'>) {
  const answer: unknown = shown?.answer;
  if (place.view === 'changes') {
    const isExpired = condition.kind === 'expired';
    return (
      <ChangesView
        place={place}
        answer={answer as ChangeList<'summary'> | undefined}
        isExpired={isExpired}
        isAsking={condition.kind === 'asking'}
      />
    );
  }
  if (place.view === 'trees') {
    const isOld = shown !== undefined && addressOf(shown.place) !== addressOf(place);
    const isAsking = condition.kind === 'asking';
    return <ListView place={place} answer={answer as TreeList | undefined} isOld={isOld} isAsking={isAsking} />;
  }
  if (!answer) return <Waiting title={nameOf(place, undefined)} isAsking={condition.kind === 'asking'} />;
  if (place.view === 'tree') return <TreeView answer={answer as TreeAnswer} />;
  if ('slugs' in place) {
    const Chosen = place.view === 'compare' ? CompareView : PrintView;
    return <Chosen place={place} answer={answer as TreeList<'detail'>} />;
  }
  if (place.view === 'families') return <FamiliesView place={place} answer={answer as FamilyList} />;
  return <CalendarView place={place} answer={answer as TreeList} />;
}

function Waiting({ title, isAsking }: { title: string; isAsking: boolean }) {
  const { texts } = useSurroundings();
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p class="quiet">{isAsking && texts.loading}</p>
    </>
  );
}

/** In the visitor's language: the service speaks English to programs. */
function refusalText(faults: Refusal[], texts: Texts): string {
  const nameOf = (parameter: string) =>
    texts.filterNames[parameter as Filter] ?? texts[parameter as 'search'] ?? parameter;
  return faults.map(({ parameter, value }) => texts.wrongValue(nameOf(parameter), value)).join(' ') || texts.refused;
}

function Trouble({ title, children }: { title: string; children: string }) {
  const { texts, locale } = useSurroundings();
  return (
    <div class="trouble">
      <h1 tabIndex={-1}>{title}</h1>
      <p>{children}</p>
      <p>
        <Link to={listPlace(locale)}>{texts.allTrees}</Link>
      </p>
    </div>
  );
}
