import type { IncomingMessage } from 'node:http';
import { ProtocolError } from '../ground/protocol-error.ts';

const CONTINUE = /^100-continue$/i;

/**
 * Checks rules that Node's HTTP parser does not enforce (RFC 9112 section 3.2, RFC 9110 sections 7.2 and 10.1.1).
 * @throws ProtocolError 400 for several `Host` headers, none in HTTP/1.1, or one that no URL can have; 417 for an `Expect` other than
 * `100-continue`.
 */
export function requireValidHead({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) {
    throw badRequest('Expected exactly one Host header.');
  }
  const { expect, host } = headers;
  // An empty one is valid (RFC 9110 section 7.2).
  if (host && !URL.canParse(`http://${host}/`)) throw badRequest('The Host header is not a valid host.');
  if (expect !== undefined && httpVersion !== '1.0' && !CONTINUE.test(expect)) {
    throw new ProtocolError({
      status: 417,
      title: 'Expectation Failed',
      code: 'validation_failed',
      detail: 'The only supported expectation is 100-continue.',
    });
  }
}

function badRequest(detail: string): ProtocolError {
  return new ProtocolError({ status: 400, title: 'Bad Request', code: 'validation_failed', detail });
}
