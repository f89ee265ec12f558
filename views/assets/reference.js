/* Starts Swagger UI on the reference page. It loads only from this origin. */
const root = document.querySelector('#reference');
const { document: url, redirect, clientId } = root.dataset;

const dark = matchMedia('(prefers-color-scheme: dark)');
const followColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followColours);
followColours();

const ui = window.SwaggerUIBundle({
  url,
  domNode: root,
  oauth2RedirectUrl: redirect,
  validatorUrl: null,
  // Its colours have too little contrast.
  syntaxHighlight: { activated: false },
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: clientId ? ['get', 'post', 'put', 'patch', 'delete'] : [],
});
if (clientId) ui.initOAuth({ clientId, usePkceWithAuthorizationCodeGrant: true });
