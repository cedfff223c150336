// Bundled for Deno and Bun, which run it as a program. The file begins with the environment.
import { runSuite } from './run-suite.ts';
import { environmentOf, type PlainEnvironment } from './suite-environment.ts';

declare const environment: PlainEnvironment;

console.log(JSON.stringify(await runSuite(environmentOf(environment))));
