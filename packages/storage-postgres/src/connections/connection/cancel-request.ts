import { connect } from 'node:net';

/** The identity of the session, as stored in a connected client of pg. */
interface Session {
  readonly host: string;
  readonly port: number;
  readonly processID?: number | null;
  readonly secretKey?: number | null;
}

/**
 * A CancelRequest: its length, the code 1234·5678, the process and its secret (PostgreSQL protocol, "Message Formats").
 */
const LENGTH = 16;
const CODE = 80_877_102;
/** The timeout of the request in milliseconds. Without the request the statement ends by its own timeout. */
const TIMEOUT = 2_000;

/**
 * Asks the server to cancel the statement that the session runs. The server sends no response, but it closes the
 * connection of the request after it has signalled the session, and a session that is idle by then ignores the signal.
 * So a later statement is safe once this resolves with true.
 *
 * @returns whether the server has handled the request. Never rejects.
 */
export function requestCancel(client: object): Promise<boolean> {
  const { host, port, processID, secretKey } = client as Session;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return Promise.resolve(false);
  const request = Buffer.alloc(LENGTH);
  request.writeInt32BE(LENGTH, 0);
  request.writeInt32BE(CODE, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    let isHandled = false;
    socket.unref();
    socket.setTimeout(TIMEOUT, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('connect', () => socket.write(request));
    // Without a reader the stream never emits its end.
    socket.resume();
    socket.on('end', () => {
      isHandled = true;
    });
    socket.on('close', () => resolve(isHandled));
  });
}
