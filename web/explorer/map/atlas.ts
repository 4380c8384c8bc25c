// In charge of the map that is shown: its regions and their shapes, loaded when the first map is. It is the catalogue's own, or that
// of the world.

import { useEffect, useState } from 'preact/hooks';
import type { RegionMap } from '../../../client/src/index.ts';
import { placeKey } from '../../../src/domain/regions/regions.ts';
import { useSurroundings } from '../parts/surroundings.ts';
import { type Geography, geographyOf, worldIn } from './geography.ts';

export interface Shapes {
  width: number;
  height: number;
  /** Paths by the code of the region. */
  regions: Record<string, string>;
}

export interface Atlas {
  /** That of the world is known without loading anything. */
  geography: Geography | undefined;
  shapes: Shapes | 'loading' | 'failed';
}

let loaded: Promise<Shapes> | undefined;

/** What could not be loaded is tried again with the next map. */
async function loadWorld(): Promise<Shapes> {
  loaded ??= fetch('assets/world-map.json').then((answer) => {
    if (!answer.ok) throw new Error(`The map: ${answer.status}`);
    return answer.json();
  });
  try {
    return await loaded;
  } catch (error) {
    loaded = undefined;
    throw error;
  }
}

export function useAtlas(): Atlas {
  const { locale, actions, ownMap } = useSurroundings();
  const [atlas, setAtlas] = useState<Atlas & { of: string | undefined }>();
  useEffect(() => {
    let isWanted = true;
    const show = (each: Atlas) => isWanted && setAtlas({ ...each, of: ownMap });
    const load = async () => {
      if (ownMap === undefined) return { geography: undefined, shapes: await loadWorld() };
      return atlasOf(await actions.loadMap(ownMap));
    };
    load().then(show, () => show({ geography: undefined, shapes: 'failed' }));
    return () => {
      isWanted = false;
    };
  }, [ownMap]);
  const { geography, shapes } = atlas?.of === ownMap && atlas ? atlas : NOTHING_YET;
  return { geography: ownMap === undefined ? worldIn(locale) : geography, shapes };
}

const NOTHING_YET: Atlas = { geography: undefined, shapes: 'loading' };

function atlasOf(map: RegionMap): Atlas {
  const regions = Object.fromEntries(map.regions.map(({ name, path }) => [placeKey(name), path]));
  return { geography: geographyOf(map), shapes: { ...map, regions } };
}
