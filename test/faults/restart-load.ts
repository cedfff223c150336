import type { BatchUpsertRecordsResponse, StoreRecordRequest } from '@vitrine/core/contracts';
import type { ServerProcess } from './server-process.ts';
import { type Expected, recordOf, request } from './versioned-records.ts';

const WRITERS = 16;
const BATCH = 20;
/** Milliseconds before a refused writer tries again. Shorter than Retry-After, to test more responses. */
const BACK_OFF = 25;

/** Writers that continue after refusals, and the state of their writes. */
export interface RestartLoad {
  readonly expected: Map<string, Expected>;
  /** Acknowledged writes of records. */
  readonly acknowledged: number;
  /** Requests that were refused with 503. */
  readonly refused: number;
  /** Milliseconds of the slowest response. */
  readonly slowest: number;
  /** Responses that no client should get. */
  readonly faults: readonly string[];
  /** Resolves when each writer has an acknowledged write that it sent after this call. */
  allServed(): Promise<void>;
  /** Stops the writers after their requests in flight. */
  stop(): Promise<void>;
}

/** Starts 16 writers with their own records: single adds, batches with half of the records new, and patches. */
export function startLoad(server: ServerProcess, storeId: string): RestartLoad {
  const expected = new Map<string, Expected>();
  const faults: string[] = [];
  const served = Array.from({ length: WRITERS }, () => 0);
  let acknowledged = 0;
  let refused = 0;
  let slowest = 0;
  let stopped = false;

  function send(key: string): StoreRecordRequest {
    const state = expected.get(key) ?? { acknowledged: 0, sent: 0 };
    state.sent += 1;
    expected.set(key, state);
    return recordOf(key, state.sent);
  }

  function acknowledge(writer: number, key: string, startedAt: number): void {
    const state = expected.get(key);
    if (state !== undefined) state.acknowledged = state.sent;
    acknowledged++;
    served[writer] = startedAt;
  }

  /** Sends a request. Returns the response, or null if it was refused with 503. */
  async function attempt<Body>(method: string, path: string, json: object, allowed: readonly number[]) {
    const startedAt = performance.now();
    const response = await request<Body>(server, method, `/${storeId}/records${path}`, json);
    slowest = Math.max(slowest, performance.now() - startedAt);
    const { status } = response;
    if (status === 503) {
      refused++;
      if (!/^\d+$/.test(response.headers.get('retry-after') ?? '')) faults.push('a 503 without Retry-After');
      await new Promise((resolve) => setTimeout(resolve, BACK_OFF));
      return null;
    }
    if (!allowed.includes(status))
      faults.push(`${method} ${path}: ${status} ${JSON.stringify(response.body)}`);
    return { ...response, startedAt };
  }

  async function write(writer: number): Promise<void> {
    let own: string[] = [];
    for (let turn = 0; !stopped; turn++) {
      const name = `w${writer}-${turn}`;
      if (turn % 3 === 0) {
        const response = await attempt('POST', '', send(name), [201]);
        if (response?.status === 201) acknowledge(writer, name, response.startedAt);
        own.push(name);
      } else if (turn % 3 === 1) {
        const fresh = Array.from({ length: BATCH / 2 }, (_, index) => `${name}-${index}`);
        const keys = [...own.slice(-BATCH / 2), ...fresh];
        const records = keys.map(send);
        const response = await attempt<BatchUpsertRecordsResponse>('POST', '/batch', { records }, [200]);
        for (const { index, status } of response?.status === 200 ? response.body.results : []) {
          if (status === 'failed') faults.push(`${keys[index]} failed in a batch`);
          else acknowledge(writer, keys[index] ?? '', response?.startedAt ?? 0);
        }
        own.push(...fresh);
      } else {
        const key = own.at(-1) ?? '';
        // A refused write may be missing; an acknowledged one must exist.
        const known = (expected.get(key)?.acknowledged ?? 0) > 0;
        const response = await attempt('PATCH', `/${key}`, send(key), known ? [200] : [200, 404]);
        if (response?.status === 200) acknowledge(writer, key, response.startedAt);
      }
      own = own.slice(-BATCH);
    }
  }

  const writers = served.map((_, writer) =>
    write(writer).catch((error: unknown) => {
      faults.push(`writer ${writer} got no answer: ${error}`);
    }),
  );

  return {
    expected,
    faults,
    get acknowledged() {
      return acknowledged;
    },
    get refused() {
      return refused;
    },
    get slowest() {
      return slowest;
    },
    async allServed() {
      const from = performance.now();
      while (served.some((at) => at < from) && performance.now() - from < 60_000)
        await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async stop() {
      stopped = true;
      await Promise.all(writers);
    },
  };
}
