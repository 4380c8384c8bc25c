// In charge of showing scientific names as botanists set them.

import { scientificParts } from '../scientific-parts.ts';

interface Props {
  name: string;
  authors?: string | null;
}

export function ScientificName({ name, authors }: Props) {
  return (
    <span class="scientific" lang="la">
      {scientificParts(name).map(({ text, isUpright }) => (isUpright ? <span class="upright">{text}</span> : text))}
      {authors && <span class="upright authors"> {authors}</span>}
    </span>
  );
}
