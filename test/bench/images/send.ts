import { performance } from 'node:perf_hooks';
import { HttpConnection } from '../load/http-connection.ts';

export interface Sent {
  readonly perSecond: number;
  /** Milliseconds, one for each request. */
  readonly latencies: readonly number[];
}

/** Sends one request repeatedly over `connections` until `isOver`. @throws if a response is not 2xx. */
export async function sendWhile(
  port: number,
  request: string,
  connections: number,
  isOver: (elapsed: number) => boolean,
): Promise<Sent> {
  const latencies: number[] = [];
  const start = performance.now();
  let last = start;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = new HttpConnection(port);
      while (!isOver(last - start)) {
        const begin = performance.now();
        const [status, problem] = await new Promise<[number, string]>((resolve) =>
          connection.send(request, (code, text) => resolve([code, text])),
        );
        if (status < 200 || status >= 300) throw new Error(`${status} ${problem}`);
        last = performance.now();
        latencies.push(last - begin);
      }
      connection.close();
    }),
  );
  return { perSecond: latencies.length / ((last - start) / 1_000), latencies };
}
