import { sampleRecord } from './sample-records.ts';
import type { Served } from './served.ts';

/** Adds records in batches of 100, one after the other, so that both servers contain them in the same order. */
export async function seed(served: Served, count: number, prefix = 'SKU', first = 0): Promise<void> {
  for (let from = first; from < first + count; from += 100) {
    const length = Math.min(100, first + count - from);
    const records = Array.from({ length }, (_, place) => sampleRecord(from + place, prefix));
    const answer = await ask(served, { method: 'POST', path: '/batch', body: { records } });
    if ((answer as { created?: number }).created !== length) {
      throw new Error(`${served.name} did not create them: ${JSON.stringify(answer).slice(0, 500)}`);
    }
  }
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
