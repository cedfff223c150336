import type { Socket } from 'node:net';
import { createTraceId } from '../call/exchange.ts';
import { type ProtocolFault, REQUEST_TIMEOUT } from '../ground/protocol-error.ts';
import type { Reply } from '../response/reply.ts';

const MALFORMED: ProtocolFault = {
  status: 400,
  title: 'Bad Request',
  code: 'validation_failed',
  detail: 'The request line, the Host header or another header is not well-formed HTTP.',
};

/** The responses by the error code of Node's HTTP parser. Any other code means a malformed request. */
const FAULTS: Readonly<Record<string, ProtocolFault>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    title: 'Request Header Fields Too Large',
    code: 'payload_too_large',
    detail: 'The request line and headers may have at most 32 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: REQUEST_TIMEOUT,
};

/** Returns the response to a request that can't be passed to the app because its host or target is invalid. */
export function malformedRequest(): Reply & { body: string } {
  return replyTo(MALFORMED);
}

/**
 * Responds to bytes that are not a request, or that break one off, and ends the connection. If the client does not
 * close its side too, `Connection` destroys the socket a second later. A handler that waits for the rest of a body then
 * gets an error.
 */
export function respondToBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  // The client has disconnected, or a response may be in flight that must not be written into.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const fault = FAULTS[error.code ?? ''] ?? MALFORMED;
  const { headers, body } = replyTo(fault);
  const lines = Object.entries({
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${fault.status} ${fault.title}\r\n${head}\r\n${body}`);
}

function replyTo({ status, title, code, detail }: ProtocolFault): Reply & { body: string } {
  const type = `urn:vitrine:problem:${code}`;
  return {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' },
    body: JSON.stringify({ type, title, status, detail, instance: '', code, traceId: createTraceId() }),
  };
}
