import { performance } from 'node:perf_hooks';
import { HttpConnection } from '../load/http-connection.ts';

// The process that opens pictures: receives one order at a time and returns its results.

export interface OpenOrder {
  readonly port: number;
  /** Opened in turns. */
  readonly paths: readonly string[];
  readonly connections: number;
  readonly milliseconds: number;
  /** Ends after so many openings. Default: none. */
  readonly opens?: number;
}

export interface OpenResult {
  readonly opens: number;
  readonly seconds: number;
  /** Milliseconds, one for each open. */
  readonly latencies: Float64Array;
  /** Pictures that nothing may store: those that stand for one that came too late. Timers are not among them. */
  readonly late: number;
  /** The first response that was not 2xx. */
  readonly problem: string | null;
}

const LATE = /^cache-control: no-store\r?$/im;

async function open({ port, paths, connections, milliseconds, opens }: OpenOrder): Promise<OpenResult> {
  const latencies: number[] = [];
  const start = performance.now();
  let last = start;
  let sent = 0;
  let late = 0;
  let problem: string | null = null;

  async function openInTurns(): Promise<void> {
    const connection = new HttpConnection(port);
    while (problem === null && last - start < milliseconds && sent < (opens ?? Infinity)) {
      const path = paths[sent++ % paths.length];
      const begin = performance.now();
      await new Promise<void>((resolve) => {
        connection.send(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`, (status, body, head) => {
          last = performance.now();
          if (LATE.test(head)) late++;
          if (status === 200) latencies.push(last - begin);
          else problem ??= `${status} ${body}`;
          resolve();
        });
      });
    }
    connection.close();
  }

  await Promise.all(Array.from({ length: connections }, openInTurns));
  return {
    opens: latencies.length,
    seconds: (last - start) / 1000,
    latencies: Float64Array.from(latencies),
    late,
    problem,
  };
}

process.on('message', async (order: OpenOrder) => {
  process.send?.(await open(order));
});
