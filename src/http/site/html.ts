// Renders the pages for browsers. Links are relative, since a proxy may serve everything under its own path.

import { withoutKeys } from '../../access/api-key.ts';
import { SETTINGS, type Settings } from '../../config/settings.ts';
import { type Contact, contactIn, type Owner } from '../../domain/owner.ts';
import { problemExample } from '../openapi/examples.ts';
import { parseWeights } from '../response/encoding.ts';
import { PROBLEMS, type Problem, type ProblemCode } from '../response/problems.ts';
import type { Offer } from './clients.ts';

const COMMON_POLICY = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
export const PLAIN_PAGE_POLICY = `default-src 'none'; style-src 'self'; img-src 'self'; ${COMMON_POLICY}`;
export const SCRIPTED_PAGE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; ${COMMON_POLICY}`;

type Parts = Record<'title' | 'body', string> & Partial<Record<'root' | 'style' | 'meta' | 'scripts', string>>;

/** `root` is the relative path to the service's root; all but `title` are HTML. */
function page({ title, root = '', style = 'site.css', meta = '', scripts = '', body }: Parts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${meta}<title>${escapeHtml(title)}</title>
<link rel="icon" href="${root}assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}assets/${style}">
${scripts}</head>
<body>
${body}
</body>
</html>
`;
}

/** Has no data: its script requests them like any other client. In a preview it also requests the findings. */
export function explorerPage(settings: Settings, isPreview = false): string {
  const owner = ownerOf(settings);
  return page({
    title: owner.title ?? 'Sylva',
    style: 'explorer-style.css',
    meta: `<meta name="description" content="A catalogue of trees, in English and Spanish">
<meta name="sylva-catalogue" content="${escapeHtml(JSON.stringify(owner)).replaceAll('"', '&quot;')}">
${isPreview ? '<meta name="sylva-preview">\n' : ''}`,
    scripts: '<script src="assets/explorer.js" type="module"></script>\n',
    body: '<noscript><p>This page needs JavaScript. <a href="docs">The reference of the API</a> tells how to call it directly.</p></noscript>',
  });
}

function ownerOf(settings: Settings): Owner {
  const { catalogueTitle: title, catalogueContact: contact, catalogueAboutEn: en, catalogueAboutEs: es } = settings;
  return {
    title: title === SETTINGS.catalogueTitle.default ? null : title,
    contact: contact === null ? null : contactIn(contact),
    about: { en, es },
    hasLogo: settings.catalogueLogo !== null,
  };
}

export const DOCS_PAGE = page({
  title: 'Sylva – reference',
  style: 'reference-style.css',
  scripts: '<script src="assets/reference.js" type="module"></script>\n',
  body: '<noscript><p>This page needs JavaScript. <a href="openapi.json">The description of the API</a> is what it shows.</p></noscript>',
});

function plainPage(title: string, root: string, content: string): string {
  return page({ title: `${title} – Sylva`, root, body: `<main>\n${content}\n</main>` });
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function problemPage(code: ProblemCode, publicUrl: string, hasDocs: boolean): string {
  const { status, title, meaning, remedy } = PROBLEMS[code];
  const example = JSON.stringify(problemExample(code, publicUrl), null, 2);
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
  return plainPage(title, '../', content);
}

export const USAGE_POLICY_PATH = '/usage-policy';

/** The address of the data's license: the configured one, or this service's own page. */
export function policyAddress({ usagePolicyUrl, publicUrl }: Pick<Settings, 'usagePolicyUrl' | 'publicUrl'>): string {
  return usagePolicyUrl ?? `${publicUrl ?? ''}${USAGE_POLICY_PATH}`;
}

export function usagePolicyPage({ usagePolicyUrl, catalogueContact }: Settings): string {
  const policy = usagePolicyUrl === null ? '' : escapeHtml(usagePolicyUrl);
  const contact = catalogueContact === null ? undefined : contactIn(catalogueContact);
  const content = `<h1>Usage policy</h1>
<p>The data of this catalogue are not licensed for open reuse.</p>
<p>Their use is restricted to approved internal or partner purposes: whoever was given a key, or calls from an address that
the maintainers have allowed, may use them for what was agreed with the maintainers, and may not hand them on.</p>
${policy === '' ? '' : `<p>The policy in full: <a href="${policy}">${policy}</a></p>\n`}<p>To ask for another use, write to ${contact ? `${contactLink(contact)}.` : 'the maintainers who gave you your access.'}</p>`;
  return plainPage('Usage policy', '', content);
}

function contactLink({ name, mail }: Contact): string {
  return mail === null ? escapeHtml(name) : `<a href="mailto:${escapeHtml(mail)}">${escapeHtml(name)}</a>`;
}

export function clientsPage({ version, clients }: Offer): string {
  const each = clients.map(
    ({ language, needs, file, url, install }) => `<h2>${language}</h2>
<p>Needs ${needs}.${url.startsWith('/') ? ' Download the file first.' : ''}</p>
<pre><code>${escapeHtml(install)}</code></pre>
<p><a href="${file}">${file}</a></p>`,
  );
  const content = `<h1>Clients</h1>
<p>Made from version ${version} of Sylva, which serves this page. A key is needed to call the service, and none to install a client.</p>
${each.join('\n')}`;
  return plainPage('Clients', '../', content);
}

/** No browser sends a longer header. */
const MAX_ACCEPT_LENGTH = 1_000;
const MAX_DEPTH = 20;
const PROBLEM_TYPES = ['application/problem+json', 'application/json', 'application/*'];

/** Whether a client accepts HTML by name, and prefers it to what programs read. */
export function prefersPage(accept: string | undefined): boolean {
  if (accept === undefined || accept.length > MAX_ACCEPT_LENGTH) return false;
  const weights = parseWeights(accept);
  const html = weights.get('text/html') ?? 0;
  const problem = Math.max(...PROBLEM_TYPES.map((type) => weights.get(type) ?? 0));
  return html > problem && html >= (weights.get('*/*') ?? 0);
}

export function refusalPage({ code, detail }: Problem, path: string, requestId: string, hasDocs: boolean): string {
  const { status, title, remedy } = PROBLEMS[code];
  const root = rootFrom(path);
  const docs = `<p><a href="${root}">The explorer</a> · <a href="${root}docs">The reference of the API</a></p>\n`;
  const content = `<p class="status">HTTP status ${status} · <code>${code}</code></p>
<h1>${title}</h1>
<p>${escapeHtml(withoutKeys(detail))}</p>
<p>${escapeHtml(remedy)}</p>
${hasDocs ? docs : ''}<p><a href="${root}problems/${code}">More on this problem</a></p>
<p class="status">The maintainers find this request by its id, <code>${requestId}</code>.</p>`;
  return plainPage(title, root, content);
}

/** The relative path to the service's root; absolute for a path of thousands of slashes. */
function rootFrom(path: string): string {
  const above = path.split('/').length - 2;
  if (above > MAX_DEPTH) return '/';
  return above > 0 ? '../'.repeat(above) : './';
}
