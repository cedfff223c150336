import type { KeyedCall, Route } from '../../call/route.ts';
import { authorizationRoutes } from './authorization.ts';
import { clientRoutes } from './clients.ts';
import { metadataRoutes } from './metadata.ts';
import type { OAuthSwitch } from './oauth-switch.ts';

/** Returns the routes of the authorization server and of its metadata. While it is off they respond with 404. */
export function oauthRoutes(oauth: OAuthSwitch): readonly Route[] {
  return [...metadataRoutes, ...authorizationRoutes, ...clientRoutes].map((route) => whileOn(route, oauth));
}

/** Returns the route with a check of the switch before its handler, which gets the call as it is. */
function whileOn(route: Route, oauth: OAuthSwitch): Route {
  const handle = (call: KeyedCall) => {
    oauth.require();
    return route.handle(call);
  };
  return { ...route, handle } as Route;
}
