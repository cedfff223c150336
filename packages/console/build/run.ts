import { buildConsole } from './build-console.ts';

/** The folder is an argument. */
await buildConsole(process.argv[2]);
