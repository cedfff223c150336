import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection whose bytes a test writes itself. It ignores a FIN, so it is open until it is destroyed on either side. */
export interface RawClient {
  readonly socket: Socket;
  send(text: string): void;
  /** The bytes received so far, in Latin-1. */
  received(): string;
}

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

export function head(
  key: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): string {
  const lines = Object.entries({ Host: 'x', Authorization: `Bearer ${key}`, ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
