import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Storage } from '@vitrine/core/storage';
import { expect } from 'vitest';
import { type DatabaseKind, type DatabasePlace, makeDatabasePlace } from './database-place.ts';
import { probe, residentBytes } from './probe.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { arrangeTwoTenants, type Tenant } from './two-tenants.ts';

const MEBIBYTE = 1024 * 1024;
/** The slowest response of `/healthz` during an attack, in milliseconds. */
const HEALTHZ_MS = 500;
/** The slowest search of another account during an attack, in milliseconds. */
const SEARCH_MS = 5_000;
/** Resident memory that an attack may leave behind, in bytes, and the milliseconds until it is given back. */
const GROWTH = 60 * MEBIBYTE;
const MEMORY_BACK_MS = 40_000;
/** An idle server collects its garbage within this time, in milliseconds. */
const COLLECTED_MS = 11_000;
/** Milliseconds between two searches of the other account. */
const SEARCH_EVERY_MS = 100;

export interface AttackedOptions {
  /** Records of 260 kB in the store of the attacking account; none by default. */
  readonly records?: number;
  /** Adds to the database before the server opens it. Must close the storage. */
  readonly prepare?: (storage: Storage) => Promise<unknown>;
}

export interface StalledRequest {
  readonly method?: string;
  readonly path: string;
  readonly key?: string;
  readonly body?: string;
  readonly contentType?: string;
  /** The announced length of the body, if it is longer than `body`. */
  readonly length?: number;
}

/**
 * A server in its own process with two accounts: one attacks, and its neighbour searches meanwhile. `attack` is the only
 * place that knows the bounds of an attack's effects.
 */
export class AttackedServer {
  readonly server: ServerProcess;
  readonly attacker: Tenant;
  readonly neighbour: Tenant;
  readonly #place: DatabasePlace;
  readonly #kind: DatabaseKind;
  readonly #sockets: Socket[] = [];

  private constructor(
    place: DatabasePlace,
    kind: DatabaseKind,
    tenants: { heavy: Tenant; neighbour: Tenant },
    server: ServerProcess,
  ) {
    this.#place = place;
    this.#kind = kind;
    this.attacker = tenants.heavy;
    this.neighbour = tenants.neighbour;
    this.server = server;
  }

  static async start(kind: DatabaseKind, options: AttackedOptions = {}): Promise<AttackedServer> {
    const { records = 0, prepare } = options;
    const place = await makeDatabasePlace(kind);
    await prepare?.(place.open());
    const tenants = await arrangeTwoTenants(place.open(), records);
    const server = await startProcess({ VITRINE_DATABASE_URL: place.url, VITRINE_LOG_LEVEL: 'error' });
    const attacked = new AttackedServer(place, kind, tenants, server);
    await attacked.#warmUp();
    return attacked;
  }

  get url(): string {
    return this.server.url;
  }

  get pid(): number {
    const { pid } = this.server.child;
    if (pid === undefined) throw new Error('The server has no process.');
    return pid;
  }

  async end(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await this.server.end('SIGKILL');
    await this.#place.drop();
  }

  /** Sends JSON of an account and returns the response. */
  post(tenant: Tenant, path: string, body: object | string, signal?: AbortSignal): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** Creates a key of the attacking account that reaches one store only. */
  async storeKey(storeId: string): Promise<string> {
    const response = await this.post(this.attacker, '/admin/keys', { name: 'store', storeId });
    return ((await response.json()) as { key: string }).key;
  }

  /**
   * Opens a connection that sends a request and reads nothing. It ignores the end of the connection and is destroyed
   * with the server.
   */
  askAndStall({
    method = 'GET',
    path,
    key,
    body = '',
    contentType,
    length = body.length,
  }: StalledRequest): Socket {
    const socket = this.connect();
    socket.pause();
    const head = [
      `${method} ${path} HTTP/1.1`,
      `Host: ${new URL(this.url).host}`,
      ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
      `Content-Type: ${contentType ?? 'application/json'}`,
      `Content-Length: ${length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    return socket;
  }

  /** Opens a connection that ignores its end. */
  connect(): Socket {
    const { hostname, port } = new URL(this.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.on('error', () => undefined);
    this.#sockets.push(socket);
    return socket;
  }

  /** Returns the text of `/metrics`. */
  async metrics(): Promise<string> {
    return (await fetch(`${this.url}/metrics`)).text();
  }

  /**
   * Runs an attack and checks its effects on others: `/healthz` responds within 500 ms and another account's searches
   * within 5 s during the attack, and 40 s after it the process has at most 60 MB more than before. Prints the figures.
   */
  async attack<Result>(title: string, act: () => Promise<Result>): Promise<Result> {
    const measured = await probe(
      this.url,
      async () => {
        const acting = act();
        const [result, search] = await Promise.all([acting, this.#searchesDuring(acting)]);
        return { result, search };
      },
      { pid: this.pid },
    );
    const { took, slowest, rssBefore, rssAfter } = measured;
    const { result, search } = measured.result;
    const { left, seconds } = await this.#memoryBack(rssBefore);
    const round = (bytes: number) => Math.round(bytes / MEBIBYTE);
    console.log(
      `${this.#kind}, ${title}: ${Math.round(took)} ms; healthz ${Math.round(slowest)} ms, another account's search ` +
        `${Math.round(search)} ms, memory ${round(rssBefore)} MB, +${round(rssAfter - rssBefore)} MB at the end, ` +
        `+${round(left)} MB ${seconds} s later`,
    );
    expect(slowest).toBeLessThan(HEALTHZ_MS);
    expect(search).toBeLessThan(SEARCH_MS);
    expect(left).toBeLessThan(GROWTH);
    return result;
  }

  /** Waits until the memory is given back, and returns the bytes that are left and the seconds. */
  async #memoryBack(before: number): Promise<{ left: number; seconds: number }> {
    const from = performance.now();
    for (;;) {
      const left = residentBytes(this.pid) - before;
      const waited = performance.now() - from;
      if (left < GROWTH || waited >= MEMORY_BACK_MS) return { left, seconds: Math.round(waited / 1_000) };
      await wait(500);
    }
  }

  /** Returns the slowest of the neighbour's searches, which are sent one after the other until the attack is over. */
  async #searchesDuring(attack: Promise<unknown>): Promise<number> {
    let slowest = 0;
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    attack.then(end, end);
    do {
      const from = performance.now();
      await this.#search();
      slowest = Math.max(slowest, performance.now() - from);
      await wait(SEARCH_EVERY_MS);
    } while (!isOver);
    return slowest;
  }

  async #search(): Promise<void> {
    const filters = [{ field: 'a', op: 'contains', value: 'small 9' }];
    const path = `/v2/stores/${this.neighbour.storeId}/records/search`;
    const response = await this.post(this.neighbour, path, { filters });
    await response.arrayBuffer();
    expect(response.status).toBe(200);
  }

  /** Sends the first requests, whose memory is not caused by an attack, and waits until their garbage is collected. */
  async #warmUp(): Promise<void> {
    for (let i = 0; i < 30; i++) await this.#search();
    await wait(COLLECTED_MS);
  }
}
