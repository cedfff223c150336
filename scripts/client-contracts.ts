// Writes packages/client/src/generated: the messages and routes of the interface as plain types, from the contracts
// of core and the route table. `--check` only says whether the file is current.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { clientSources } from './client-sources.ts';

const root = resolve(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');

for (const [path, text] of Object.entries(clientSources())) {
  const file = resolve(root, path);
  if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) === text) continue;
  if (isCheck) {
    console.error(`${path} is stale: run \`pnpm client:contracts\`.`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
    console.log(`wrote ${path}`);
  }
}
