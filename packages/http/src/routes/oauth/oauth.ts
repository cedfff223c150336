import { NotFoundError, type Vitrine } from '@vitrine/core';
import type { KeyedCall, Route } from '../../call/route.ts';
import { authorizationRoutes } from './authorization.ts';
import { clientRoutes } from './clients.ts';
import { metadataRoutes } from './metadata.ts';

/** Whether clients may get tokens from this server (docs/rules.md#oauth). */
export interface OAuthSwitch {
  readonly isOn: () => boolean;
  /** @throws NotFoundError if they may not. */
  readonly require: () => void;
}

/**
 * Returns the switch.
 * @param wanted undefined: on where the base URL is https, because tokens must not be sent in clear text.
 * @param hasConsole whether the page exists on which a person allows a client.
 */
export function oauthSwitch(
  { baseUrl }: Pick<Vitrine, 'baseUrl'>,
  wanted: boolean | undefined,
  hasConsole: boolean,
): OAuthSwitch {
  const isOn = () => hasConsole && (wanted ?? new URL(baseUrl()).protocol === 'https:');
  return {
    isOn,
    require() {
      if (!isOn()) throw new NotFoundError('path', 'OAuth is off (VITRINE_OAUTH).');
    },
  };
}

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
