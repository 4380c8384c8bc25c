// In charge of the page that says what the data may be used for: every answer's licence where no other is configured.

import type { Settings } from '../config.ts';

export const USAGE_POLICY_PATH = '/usage-policy';

/** Where the policy of the data stands: the configured one, or else this service's own. */
export function policyAddress({ usagePolicyUrl, publicUrl }: Settings): string {
  return usagePolicyUrl ?? `${publicUrl ?? ''}${USAGE_POLICY_PATH}`;
}

/** Addresses in it are relative: a proxy may serve the whole under a path of its own. */
export function usagePolicyPage(policyUrl: string | null): string {
  const more = policyUrl === null ? '' : `<p>The policy in full: <a href="${policyUrl}">${policyUrl}</a></p>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Usage policy – Sylva</title>
<link rel="icon" href="assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="assets/site.css">
</head>
<body>
<main>
<h1>Usage policy</h1>
<p>The data of this catalogue are not licensed for open reuse.</p>
<p>Their use is restricted to approved internal or partner purposes: whoever was given a key, or calls from an address that
the maintainers have allowed, may use them for what was agreed with the maintainers, and may not hand them on.</p>
${more}<p>To ask for another use, write to the maintainers who gave you your access.</p>
</main>
</body>
</html>
`;
}
