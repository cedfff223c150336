import { setTimeout as wait } from 'node:timers/promises';
import { type DatabaseKind, makeDatabasePlace } from './database-place.ts';

const GIVE_UP_AFTER = 240_000;

export interface ImportState {
  readonly status: string;
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
}

/** Imports files into the stores of one account, over HTTP. */
export class ImportClient {
  readonly #url: string;
  readonly #key: string;

  constructor({ url }: { readonly url: string }, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async #send<Body>(path: string, init: RequestInit): Promise<Body> {
    return JSON.parse(await this.text(path, init)) as Body;
  }

  /** Returns the body of a response as it is. */
  async text(path: string, init: RequestInit = {}): Promise<string> {
    const headers = { authorization: `Bearer ${this.#key}`, ...init.headers };
    const response = await fetch(`${this.#url}/v2/stores${path}`, { ...init, headers });
    const body = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
    return body;
  }

  /** Sends JSON to a path below `/v2/stores`. */
  post<Body>(path: string, json: object): Promise<Body> {
    const headers = { 'content-type': 'application/json' };
    return this.#send(path, { method: 'POST', headers, body: JSON.stringify(json) });
  }

  /** Sends a file to a path below `/v2/stores`. */
  file<Body>(path: string, body: string, type = 'text/csv'): Promise<Body> {
    return this.#send<Body>(path, { method: 'POST', headers: { 'content-type': type }, body });
  }

  /** Starts an import and returns its path. */
  async start(storeId: string, file: string, type?: string): Promise<string> {
    const { importId } = await this.file<{ importId: string }>(`/${storeId}/imports`, file, type);
    return `/${storeId}/imports/${importId}`;
  }

  /** Waits until the import has ended, or the condition is met. */
  async until(
    path: string,
    isEnough: (state: ImportState) => boolean = () => false,
    every = 10,
  ): Promise<ImportState> {
    const giveUpAt = performance.now() + GIVE_UP_AFTER;
    for (;;) {
      const state = await this.#send<ImportState>(path, {});
      if (isEnough(state) || !['queued', 'running'].includes(state.status)) return state;
      if (performance.now() > giveUpAt) throw new Error(`The import stands at ${JSON.stringify(state)}`);
      await wait(every);
    }
  }
}

/** Runs a function with the URL of a new database, which is removed afterwards. */
export async function withDatabase(kind: DatabaseKind, run: (url: string) => Promise<void>): Promise<void> {
  const place = await makeDatabasePlace(kind);
  try {
    await run(place.url);
  } finally {
    await place.drop();
  }
}
