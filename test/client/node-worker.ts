import { parentPort, workerData } from 'node:worker_threads';
import { runSuite } from './run-suite.ts';

parentPort?.postMessage(await runSuite(workerData));
