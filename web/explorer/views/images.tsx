// In charge of a tree's images: links only, because they are on other servers and this page asks nobody but its own.

import type { TreeDetail } from '../../../client/src/index.ts';
import { useSurroundings } from '../parts/surroundings.ts';
import { imagesOf } from '../plain.ts';

export function Images({ tree }: { tree: TreeDetail }) {
  const { texts } = useSurroundings();
  const images = imagesOf([tree.featuredImage, ...tree.images]);
  if (images.length === 0) return null;
  return (
    <section aria-labelledby="images">
      <h2 id="images">{texts.images}</h2>
      <ul>
        {images.map((href, index) => (
          <li key={href}>
            <a href={href} rel="noopener noreferrer">
              {texts.image(index + 1)}
            </a>{' '}
            <span class="quiet">{new URL(href).host}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
