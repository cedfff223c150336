import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP connection for hand-written requests. It ignores a FIN, so it stays open until either side destroys it. */
export interface RawClient {
  readonly socket: Socket;
  send(text: string): void;
  /** The bytes received so far, in Latin-1. */
  received(): string;
}

/** Opens a connection that closes at the end of the test. */
export function rawClient(url: string): RawClient {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let received = '';
  // The server may reset the connection.
  socket.on('error', () => {});
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  return { socket, send: (text) => void socket.write(text), received: () => received };
}

/** Returns the head of a request with a bearer key. */
export function head(
  key: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): string {
  const lines = Object.entries({ Host: 'x', Authorization: `Bearer ${key}`, ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
