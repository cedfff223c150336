import type { Socket } from 'node:net';
import type { ErrorCode } from '@vitrine/core';
import type { Reply } from '../response/reply.ts';
import { createTraceId } from './trace-id.ts';

interface Fault {
  readonly status: number;
  readonly title: string;
  readonly code: ErrorCode;
  readonly detail: string;
}

const MALFORMED: Fault = {
  status: 400,
  title: 'Bad Request',
  code: 'validation_failed',
  detail: 'The request line, the Host header or another header is not well-formed HTTP.',
};

/** What Node's HTTP parser reports apart from malformed requests. */
const FAULTS: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    title: 'Request Header Fields Too Large',
    code: 'payload_too_large',
    detail: 'The request line and headers may have at most 32 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    title: 'Request Timeout',
    code: 'validation_failed',
    detail: 'The request took too long to arrive.',
  },
};

/** The answer to a request that can't be given to the app: its host or target is not usable. */
export function malformedRequest(): Reply & { body: string } {
  return replyTo(MALFORMED);
}

/**
 * Answers bytes that never became a request, or broke one off, and ends the connection. A client that does not end it too
 * loses it a second later (`Connection`); a handler that waits for the rest of a body then gets an error.
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  // Gone already, or an answer may be under way that must not be written into.
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

function replyTo({ status, title, code, detail }: Fault): Reply & { body: string } {
  const type = `urn:vitrine:problem:${code}`;
  return {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' },
    body: JSON.stringify({ type, title, status, detail, instance: '', code, traceId: createTraceId() }),
  };
}
