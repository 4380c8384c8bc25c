// In charge of the categories of the IUCN Red List, in its own colours.

import type { ConservationStatus, TreeDetail } from '../../../client/src/index.ts';
import type { AssessmentScope } from '../../../src/domain/fields/assessment.ts';
import { CONSERVATION_STATUSES } from '../../../src/domain/vocabulary.ts';
import { useSurroundings } from './surroundings.ts';

const isOnScale = (status: ConservationStatus) => status !== 'DD' && status !== 'NE';

export function StatusCode({ status }: { status: ConservationStatus }) {
  const { texts } = useSurroundings();
  return (
    <abbr class={`status status-${status}`} title={texts.statuses[status]}>
      {status}
    </abbr>
  );
}

/** When, on what grounds and about what part of the world a tree was assessed, as far as is known. */
export function Assessment({ year, criteria, scope }: NonNullable<TreeDetail['conservationAssessment']>) {
  const { texts } = useSurroundings();
  const parts = [
    scope && (texts.scopes[scope as AssessmentScope] ?? scope),
    year,
    criteria && texts.criteria(criteria),
  ];
  return <p class="quiet">{parts.filter((part) => part !== null).join(', ')}</p>;
}

/** The categories from extinct to least concern in a row, with the tree's own in its colour. */
export function StatusScale({ status }: { status: ConservationStatus }) {
  const { texts } = useSurroundings();
  const shown = isOnScale(status) ? CONSERVATION_STATUSES.filter(isOnScale) : [status];
  return (
    <div class="status-scale">
      <p class="status-row" aria-hidden="true">
        {shown.map((each) => (
          <span key={each} class={each === status ? `status status-${each} is-own` : 'status'}>
            {each}
          </span>
        ))}
      </p>
      <p class="status-name">
        {texts.statuses[status]} <span class="quiet">({status})</span>
      </p>
    </div>
  );
}
