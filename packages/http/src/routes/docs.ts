import { docsAsset, docsPage } from '../docs-page.ts';
import { type OpenApiDocument, openApiDocument } from '../openapi.ts';
import { jsonText, type Reply } from '../reply.ts';
import { type ApiRoute, type OpenRoute, openRoute } from '../route.ts';

/** The OpenAPI documents and the page that shows them. No key (decisions 12.19). */
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
          description:
            'Images, fonts and record stores behind one HTTP interface. Every request carries an API key, but for signed URLs.',
        }),
      ),
    }),
    openRoute({
      method: 'GET',
      path: '/admin/openapi.json',
      handle: documentReply(() =>
        openApiDocument(under('/admin/'), {
          title: 'Vitrine administration',
          description: 'For account keys only.',
        }),
      ),
    }),
    openRoute({ method: 'GET', path: '/docs', handle: docsPage }),
    ...assets.map((name) =>
      openRoute({ method: 'GET', path: `/docs/${name}`, handle: () => docsAsset(name) }),
    ),
  ];
}

/** Made at the first request, then kept. */
function documentReply(build: () => OpenApiDocument): () => Reply {
  let reply: Reply | null = null;
  return () => {
    reply ??= jsonText(JSON.stringify(build()), 200, { 'Cache-Control': 'public, max-age=60' });
    return reply;
  };
}
