// In charge of what exports tell of the catalogue as a whole: the settings that say so, and the revision.

import type { Dataset } from '../../catalogue/export/dwca/eml.ts';
import type { Settings } from '../../config/settings.ts';
import { policyAddress } from '../site/html.ts';

type Telling = Pick<Settings, 'catalogueTitle' | 'catalogueContact' | 'publicUrl' | 'usagePolicyUrl'>;

export function datasetOf(settings: Telling, revision: string, publishedAt: string): Dataset {
  const { catalogueTitle, catalogueContact, publicUrl } = settings;
  const policy = policyAddress(settings);
  return {
    title: catalogueTitle,
    contact: catalogueContact,
    address: publicUrl,
    // A path alone leads nowhere from a file.
    policy: policy.startsWith('/') ? null : policy,
    revision,
    publishedAt,
  };
}

/** What an archive's bytes depend on beside the trees: compressors differ, too, between machines. */
export function sourceOf(dataset: Dataset): string {
  return JSON.stringify([dataset, process.arch, process.versions.zlib]);
}
