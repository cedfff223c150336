import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FlakyProxy {
  readonly url: string;
  /** How often each fault was made. */
  readonly faults: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

export const FAULTS = [
  'refuse',
  'limit',
  'cut before',
  'cut after',
  'cut body',
  'stall',
  'stall in body',
] as const;

/** Starts a proxy that breaks each request once, before or after the server has done what it says. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const faults: Record<string, number> = {};
  let count = 0;
  /** The requests whose first attempt was broken. */
  const broken = new Set<string>();
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method, url, headers } = incoming;
    const request = [method, url, headers['idempotency-key'], body.toString('latin1')].join(' ');
    // No chance, so that not all attempts of one call fail, however many the load of the machine makes too slow.
    const fault = broken.has(request) ? undefined : FAULTS[count++ % FAULTS.length];
    broken.add(request);
    if (fault !== undefined) faults[fault] = (faults[fault] ?? 0) + 1;
    if (fault === 'refuse') return outgoing.writeHead(503, { 'retry-after': '0' }).end();
    if (fault === 'limit') return outgoing.writeHead(429, { 'retry-after': '0' }).end();
    if (fault === 'cut before') return incoming.socket.destroy();
    forward(target, incoming, body, (response) => answer(fault, response, incoming, outgoing));
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function forward(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  done: (response: Received) => void,
): void {
  const sent = request(`${target}${url}`, { method, headers }, async (response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
  });
  sent.end(body);
}

function answer(
  fault: string | undefined,
  { status, headers, body }: Received,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  if (fault === 'cut after') return void incoming.socket.destroy();
  // The client has to end this and `stall in body` by its timeout.
  if (fault === 'stall') return;
  const { 'transfer-encoding': _, ...rest } = headers;
  outgoing.writeHead(status, { ...rest, 'content-length': body.length });
  if (fault !== 'cut body' && fault !== 'stall in body') return void outgoing.end(body);
  outgoing.write(body.subarray(0, body.length / 2), () => fault === 'cut body' && incoming.socket.destroy());
}
