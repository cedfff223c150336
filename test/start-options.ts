import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const parts = /exec env (\S+=\S+) node (.*?) ?packages\/vitrine\/dist\/cli\.js/.exec(scripts.start);
if (parts === null) throw new Error(`The start script runs no server: ${scripts.start}`);
const [, variable = '', options = ''] = parts;

/** Returns the options that `pnpm start` gives to node, so that tests and benches measure the server that operators run. */
export function startOptions(): string[] {
  return options === '' ? [] : options.split(' ');
}

/** Returns the environment variables that `pnpm start` sets. */
export function startEnvironment(): Record<string, string> {
  return Object.fromEntries([variable.split('=')]);
}
