// In charge of the page at /docs, where the API is read and tried.

/** Everything comes from this server and goes to it. Swagger UI draws its icons from data: addresses. */
export const DOCS_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Addresses in it are relative: a proxy may serve the whole under a path of its own. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sylva – reference</title>
<link rel="icon" href="assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="assets/swagger-ui.css">
<script src="assets/swagger-ui-bundle.js" defer></script>
<script src="assets/docs.js" defer></script>
</head>
<body>
<main id="reference"></main>
</body>
</html>
`;
