// `pnpm start`: starts the server from a build of the sources as they are now (`builds.ts`). Builds only what has changed
// since the last start. The process becomes the server, so that signals and SIGKILL reach it and nothing else is left.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBuild } from './builds.ts';

const program = join(await openBuild(), 'vitrine/dist/cli.js');
process.argv.splice(1, 1, program, 'serve');
await import(pathToFileURL(program).href);
