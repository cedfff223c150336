import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreRecordResponse } from '@vitrine/core/contracts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { ACCOUNT_KEY, readAll } from './versioned-records.ts';

const WRITERS = 16;
const BATCH = 5;

export interface RepeatReport {
  /** Requests that got a response before a kill. */
  readonly acknowledged: number;
  /** Requests without a response, which were sent again after the restart. */
  readonly repeated: number;
  /** Of those, the requests that had been carried out before the kill. */
  readonly replayed: number;
  /** Violations: writes that were lost or made twice, and responses that differ. */
  readonly faults: readonly string[];
}

/** A request with its idempotency key. The text of its records is the key. */
interface Sent {
  readonly key: string;
  readonly records: number;
  /** The response before the kill; null if there was none. */
  response: string | null;
}

/**
 * Kills a server in each round under load, on a file in a temporary folder, and sends every request again after the
 * restart. Records have unique ids, so a request that is carried out twice makes two sets of records. `delay` returns the
 * milliseconds before a kill.
 */
export async function killUnderRepeats(rounds: number, delay: () => number): Promise<RepeatReport> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-repeat-'));
  const environment = {
    VITRINE_DATABASE_URL: `sqlite:${join(folder, 'vitrine.db')}`,
    VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
    VITRINE_LOG_LEVEL: 'silent',
  };
  const report = { acknowledged: 0, repeated: 0, replayed: 0, faults: [] as string[] };
  let server = await startProcess(environment);
  try {
    const storeId = await createRandomStore(server);
    const sent: Sent[] = [];
    for (let round = 0; round < rounds; round++) {
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        write(server, storeId, `${round}-${writer}`),
      );
      await new Promise((resolve) => setTimeout(resolve, delay()));
      await server.end('SIGKILL');
      const all = (await Promise.all(writers)).flat();
      sent.push(...all);
      server = await startProcess(environment);
      for (const request of all) {
        const { text, isReplay } = await send(server, storeId, request);
        if (request.response === null) report.repeated++;
        else report.acknowledged++;
        if (request.response === null && isReplay) report.replayed++;
        if (request.response !== null && (!isReplay || text !== request.response))
          report.faults.push(`${request.key}: first ${request.response}, then ${text}`);
      }
      report.faults.push(...compare(sent, await readAll(server, storeId)));
    }
  } finally {
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
  return report;
}

async function createRandomStore(server: ServerProcess): Promise<string> {
  const json = { name: 'Repeat', properties: [{ name: 'text', type: 'string' }] };
  const response = await fetch(`${server.url}/v2/stores`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ACCOUNT_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  return ((await response.json()) as { id: string }).id;
}

/** Sends single records and batches until the server is killed. Returns all requests. */
async function write(server: ServerProcess, storeId: string, name: string): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (let turn = 0; ; turn++) {
    const request: Sent = { key: `${name}-${turn}`, records: turn % 2 === 0 ? 1 : BATCH, response: null };
    sent.push(request);
    try {
      request.response = (await send(server, storeId, request)).text;
    } catch {
      // The server was killed during this request.
      return sent;
    }
  }
}

async function send(
  { url }: ServerProcess,
  storeId: string,
  { key, records }: Sent,
): Promise<{ readonly text: string; readonly isReplay: boolean }> {
  const record = { text: key };
  const [path, json] =
    records === 1 ? ['', record] : ['/batch', { records: Array.from({ length: records }, () => record) }];
  const response = await fetch(`${url}/v2/stores/${storeId}/records${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ACCOUNT_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(json),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return { text, isReplay: response.headers.get('idempotent-replayed') === 'true' };
}

/** Returns the requests whose records are missing or too many. */
function compare(sent: readonly Sent[], records: readonly StoreRecordResponse[]): string[] {
  const found = new Map<string, number>();
  for (const { text } of records) found.set(String(text), (found.get(String(text)) ?? 0) + 1);
  return sent
    .filter(({ key, records: expected }) => found.get(key) !== expected)
    .map(({ key, records: expected }) => `${key}: ${found.get(key) ?? 0} of ${expected} records`);
}
