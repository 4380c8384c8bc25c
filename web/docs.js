// In charge of the page at /docs: Swagger UI over this server's own document. The key that is entered stays in the page's
// memory, and goes with it.

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  supportedSubmitMethods: ['get'],
  tryItOutEnabled: true,
  // Left as it is, it would show the document to a server of somebody else.
  validatorUrl: null,
});
