import type { Vitrine } from '@vitrine/core';
import type { Route } from '../../call/route.ts';
import { authorizationRoutes } from './authorization.ts';
import { clientRoutes } from './clients.ts';
import { metadataRoutes } from './metadata.ts';
import type { OAuthSwitch } from './oauth-switch.ts';

/** Returns the routes of the authorization server and of its metadata. While it is off they respond with 404. */
export function oauthRoutes(vitrine: Vitrine, oauth: OAuthSwitch): readonly Route[] {
  return [...metadataRoutes(vitrine, oauth), ...authorizationRoutes(oauth), ...clientRoutes(oauth)];
}
