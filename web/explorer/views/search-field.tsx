// In charge of searching as one types: a request follows a pause in typing, not each letter.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ListPlace } from '../address.ts';
import { useSurroundings } from '../parts/surroundings.ts';

const PAUSE_MS = 275;
const LONGEST_SEARCH = 200;

export function SearchField({ place }: { place: ListPlace }) {
  const { texts, actions } = useSurroundings();
  const [typed, setTyped] = useState(place.search);
  const timer = useRef(0);
  const sent = useRef(place.search);

  // What comes from elsewhere, such as the way back, is shown; what is still being typed is not disturbed.
  useLayoutEffect(() => {
    if (place.search === sent.current) return;
    clearTimeout(timer.current);
    setTyped(place.search);
    sent.current = place.search;
  }, [place.search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() === place.search) return;
    sent.current = text.trim();
    // One entry of the history for a search, not one for each pause in it.
    actions.go({ ...place, search: text.trim(), page: 1 }, { replaces: place.search !== '', keepsFocus: true });
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => search(text), PAUSE_MS);
  };
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(typed);
        }}
      >
        <label for="search">{texts.search}</label>
        <input
          id="search"
          type="search"
          value={typed}
          maxLength={LONGEST_SEARCH}
          placeholder={texts.searchHint}
          autocomplete="off"
          onInput={(event) => type(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}
