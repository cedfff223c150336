import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from './account.ts';

/** What a program of an attack uses: requests that never fail the program, and broken ones. Ends with the signal. */
export interface Assault {
  readonly signal: AbortSignal;
  /** Runs a step again and again in this many places until the signal. */
  repeat(places: number, step: (place: number, round: number) => Promise<void>): Promise<void>;
  /** Sends a request and drops the response. */
  send(kind: string, path: string, request?: Sent): Promise<void>;
  /**
   * Sends bytes on a connection of its own and reads nothing, until the server closes the connection. `then` goes on with
   * the connection.
   */
  stall(kind: string, bytes: string, then?: (socket: Socket) => Promise<void>): Promise<void>;
  /** The head of a request with the account's key. */
  head(request: string): string;
  readonly statuses: Record<string, number>;
}

/** The parts of a request that differ from a GET with the account's key. */
export interface Sent {
  readonly body?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Attacks until the signal. */
export type Program = (assault: Assault) => Promise<void>;

/** A way to attack. Creates what its program needs, and returns the program. */
export type Attack = (account: Account) => Promise<Program>;

export function createAssault(account: Account, signal: AbortSignal): Assault {
  const statuses: Record<string, number> = {};
  const { hostname, port } = new URL(account.url);

  function count(what: string): void {
    statuses[what] = (statuses[what] ?? 0) + 1;
  }

  return {
    signal,
    statuses,
    async repeat(places, step) {
      const run = async (place: number) => {
        for (let round = 0; !signal.aborted; round++) await step(place, round);
      };
      await Promise.all(Array.from({ length: places }, (_, place) => run(place)));
    },
    async send(kind, path, { body, type = 'application/json', headers = {} } = {}) {
      const sent = { authorization: `Bearer ${account.key}`, 'content-type': type, ...headers };
      const init = { method: body === undefined ? 'GET' : 'POST', headers: sent, signal };
      try {
        const response = await fetch(`${account.url}${path}`, body === undefined ? init : { ...init, body });
        await response.arrayBuffer();
        count(`${kind} ${response.status}`);
      } catch {
        if (!signal.aborted) count(`${kind} cut`);
      }
      // An attacking program does not wait long either.
      if (!signal.aborted) await wait(20);
    },
    async stall(kind, bytes, then) {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      const leave = () => void socket.destroy();
      signal.addEventListener('abort', leave, { once: true });
      socket.pause();
      socket.on('error', () => {});
      socket.once('end', leave);
      socket.write(bytes);
      await then?.(socket);
      await closed;
      signal.removeEventListener('abort', leave);
      if (signal.aborted) return;
      count(`${kind} cut`);
      await wait(200);
    },
    head: (request) =>
      `${request} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${account.key}\r\n`,
  };
}
