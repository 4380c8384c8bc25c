// In charge of the page that says what the data may be used for: every answer's licence where no other is configured.

import type { Settings } from '../config.ts';
import { escapeHtml, plainPage } from './plain-page.ts';

export const USAGE_POLICY_PATH = '/usage-policy';

/** Where the policy of the data stands: the configured one, or else this service's own. */
export function policyAddress({ usagePolicyUrl, publicUrl }: Settings): string {
  return usagePolicyUrl ?? `${publicUrl ?? ''}${USAGE_POLICY_PATH}`;
}

export function usagePolicyPage(policyUrl: string | null): string {
  const policy = policyUrl === null ? '' : escapeHtml(policyUrl);
  const content = `<h1>Usage policy</h1>
<p>The data of this catalogue are not licensed for open reuse.</p>
<p>Their use is restricted to approved internal or partner purposes: whoever was given a key, or calls from an address that
the maintainers have allowed, may use them for what was agreed with the maintainers, and may not hand them on.</p>
${policy === '' ? '' : `<p>The policy in full: <a href="${policy}">${policy}</a></p>\n`}<p>To ask for another use, write to the maintainers who gave you your access.</p>`;
  return plainPage({ title: 'Usage policy', root: '', content });
}
