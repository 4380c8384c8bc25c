// In charge of what views may do to the rest of the page.

import type { RegionMap } from '../../../client/src/index.ts';
import type { ListPlace, Place } from '../address.ts';

export interface Going {
  /** In the place of the present entry of the history. */
  replaces?: boolean;
  /** The visitor goes on where they are, such as in the search field. */
  keepsFocus?: boolean;
}

export interface Actions {
  /** The address of the service, for the calls that are shown. */
  baseUrl: string;
  go(place: Place, going?: Going): void;
  /** To any tree of a list, of which there are so many. */
  goToAny(list: ListPlace, total: number): void;
  /** The map that a revision brings. */
  loadMap(revision: string): Promise<RegionMap>;
  again(): void;
  useKey(key: string, isForDevice: boolean): void;
  forgetKey(): void;
}
