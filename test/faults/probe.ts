import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** The measured time of a slower response, because an attack may freeze the server for minutes. */
const LONGEST_WAIT_MS = 60_000;

export interface ProbeOptions {
  /** Milliseconds between a response and the next request; 10 by default. */
  readonly every?: number;
  /** Process id of the server. Without it both sizes in the result are 0. */
  readonly pid?: number | undefined;
}

export interface ProbeResult<T> {
  /** The result of the action. */
  readonly result: T;
  /** Milliseconds of the slowest response of `/healthz` during the action. */
  readonly slowest: number;
  /** Number of responses of `/healthz` during the action, at least 1. */
  readonly responses: number;
  /** Milliseconds of the action. */
  readonly took: number;
  /** Resident memory of the server process in bytes, before and after the action. */
  readonly rssBefore: number;
  readonly rssAfter: number;
}

/** Returns the resident memory of a process in bytes, from `/proc` (Linux). */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`Process ${pid} has no VmRSS.`);
  return Number(kilobytes) * 1024;
}

function healthz(url: string, agent: Agent): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(`${url}/healthz`, { agent, timeout: LONGEST_WAIT_MS }, (response) => {
      response.resume().once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started);
        else reject(new Error(`/healthz returned ${response.statusCode}.`));
      });
    });
    request.once('error', reject);
    request.once('timeout', () => {
      resolve(LONGEST_WAIT_MS);
      request.destroy();
    });
  });
}

/**
 * Runs the action while it requests `/healthz` repeatedly on a separate connection. The last request starts before the
 * action ends and is awaited, so that a freeze at the end is measured. Rejects if the action does, or if `/healthz`
 * returns anything but 200.
 */
export async function probe<T>(
  url: string,
  action: () => Promise<T>,
  options: ProbeOptions = {},
): Promise<ProbeResult<T>> {
  const { every = 10, pid } = options;
  const size = () => (pid === undefined ? 0 : residentBytes(pid));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    // Opening the first connection is not part of the attack.
    await healthz(url, agent);
    const rssBefore = size();
    const started = performance.now();
    let running = true;
    let slowest = 0;
    let responses = 0;
    const asking = (async () => {
      while (running) {
        slowest = Math.max(slowest, await healthz(url, agent));
        responses += 1;
        await pause(every);
      }
    })();
    const acting = action().finally(() => {
      running = false;
    });
    const [result] = await Promise.all([acting, asking]);
    return { result, slowest, responses, took: performance.now() - started, rssBefore, rssAfter: size() };
  } finally {
    agent.destroy();
  }
}
