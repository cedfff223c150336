import type { Reply } from '../response/reply.ts';
import { readVersion } from '../version.ts';
import { readSwaggerFile } from './swagger-files.ts';

/**
 * Allows only this server, so that the page works without a network. Swagger UI sets styles on elements, which needs
 * `unsafe-inline` for styles.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Denies the browser features that ask the user for permission. */
const PERMISSIONS_POLICY = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Its links are relative, so that they hold below any path. */
function page(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Vitrine: interface</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/docs.css">
</head>
<body>
<header>
<strong>Vitrine</strong> <small>${readVersion()}</small>
<nav><a href="docs">API</a><a href="docs?api=admin">Administration</a></nav>
<a id="source" href="v2/openapi.json">OpenAPI document</a>
<small id="signed-in" role="status" hidden>Requests have the key of the console in another tab.</small>
</header>
<main id="ui"><noscript>This page needs JavaScript; the OpenAPI document does not.</noscript></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/docs.js"></script>
</body>
</html>
`;
}

const SCRIPT = `const admin = new URLSearchParams(location.search).get('api') === 'admin';
const url = admin ? 'admin/openapi.json' : 'v2/openapi.json';
document.getElementById('source').href = url;
for (const link of document.querySelectorAll('nav a')) {
  if (link.getAttribute('href') === (admin ? 'docs?api=admin' : 'docs')) link.setAttribute('aria-current', 'page');
}
const dark = matchMedia('(prefers-color-scheme: dark)');
const chosen = localStorage.getItem('vitrine.theme');
const paint = () =>
  document.documentElement.classList.toggle('dark-mode', chosen === 'dark' || (chosen !== 'light' && dark.matches));
dark.addEventListener('change', paint);
paint();
const ui = SwaggerUIBundle({
  url,
  domNode: document.getElementById('ui'),
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  persistAuthorization: false,
  validatorUrl: null,
  onComplete: shareKey,
});

// The tabs of the console tell each other their key, and this page, which is of the same server.
function shareKey() {
  const channel = new BroadcastChannel('vitrine-console ' + new URL('.', location.href).href);
  const note = document.getElementById('signed-in');
  channel.onmessage = ({ data }) => {
    if (data.kind === 'signedOut') ui.authActions.logout(['apiKey']);
    else if (data.kind === 'reply' || data.kind === 'signedIn') ui.preauthorizeApiKey('apiKey', data.key);
    else return;
    note.hidden = data.kind === 'signedOut';
  };
  channel.postMessage({ kind: 'ask' });
}
`;

const STYLE = `body { margin: 0; background: #fff; color: #1f2733; font-family: system-ui, sans-serif; }
html.dark-mode body { background: #1c2022; color: #e4e6e6; }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: baseline; padding: 14px 24px; background: #12204a; color: #fff; }
header strong { font-size: 18px; }
header small { margin-left: -16px; color: #cfd8f3; }
header nav { display: flex; gap: 16px; flex: 1; }
header #signed-in { flex-basis: 100%; margin: 0; }
header a { color: #cfd8f3; text-decoration: none; }
header a:hover, header a[aria-current] { color: #fff; text-decoration: underline; text-underline-offset: 4px; }
.swagger-ui .info { margin: 28px 0 12px; }
.swagger-ui .scheme-container { padding: 12px 0; box-shadow: none; border-bottom: 1px solid #e3e6ec; }
html.dark-mode .swagger-ui .scheme-container { background: none; border-color: #3b4151; }
@media (max-width: 640px) {
  header { padding: 12px 16px; }
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; }
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; padding: 0 10px 4px; }
  .swagger-ui .parameters-col_name { width: auto; }
  .swagger-ui table.parameters, .swagger-ui table.parameters > tbody, .swagger-ui table.parameters > tbody > tr,
  .swagger-ui table.parameters > tbody > tr > td { display: block; padding: 4px 0; }
  .swagger-ui table.parameters > thead { display: none; }
  .swagger-ui .opblock-section-header { flex-wrap: wrap; }
  .swagger-ui .responses-table .response-col_links { display: none; }
}
.swagger-ui .scheme-container .schemes > .schemes-server-container { display: none; }
`;

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** The files of the page. Those without a text are of Swagger UI. */
const ASSETS = {
  'swagger-ui.css': { type: CSS, text: null },
  'swagger-ui-bundle.js': { type: JAVASCRIPT, text: null },
  'favicon-32x32.png': { type: 'image/png', text: null },
  'docs.css': { type: CSS, text: STYLE },
  'docs.js': { type: JAVASCRIPT, text: SCRIPT },
} as const;

export type DocsAssetName = keyof typeof ASSETS;

/** Returns the page that shows the interface (docs/rules.md#openapi-documents). */
export function docsPage(): Reply {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': PERMISSIONS_POLICY,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=60',
    },
    body: page(),
  };
}

/** Returns a file of the page. Reads it once, at its first request. */
export async function docsAsset(name: DocsAssetName): Promise<Reply> {
  const { type, text } = ASSETS[name];
  return {
    status: 200,
    headers: {
      'Content-Type': type,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=3600',
    },
    body: text ?? (await readSwaggerFile(name)),
  };
}
