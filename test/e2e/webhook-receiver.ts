import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A message that a receiver got. */
export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** How the next messages are answered. Default: with 200. */
  answer: (response: ServerResponse, message: Received) => void;
  /** Takes the messages since the last call, and verifies each with the official library. */
  take(secret: string, now: number): Received[];
  close(): Promise<void>;
}

/** Starts a receiver of webhooks on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // A sender that was killed meanwhile.
      return;
    }
    const body = Buffer.concat(chunks).toString();
    const { headers } = request;
    const message = { ...JSON.parse(body), id: String(headers['webhook-id']), headers, body };
    receiver.received.push(message);
    receiver.answer(response, message);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: (response) => response.end('ok'),
    take(secret, now) {
      const taken = receiver.received.splice(0);
      for (const { headers, body } of taken) verify(secret, headers, body, now);
      return taken;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/**
 * Verifies a message with the official library. That knows the clock of this process only, so a message of a clock that runs
 * ahead is signed again by the library, for its own time.
 */
function verify(secret: string, headers: IncomingHttpHeaders, body: string, now: number): void {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  const sentAt = Number(timestamp) * 1_000;
  if (Math.abs(sentAt - now) > 60_000) throw new Error(`The time of the message is ${sentAt - now} ms off.`);
  const library = new Webhook(secret);
  if (Math.abs(sentAt - Date.now()) < 60_000) library.verify(body, headers as Record<string, string>);
  else if (
    !String(signature)
      .split(' ')
      .includes(library.sign(String(id), new Date(sentAt), body))
  )
    throw new Error('No signature is made with the secret.');
}
