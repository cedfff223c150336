import { REPLAYED } from '../call/idempotency.ts';
import type { KeyedRoute } from '../call/route.ts';

/** Returns the headers and responses of an operation that takes effect once under an `Idempotency-Key`. */
export function describeIdempotency({
  requestHeaders,
  responses,
}: Pick<KeyedRoute, 'requestHeaders' | 'responses'>): Pick<KeyedRoute, 'requestHeaders' | 'responses'> {
  const described = Object.entries(responses).map(([status, response]) => {
    if (!status.startsWith('2')) return [status, response];
    const headers = {
      ...response.headers,
      [REPLAYED]: '`true` if this is the response to an earlier request.',
    };
    return [status, { ...response, headers }];
  });
  return {
    requestHeaders: {
      ...requestHeaders,
      'Idempotency-Key':
        '1 to 255 printable ASCII characters, such as a UUID. For 24 hours, the same request with the same key returns the ' +
        'first response and changes nothing.',
    },
    responses: {
      ...Object.fromEntries(described),
      409: {
        description:
          'A request with this Idempotency-Key is in flight. `Retry-After` has the seconds to wait.',
      },
      422: { description: 'The Idempotency-Key was used for another request.' },
    },
  };
}
