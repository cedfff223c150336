import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

/** Sends an answer on Node's own server. A stream that fails ends the connection, so that the client sees the break. */
export async function sendAnswer(outgoing: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  if (!(body instanceof ReadableStream)) {
    outgoing.writeHead(status, headers);
    // With `end(null)` Node would send no length.
    if (body === null) outgoing.end();
    else outgoing.end(body);
    return;
  }
  const reader = body.getReader();
  if (outgoing.destroyed) {
    await reader.cancel();
    return;
  }
  outgoing.writeHead(status, headers);
  const cancel = () => void reader.cancel().catch(() => {});
  outgoing.once('close', cancel);
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
