import { NotFoundError } from '@vitrine/core';
import { type ApiRoute, type Call, type OpenRoute, openRoute } from '../../call/route.ts';
import { docsAsset, docsPage } from '../../openapi/docs-page.ts';
import { type OpenApiDocument, openApiDocument } from '../../openapi/document.ts';
import { wantsPage } from '../../response/missing-page.ts';
import { jsonText, type Reply } from '../../response/reply.ts';
import { readVersion } from '../../version.ts';

export interface DocsOptions {
  readonly basePath: string;
  /** Whether the root redirects browsers to the console, instead of the documentation. */
  readonly hasConsole: boolean;
}

/**
 * Returns the routes of the OpenAPI documents, of the page that shows them (docs/rules.md#openapi-documents), and of the
 * root.
 */
export function docsRoutes(
  routes: readonly ApiRoute[],
  { basePath, hasConsole }: DocsOptions,
): readonly OpenRoute[] {
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
          basePath,
          title: 'Vitrine',
          description:
            'Record stores, images, fonts, countdown timers and maps behind one HTTP interface, served by Vitrine ' +
            `${readVersion()}. Every request needs an API key, except for signed URLs. An unknown query parameter ` +
            'is 400 for operations that write; operations that read name it in the response header ' +
            '`Vitrine-Ignored-Parameters`.',
        }),
      ),
    }),
    openRoute({
      method: 'GET',
      path: '/admin/openapi.json',
      handle: documentReply(() =>
        openApiDocument(under('/admin/'), {
          basePath,
          title: 'Vitrine administration',
          description: `For account keys only. Served by Vitrine ${readVersion()}.`,
        }),
      ),
    }),
    openRoute({ method: 'GET', path: '/docs', handle: docsPage }),
    openRoute({ method: 'GET', path: '/favicon.ico', handle: () => docsAsset('favicon-32x32.png') }),
    openRoute({ method: 'GET', path: '/docs/', handle: () => redirect(308, '../docs') }),
    openRoute({
      method: 'GET',
      path: '/',
      handle: (call) => showRoot(call, { basePath, hasConsole }),
    }),
    ...assets.map((name) =>
      openRoute({ method: 'GET', path: `/docs/${name}`, handle: () => docsAsset(name) }),
    ),
  ];
}

/** Redirects browsers to where they start. @throws NotFoundError for other clients, which says where to look. */
function showRoot({ header }: Call, { basePath, hasConsole }: DocsOptions): Reply {
  if (wantsPage(header('accept'))) {
    const start = hasConsole ? 'console/' : 'docs';
    // Without a base path it is relative, so that it holds behind a proxy that has one.
    return redirect(302, basePath === '' ? start : `/${start}`);
  }
  const console = hasConsole ? `The console is at ${basePath}/console. ` : '';
  throw new NotFoundError('path', `${console}The interface is at ${basePath}/docs.`);
}

function redirect(status: 302 | 308, location: string): Reply {
  return { status, headers: { Location: location, Vary: 'Accept', 'Cache-Control': 'no-store' }, body: null };
}

/**
 * Returns a handler that builds the document at the first request and caches its bytes. A text would be encoded again for
 * each response, and each client that does not read would hold a copy.
 */
function documentReply(build: () => OpenApiDocument): () => Reply {
  let reply: Reply | null = null;
  return () => {
    reply ??= {
      ...jsonText('', 200, { 'Cache-Control': 'public, max-age=60' }),
      body: Buffer.from(JSON.stringify(build())),
      isShared: true,
    };
    return reply;
  };
}
