import { connect } from 'node:net';

/** The session's identity as a connected client of pg knows it. */
interface Session {
  readonly host: string;
  readonly port: number;
  readonly processID?: number | null;
  readonly secretKey?: number | null;
}

/** A CancelRequest: its length, the code 1234·5678, the process and its secret (PostgreSQL protocol, "Message Formats"). */
const LENGTH = 16;
const CODE = 80_877_102;
/** Milliseconds after which the request is given up; the statement then ends by its timeout. */
const TIMEOUT = 2_000;

/** Sends the request and waits for nothing: the server never answers it. */
export function requestCancel(client: object): void {
  const { host, port, processID, secretKey } = client as Session;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return;
  const request = Buffer.alloc(LENGTH);
  request.writeInt32BE(LENGTH, 0);
  request.writeInt32BE(CODE, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.unref();
  socket.setTimeout(TIMEOUT, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('connect', () => socket.end(request));
}
