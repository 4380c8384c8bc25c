// In charge of choosing between cards and table, what the table shows, and whether there is a map.

import type { ListPlace } from '../address.ts';
import { COLUMNS, keepLook, type Look } from '../look.ts';
import { useSurroundings } from '../parts/surroundings.ts';

interface Props {
  place: ListPlace;
  look: Look;
  onLook(look: Look): void;
  /** The trees grow in regions that can be drawn. */
  canBeDrawn: boolean;
}

export function LookField({ place, look, onLook, canBeDrawn }: Props) {
  const { texts, actions } = useSurroundings();
  const change = (part: Partial<Look>) => {
    const changed = { ...look, ...part };
    keepLook(changed);
    onLook(changed);
  };
  const choose = (isTable: boolean) => {
    change({ isTable });
    actions.go({ ...place, isTable, page: 1 }, { keepsFocus: true });
  };
  const showMap = (hasMap: boolean) => {
    change({ hasMap });
    actions.go({ ...place, hasMap }, { keepsFocus: true });
  };
  return (
    <div class="look">
      <button type="button" class="small-button" aria-pressed={!place.isTable} onClick={() => choose(false)}>
        {texts.cards}
      </button>
      <button type="button" class="small-button" aria-pressed={place.isTable} onClick={() => choose(true)}>
        {texts.table}
      </button>
      {canBeDrawn && (
        <button type="button" class="small-button" aria-pressed={place.hasMap} onClick={() => showMap(!place.hasMap)}>
          {texts.map}
        </button>
      )}
      {place.isTable && (
        <details class="menu">
          <summary>{texts.columnsTitle}</summary>
          <div class="menu-body">
            {COLUMNS.map((column) => (
              <Choice
                key={column}
                name={texts.columns[column]}
                isOn={look.columns.includes(column)}
                onToggle={(isOn) =>
                  change({ columns: COLUMNS.filter((each) => (each === column ? isOn : look.columns.includes(each))) })
                }
              />
            ))}
            <hr />
            <Choice name={texts.dense} isOn={look.isDense} onToggle={(isDense) => change({ isDense })} />
          </div>
        </details>
      )}
    </div>
  );
}

function Choice({ name, isOn, onToggle }: { name: string; isOn: boolean; onToggle(isOn: boolean): void }) {
  return (
    <label class="menu-choice">
      <input type="checkbox" checked={isOn} onChange={() => onToggle(!isOn)} />
      {name}
    </label>
  );
}
