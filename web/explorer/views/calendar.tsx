// In charge of the catalogue's year: how many trees flower and fruit in each month. Columns on a wide screen, rows on a
// phone; the numbers are always there.

import type { Month, TreeList } from '../../../client/src/index.ts';
import { MONTHS, parseMonth } from '../../../src/domain/vocabulary.ts';
import { type Filter, isNarrowed, listPlace, type WholePlace } from '../address.ts';
import { Link } from '../parts/link.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import { monthName } from '../seasons.ts';
import { Asked } from './asked.tsx';

const LONG_COUNT = 10_000;
const KINDS = { floweringSeason: 'flowering', fruitingSeason: 'fruiting' } as const;
type Season = keyof typeof KINDS;

export function CalendarView({ place, answer }: { place: WholePlace; answer: TreeList }) {
  const { texts } = useSurroundings();
  const countOf = (season: Season, month: Month) =>
    answer.facets?.[season]?.find(({ value }) => value === month)?.count ?? 0;
  const seasons = Object.keys(KINDS) as Season[];
  const highest = Math.max(1, ...seasons.flatMap((season) => MONTHS.map((month) => countOf(season, month))));
  return (
    <div class="calendar">
      <h1 tabIndex={-1}>{texts.calendarTitle}</h1>
      <p class="lead">{isNarrowed(place) ? texts.calendarOf : texts.calendarIntro}</p>
      <Asked place={place} total={answer.pagination.total} />
      <p class="legend" aria-hidden="true">
        {seasons.map((season) => (
          <span key={season} class={KINDS[season]}>
            {texts[KINDS[season]]}
          </span>
        ))}
      </p>
      <ol class="months">
        {MONTHS.map((month) => (
          <li key={month}>
            <MonthName month={month} />
            {seasons.map((season) => (
              <Bar
                key={season}
                place={place}
                season={season}
                month={month}
                count={countOf(season, month)}
                highest={highest}
              />
            ))}
          </li>
        ))}
      </ol>
    </div>
  );
}

function MonthName({ month }: { month: Month }) {
  const { locale } = useSurroundings();
  return (
    <span class="month-name">
      <abbr title={monthName(month, locale)}>{monthName(month, locale, 'short')}</abbr>
    </span>
  );
}

interface BarProps {
  place: WholePlace;
  season: Season & Filter;
  month: Month;
  count: number;
  highest: number;
}

function Bar({ place, season, month, count, highest }: BarProps) {
  const { texts, locale, number } = useSurroundings();
  const kind = KINDS[season];
  const isLong = count >= LONG_COUNT;
  const isChosen = place.filters[season].some((each) => parseMonth(each) === month);
  const { search, filters } = place;
  const to = { ...listPlace(locale), search, filters: { ...filters, [season]: [month] } };
  return (
    <Link
      to={to}
      class={`bar ${kind}${isChosen ? ' is-chosen' : ''}`}
      {...(isChosen && { 'aria-current': 'true' })}
      style={{ '--share': String(count / highest) }}
      aria-label={texts.inMonth(texts[kind], monthName(month, locale), count, number(count))}
    >
      <span class={isLong ? 'bar-count is-long' : 'bar-count'}>{number(count)}</span>
      <span class="bar-body" />
    </Link>
  );
}
