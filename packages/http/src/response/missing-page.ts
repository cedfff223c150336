import type { Reply } from './reply.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Returns whether a request is that of a browser for a page. */
export function wantsPage(accept: string | null): boolean {
  return /\btext\/html\b/i.test(accept ?? '');
}

/**
 * Returns a page for a path that does not exist. Its links are relative, so that they hold behind a proxy with a path
 * prefix. It contains nothing of the request.
 *
 * @param depth the number of slashes in the path.
 */
export function missingPage(depth: number, hasConsole: boolean): Reply {
  const root = depth <= 1 ? './' : '../'.repeat(depth - 1);
  const links = [...(hasConsole ? [['console/', 'Console']] : []), ['docs', 'API']];
  return {
    status: 404,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not found · Vitrine</title>
<style>
body { display: grid; place-content: center; gap: 8px; min-height: 90vh; margin: 0; padding: 0 24px; font: 15px/1.5 system-ui, sans-serif; text-align: center; }
h1 { margin: 0; font-size: 20px; }
p { margin: 0; }
a { color: light-dark(#1f4fd8, #8fb0ff); padding: 4px 8px; }
</style>
</head>
<body>
<h1>There is nothing at this address</h1>
<p>It may be old or mistyped.</p>
<p>${links.map(([to, name]) => `<a href="${root}${to}">${name}</a>`).join(' ')}</p>
</body>
</html>
`,
  };
}
