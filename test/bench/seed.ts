import { sampleRecord } from './sample-records.ts';
import type { Served } from './served.ts';

/**
 * Adds records in batches of 100. One after the other, so that both servers contain them in the same order, unless several are
 * in flight at once, which is faster.
 */
export async function seed(
  served: Served,
  count: number,
  prefix = 'SKU',
  first = 0,
  inFlight = 1,
): Promise<void> {
  let next = first;
  async function addBatches(): Promise<void> {
    while (next < first + count) {
      const from = next;
      const length = Math.min(100, first + count - from);
      next += length;
      const records = Array.from({ length }, (_, place) => sampleRecord(from + place, prefix));
      const answer = await ask(served, { method: 'POST', path: '/batch', body: { records } });
      if ((answer as { created?: number }).created !== length) {
        throw new Error(`${served.name} did not create them: ${JSON.stringify(answer).slice(0, 500)}`);
      }
    }
  }
  await Promise.all(Array.from({ length: inFlight }, addBatches));
}

/** Sends one request and returns its JSON. @throws if the response is not 2xx. */
export async function ask(
  served: Served,
  request: { method: string; path: string; body?: unknown },
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${served.port}${served.path}${request.path}`, {
    method: request.method,
    headers: { authorization: `Bearer ${served.key}`, 'content-type': 'application/json' },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  if (!response.ok) {
    throw new Error(
      `${served.name} ${request.method} ${request.path}: ${response.status} ${await response.text()}`,
    );
  }
  return response.json();
}
