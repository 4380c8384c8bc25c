// In charge of what the pages of text have in common: their frame, their policy, and how text gets into them.

export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

interface Parts {
  title: string;
  /** The way to the service's root. Addresses in pages are relative: a proxy may serve the whole under a path of its own. */
  root: string;
  /** As HTML. */
  content: string;
}

export function plainPage({ title, root, content }: Parts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} – Sylva</title>
<link rel="icon" href="${root}assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}assets/site.css">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
