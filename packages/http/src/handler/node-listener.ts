import type { ServerResponse } from 'node:http';
import type { WireResponse } from '../call/wire-response.ts';
import { isOrdinary, NodeArrival } from '../request/node-arrival.ts';
import type { RequestListener } from '../traffic/connections.ts';
import type { RequestHandler } from './request-handler.ts';

/**
 * Returns a listener that passes ordinary requests to the handler without standard requests and responses, which cost more
 * than reading a record. All others go to `rest`, which normalizes or refuses them.
 */
export function nodeListener(
  handler: Pick<RequestHandler, 'respond'>,
  rest: RequestListener,
): RequestListener {
  function respond(arrival: NodeArrival): void {
    const { outgoing } = arrival;
    const send = (response: WireResponse) => sendResponse(outgoing, response);
    const fail = (error: unknown) => void outgoing.destroy(error as Error);
    try {
      const response = handler.respond(arrival);
      if (response instanceof Promise) response.then(send).catch(fail);
      else send(response);
    } catch (error) {
      fail(error);
    }
  }

  return (incoming, outgoing) => {
    if (!isOrdinary(incoming)) {
      rest(incoming, outgoing);
      return;
    }
    const arrival = new NodeArrival(incoming, outgoing);
    // Node calls a listener before it has parsed the end of the body, also if that has arrived with the head. A microtask
    // would run after the first bytes of the body, an immediate runs after all that has arrived.
    if (arrival.hasBody) setImmediate(respond, arrival);
    else respond(arrival);
  };
}

/** Sends a response on Node's own server. */
export function sendResponse(
  outgoing: ServerResponse,
  { status, headers, body, isAscii }: WireResponse,
): void {
  outgoing.writeHead(status, headers);
  if (body === null) outgoing.end();
  else if (body instanceof ReadableStream) void sendStream(outgoing, body.getReader());
  // Node sends Latin-1 without looking at each character.
  else outgoing.end(body, isAscii ? 'latin1' : 'utf8');
}

/** Never rejects. A stream that fails ends the connection, so that the client sees that bytes are missing. */
async function sendStream(
  outgoing: ServerResponse,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<void> {
  const cancel = () => void reader.cancel().catch(() => {});
  outgoing.once('close', cancel);
  if (outgoing.destroyed) cancel();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (!outgoing.write(next.value)) await drained(outgoing);
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  } finally {
    outgoing.off('close', cancel);
  }
}

/** Resolves when more can be written, or the connection is closed. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      outgoing.off('drain', end);
      outgoing.off('close', end);
      resolve();
    };
    outgoing.once('drain', end);
    outgoing.once('close', end);
    if (outgoing.destroyed) end();
  });
}
