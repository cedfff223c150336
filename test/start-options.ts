import { readFileSync } from 'node:fs';

/** Returns the options that `pnpm start` gives to node, so that tests and benches measure the server that operators run. */
export function startOptions(): string[] {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const script: string = JSON.parse(manifest).scripts.start;
  const options = /exec node (.*?) ?packages\/http\/dist\/cli\.js/.exec(script)?.[1];
  if (options === undefined) throw new Error(`The start script runs no server: ${script}`);
  return options === '' ? [] : options.split(' ');
}
