import type { Dataset } from '../../catalogue/export/dwca/eml.ts';
import type { Settings } from '../../config/settings.ts';
import { policyAddress } from '../site/html.ts';

type DatasetSettings = Pick<Settings, 'catalogueTitle' | 'catalogueContact' | 'publicUrl' | 'usagePolicyUrl'>;

/** Describes the catalogue as a whole for exports. */
export function datasetOf(settings: DatasetSettings, revision: string, publishedAt: string): Dataset {
  const { catalogueTitle: title, catalogueContact: contact, publicUrl: address } = settings;
  const policy = policyAddress(settings);
  // A relative address is useless in a file.
  return { title, contact, address, policy: policy.startsWith('/') ? null : policy, revision, publishedAt };
}
