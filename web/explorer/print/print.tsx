// In charge of trees on paper: a page of A4 for each, shown as it will be printed.

import type { TreeDetail, TreeList } from '../../../client/src/index.ts';
import { addressOf, type ChosenPlace } from '../address.ts';
import { citationOf } from '../citation.ts';
import { inOrder } from '../compare/compare.tsx';
import { COMPARE_TEXTS } from '../compare/texts.ts';
import { HeightPicture } from '../height/height-picture.tsx';
import { RangeFigure } from '../map/range.tsx';
import { Logo } from '../parts/owner.tsx';
import { ScientificName } from '../parts/scientific.tsx';
import { SeasonRing } from '../parts/season.tsx';
import { Assessment, StatusScale } from '../parts/status.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import { FactList } from '../views/facts.tsx';
import { QrCode } from './qr-code.tsx';
import { PRINT_TEXTS } from './texts.ts';

interface Props {
  place: ChosenPlace;
  answer: TreeList<'detail'>;
}

export function PrintView({ place, answer }: Props) {
  const { locale } = useSurroundings();
  const texts = PRINT_TEXTS[locale];
  const trees = inOrder(answer.data, place.slugs);
  return (
    <div class="print">
      <div class="print-head">
        <h1 tabIndex={-1}>{texts.title}</h1>
        <p>{trees.length === 0 ? COMPARE_TEXTS[locale].missing(place.slugs.join(', ')) : texts.intro(trees.length)}</p>
        {trees.length > 0 && (
          <button type="button" class="main-button" onClick={() => print()}>
            {texts.print}
          </button>
        )}
      </div>
      {trees.map((tree) => (
        <Sheet key={tree.slug} tree={tree} revision={answer.meta.revision} />
      ))}
    </div>
  );
}

function Sheet({ tree, revision }: { tree: TreeDetail; revision: string }) {
  const { texts, locale, actions, owner } = useSurroundings();
  const address = `${actions.baseUrl}/${addressOf({ view: 'tree', locale, slug: tree.slug })}`;
  const catalogue = owner.title ? texts.citedIn(owner.title) : texts.cited;
  return (
    <article class="sheet" lang={tree.locale}>
      <div class="sheet-page">
        <header class="sheet-head">
          <div>
            <h2>{tree.title}</h2>
            <p class="sheet-scientific">
              <ScientificName name={tree.scientificName} authors={tree.scientificNameAuthorship} />
            </p>
            <p class="quiet" lang="la">
              {tree.family}
            </p>
          </div>
          <RangeFigure places={tree.distribution} />
          <QrCode text={address} label={PRINT_TEXTS[locale].code} />
        </header>
        <p class="sheet-lead">{tree.description}</p>
        <div class="sheet-facts" lang={locale}>
          <FactList tree={tree} />
        </div>
        <div class="sheet-side" lang={locale}>
          <SeasonRing {...tree} />
          {tree.conservationStatus && <StatusScale status={tree.conservationStatus} />}
          {tree.conservationAssessment && <Assessment {...tree.conservationAssessment} />}
          <HeightPicture trees={[tree]} />
        </div>
        <footer class="sheet-foot" lang={locale}>
          <Logo size={20} />
          <span>{citationOf(tree, { address, revision, catalogue })}</span>
        </footer>
      </div>
    </article>
  );
}
