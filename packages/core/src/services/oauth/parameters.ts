import { OAuthError } from './oauth-error.ts';

/** The parameters of a request of OAuth. An empty one counts as absent (RFC 6749, section 3.1). */
export interface OAuthParameters {
  get(name: string): string | null;
  /** @throws OAuthError `invalid_request` if it is absent. */
  require(name: string): string;
}

/**
 * Reads the parameters of a query or of a form. Only `resource` may be repeated (RFC 8707); its values are then joined by a
 * space, so that several are none.
 * @throws OAuthError `invalid_request` for another one that is repeated.
 */
export function readParameters(text: string): OAuthParameters {
  const given = new URLSearchParams(text);
  const names = [...given.keys()];
  const repeated = names.find((name, index) => name !== 'resource' && names.indexOf(name) !== index);
  if (repeated !== undefined) throw new OAuthError('invalid_request', 'A parameter is repeated.');
  const get = (name: string) => {
    const values = new Set(given.getAll(name).filter((value) => value !== ''));
    return values.size === 0 ? null : [...values].join(' ');
  };
  return {
    get,
    require(name) {
      const value = get(name);
      if (value === null) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`);
      return value;
    },
  };
}
