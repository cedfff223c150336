import { buildConsole } from './build-console.ts';

// The argument is the folder. Without one, it is `dist/app`.
await buildConsole(process.argv[2]);
