import { VitrineError } from '@vitrine/core';
import { AllowClientRequest } from '@vitrine/core/contracts';
import { type Call, openRoute, type Route, route } from '../../call/route.ts';
import { wantsPage } from '../../response/missing-page.ts';
import { json, type Reply } from '../../response/reply.ts';

/** The page of the console, from `/oauth/authorize`. It is relative, so that it holds behind a proxy with a path prefix. */
const PAGE = '../console/connect';

/**
 * The routes on the way to a code. The page of the console asks for what the client wants, and sends what the person
 * allows with the person's key: there is no cookie that another page could use.
 */
export const authorizationRoutes: readonly Route[] = [
  openRoute({
    method: 'GET',
    path: '/oauth/authorize',
    handle: authorize,
  }),
  openRoute({
    method: 'GET',
    path: '/oauth/request',
    handle: async ({ vitrine, search, address }) => json(await vitrine.oauth.open(search, address)),
  }),
  route({
    operation: 'AllowClient',
    audit: 'key.created',
    method: 'POST',
    path: '/oauth/allow',
    keys: ['account'],
    tag: 'OAuth',
    summary: 'Allow a client',
    body: AllowClientRequest,
    requiresBody: true,
    responses: { 201: { description: 'The address to which the browser returns.' } },
    handle: async ({ vitrine, principal, body, address }) => {
      const { keyId, location } = await vitrine.oauth.allow(principal, await body(), address);
      return { ...json({ keyId, location }, 201), audited: { keyId } };
    },
  }),
];

/**
 * Sends the browser to the page, or back to the client with a refusal. A request that names no address of a client is
 * refused here; a browser sees why on the page.
 */
async function authorize({ vitrine, search, address, header }: Call): Promise<Reply> {
  const page = redirect(`${PAGE}?${search}`);
  try {
    const { refusal, denyUrl } = await vitrine.oauth.open(search, address);
    return refusal === null ? page : redirect(denyUrl);
  } catch (error) {
    if (error instanceof VitrineError && wantsPage(header('accept'))) return page;
    throw error;
  }
}

function redirect(location: string): Reply {
  return {
    status: 302,
    headers: {
      Location: location,
      Vary: 'Accept',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': "frame-ancestors 'none'",
    },
    body: null,
  };
}
