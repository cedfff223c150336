import type { ServerResponse } from 'node:http';
import type { WireResponse } from '../call/wire-response.ts';

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
