import { NotFoundError } from '@vitrine/core';
import { docsAsset, docsPage } from '../openapi/docs-page.ts';
import { type OpenApiDocument, openApiDocument } from '../openapi/document.ts';
import { jsonText, type Reply } from '../response/reply.ts';
import { type ApiRoute, type Call, type OpenRoute, openRoute } from '../route.ts';
import { readVersion } from '../version.ts';

/** The OpenAPI documents and the page that shows them. No key (docs/rules.md#openapi-documents). */
export function docsRoutes(routes: readonly ApiRoute[]): readonly OpenRoute[] {
  const under = (prefix: string) => routes.filter(({ path }) => path.startsWith(prefix));
  const assets = [
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'docs.css',
    'docs.js',
    'favicon-32x32.png',
  ] as const;
  return [
    openRoute({
      method: 'GET',
      path: '/v2/openapi.json',
      handle: documentReply(() =>
        openApiDocument(under('/v2/'), {
          title: 'Vitrine',
          description: `Record stores, images, fonts, countdown timers and maps behind one HTTP interface, served by Vitrine ${readVersion()}. Every request carries an API key, but for signed URLs.`,
        }),
      ),
    }),
    openRoute({
      method: 'GET',
      path: '/admin/openapi.json',
      handle: documentReply(() =>
        openApiDocument(under('/admin/'), {
          title: 'Vitrine administration',
          description: `For account keys only. Served by Vitrine ${readVersion()}.`,
        }),
      ),
    }),
    openRoute({ method: 'GET', path: '/docs', handle: docsPage }),
    openRoute({ method: 'GET', path: '/docs/', handle: () => redirect(308, '../docs') }),
    openRoute({ method: 'GET', path: '/', handle: showRoot }),
    ...assets.map((name) =>
      openRoute({ method: 'GET', path: `/docs/${name}`, handle: () => docsAsset(name) }),
    ),
  ];
}

/** Browsers are sent to the page that shows the interface; for other clients there is nothing. @throws NotFoundError */
function showRoot({ header }: Call): Reply {
  if (!/\btext\/html\b/i.test(header('accept') ?? '')) throw new NotFoundError('path');
  return redirect(302, 'docs');
}

/** @param location relative to the request's path, so that it holds behind a proxy that serves a part of a site. */
function redirect(status: 302 | 308, location: string): Reply {
  return { status, headers: { Location: location, Vary: 'Accept', 'Cache-Control': 'no-store' }, body: null };
}

/** Made at the first request, then kept. */
function documentReply(build: () => OpenApiDocument): () => Reply {
  let reply: Reply | null = null;
  return () => {
    reply ??= jsonText(JSON.stringify(build()), 200, { 'Cache-Control': 'public, max-age=60' });
    return reply;
  };
}
