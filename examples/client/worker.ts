// A worker that counts the airports of each country it is asked for.
import { parentPort, workerData } from 'node:worker_threads';
import { createClient } from '@vitrine/client';
import { Airports } from './stores.ts';

const airports = createClient(workerData).store(Airports);
parentPort?.on('message', async (country: string) => {
  const count = await airports.count({ filters: [{ field: 'country', op: 'eq', value: country }] });
  parentPort?.postMessage({ country, count });
});
