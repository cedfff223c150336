import { type ErrorCode, VitrineError } from '@vitrine/core';

interface ProtocolFault {
  readonly status: number;
  readonly title: string;
  readonly code: ErrorCode;
  readonly detail: string;
}

/** A request that is refused by a rule of HTTP, before or beside any route. The answer closes the connection. */
export class ProtocolError extends VitrineError {
  override readonly name = 'ProtocolError';
  readonly status: number;
  readonly title: string;

  constructor({ status, title, code, detail }: ProtocolFault) {
    super(code, detail);
    this.status = status;
    this.title = title;
  }
}

/** The body did not arrive in time. */
export function lateBody(): ProtocolError {
  return new ProtocolError({
    status: 408,
    title: 'Request Timeout',
    code: 'validation_failed',
    detail: 'The request took too long to arrive.',
  });
}

/** Nobody takes the answer. The status is for logs and metrics, where nginx made it a custom. */
export function clientLeft(): ProtocolError {
  return new ProtocolError({
    status: 499,
    title: 'Client Closed Request',
    code: 'unavailable',
    detail: 'The client has left.',
  });
}
