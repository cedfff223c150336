import { performance } from 'node:perf_hooks';
import { QUESTIONS } from '../column-questions.ts';
import { OPERATIONS, type Operation } from '../operations.ts';
import { HttpConnection } from './http-connection.ts';
import type { SliceOrder, SliceResult } from './slice.ts';

// The sending process: receives one order at a time and returns its results.

function requestText(operation: Pick<Operation, 'request'>, index: number, order: SliceOrder): string {
  const { method, path, body } = operation.request(index, order.context);
  const head = `${method} ${order.path}${path} HTTP/1.1\r\nHost: 127.0.0.1:${order.port}\r\nAuthorization: Bearer ${order.key}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  const json = JSON.stringify(body);
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
}

function runSlice(order: SliceOrder): Promise<SliceResult> {
  const operation = [...OPERATIONS, ...QUESTIONS].find(({ name }) => name === order.operation);
  if (operation === undefined) throw new Error(`No operation ${order.operation}`);
  const connections = Array.from({ length: order.connections }, () => new HttpConnection(order.port));
  const latencies: number[] = [];
  const cpu = process.cpuUsage();
  const start = performance.now();
  let last = start;
  let sent = 0;
  let problem: string | null = null;

  return new Promise((resolve) => {
    let busyConnections = connections.length;

    function rest(connection: HttpConnection): void {
      connection.close();
      busyConnections -= 1;
      if (busyConnections > 0) return;
      const { user, system } = process.cpuUsage(cpu);
      const milliseconds = last - start;
      resolve({
        requests: latencies.length,
        seconds: milliseconds / 1000,
        latencies: Float64Array.from(latencies),
        busy: (user + system) / 1000 / milliseconds,
        problem,
      });
    }

    function next(connection: HttpConnection): void {
      if (problem !== null || sent >= order.most || last - start >= order.milliseconds) {
        rest(connection);
        return;
      }
      const text = requestText(operation as Operation, order.first + sent, order);
      sent += 1;
      const begin = performance.now();
      connection.send(text, (status, body) => {
        last = performance.now();
        if (status >= 200 && status < 300) latencies.push(last - begin);
        else problem ??= `${status} ${body}`;
        next(connection);
      });
    }

    for (const connection of connections) next(connection);
  });
}

process.on('message', async (order: SliceOrder) => {
  process.send?.(await runSlice(order));
});
