import { type ErrorCode, VitrineError } from '@vitrine/core';

/** The response to a request that violates a rule of HTTP. */
export interface ProtocolFault {
  readonly status: number;
  readonly title: string;
  readonly code: ErrorCode;
  readonly detail: string;
}

export const REQUEST_TIMEOUT: ProtocolFault = {
  status: 408,
  title: 'Request Timeout',
  code: 'validation_failed',
  detail: 'The request took too long to arrive.',
};

/** A request that is refused by a rule of HTTP and not by a route. The response closes the connection. */
export class ProtocolError extends VitrineError {
  override readonly name = 'ProtocolError';
  readonly title: string;
  readonly #status: number;

  constructor({ status, title, code, detail }: ProtocolFault) {
    super(code, detail);
    this.title = title;
    this.#status = status;
  }

  override get status(): number {
    return this.#status;
  }
}

/** Returns the error for a body that did not arrive in time. */
export function lateBody(): ProtocolError {
  return new ProtocolError(REQUEST_TIMEOUT);
}

/** Returns the error for a client that has disconnected. Its status is nginx's, and only logs and metrics show it. */
export function clientLeft(): ProtocolError {
  return new ProtocolError({
    status: 499,
    title: 'Client Closed Request',
    code: 'unavailable',
    detail: 'The client has left.',
  });
}
