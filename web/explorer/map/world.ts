// In charge of the shapes of the world's regions: one file, loaded when the first map is shown.

import { useEffect, useState } from 'preact/hooks';

export interface World {
  width: number;
  height: number;
  /** Paths by the code of the region. */
  regions: Record<string, string>;
}

type Loading = World | 'loading' | 'failed';

let loaded: Promise<World> | undefined;

/** What could not be loaded is tried again with the next map. */
async function load(): Promise<World> {
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

export function useWorld(): Loading {
  const [world, setWorld] = useState<Loading>('loading');
  useEffect(() => {
    let isWanted = true;
    const show = (each: Loading) => isWanted && setWorld(each);
    load().then(show, () => show('failed'));
    return () => {
      isWanted = false;
    };
  }, []);
  return world;
}
