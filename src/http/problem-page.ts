// In charge of the pages that explain problems to people: what it means, what to do, what it looks like.

import { PROBLEMS, type ProblemCode } from '../problems.ts';
import { problemExample } from './openapi/examples.ts';

export const PROBLEM_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Addresses in it are relative: a proxy may serve the whole under a path of its own. */
export function problemPage(code: ProblemCode, base: string, hasDocs: boolean): string {
  const { status, title, meaning, remedy } = PROBLEMS[code];
  const example = JSON.stringify(problemExample(code, base), null, 2);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – Sylva</title>
<link rel="icon" href="../assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../assets/site.css">
</head>
<body>
<main>
<p class="status">HTTP status ${status} · <code>${code}</code></p>
<h1>${title}</h1>
<h2>What it means</h2>
<p>${escapeHtml(meaning)}</p>
<h2>What to do</h2>
<p>${escapeHtml(remedy)}</p>
<h2>What it looks like</h2>
<pre><code>${escapeHtml(example)}</code></pre>
<p>Whatever the problem, its <code>requestId</code> is what the maintainers find it by.</p>
${hasDocs ? '<p><a href="../docs">The reference of the API</a></p>\n' : ''}</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
