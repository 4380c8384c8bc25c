// In charge of the pages that explain problems to people: what it means, what to do, what it looks like.

import { PROBLEMS, type ProblemCode } from '../problems.ts';
import { problemExample } from './openapi/examples.ts';
import { escapeHtml, plainPage } from './plain-page.ts';

export function problemPage(code: ProblemCode, base: string, hasDocs: boolean): string {
  const { status, title, meaning, remedy } = PROBLEMS[code];
  const example = JSON.stringify(problemExample(code, base), null, 2);
  const content = `<p class="status">HTTP status ${status} · <code>${code}</code></p>
<h1>${title}</h1>
<h2>What it means</h2>
<p>${escapeHtml(meaning)}</p>
<h2>What to do</h2>
<p>${escapeHtml(remedy)}</p>
<h2>What it looks like</h2>
<pre><code>${escapeHtml(example)}</code></pre>
<p>Whatever the problem, its <code>requestId</code> is what the maintainers find it by.</p>
${hasDocs ? '<p><a href="../docs">The reference of the API</a></p>' : ''}`;
  return plainPage({ title, root: '../', content });
}
