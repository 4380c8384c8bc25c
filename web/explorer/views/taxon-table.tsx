// In charge of families or genera as a table.

import { Link } from '../parts/link.tsx';
import { useSurroundings } from '../parts/surroundings.ts';
import type { Taxon } from './taxa.ts';

export function TaxonTable({ taxa, isOfGenera }: { taxa: Taxon[]; isOfGenera: boolean }) {
  const { texts, number } = useSurroundings();
  return (
    <details class="table">
      <summary>{texts.asTable}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{isOfGenera ? texts.genus : texts.factNames.family}</th>
            {!isOfGenera && (
              <th scope="col" class="common">
                {texts.commonName}
              </th>
            )}
            <th scope="col" class="number">
              {texts.species}
            </th>
            <th scope="col" class="number">
              {texts.threatenedOfAssessed}
            </th>
          </tr>
        </thead>
        <tbody>
          {taxa.map(({ name, commonName, speciesCount, assessedCount, threatenedCount, trees }) => (
            <tr key={name}>
              <th scope="row" lang="la">
                <Link to={trees}>{name}</Link>
              </th>
              {!isOfGenera && <td class="common">{commonName}</td>}
              <td class="number">{number(speciesCount)}</td>
              <td class="number">
                {number(threatenedCount)} / {number(assessedCount)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
