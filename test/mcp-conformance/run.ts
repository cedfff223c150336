import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import { startServer } from '@vitrine/http';
import { createMedia } from '@vitrine/media';
import { freePort } from '../free-port.ts';
import { runAuthorization } from './authorization-run.ts';
import { runConformance } from './conformance-run.ts';
import { inspectCall, inspectTools } from './inspector-run.ts';
import { notApplicable } from './not-applicable.ts';
import { startKeyProxy } from './proxy.ts';
import { runRemote } from './remote-run.ts';
import { ALPHA, MCP_REMOTE, STABLE } from './tools.ts';

/**
 * `pnpm test:mcp-conformance`: runs the protocol's own checkers, and the bridge that many clients use, against the store
 * tools and the authorization server. It is not part of `pnpm test`, because it downloads them from the registry and takes
 * minutes.
 */
const RUNS: readonly (readonly [packageName: string, ...selection: string[]])[] = [
  [STABLE, '--suite', 'all'],
  [ALPHA, '--suite', 'all', '--spec-version', '2025-11-25'],
  [ALPHA, '--requirements', '2026-07-28'],
];
const ERAS = ['modern', 'legacy'] as const;

const port = await freePort();
const vitrine = await createVitrine({
  storage: memoryStorage(),
  baseUrl: `http://127.0.0.1:${port}`,
  media: createMedia(),
});
const principal = accountPrincipal((await vitrine.accounts.create('Conformance')).id);
const { key } = await vitrine.apiKeys.create(principal, { name: 'conformance' });
const store = await vitrine.stores.create(principal, {
  name: 'Products',
  properties: [
    { name: 'sku', type: 'string', unique: true },
    { name: 'price', type: 'number' },
  ],
});
await vitrine.records.add(principal, store.id, { sku: 'A-1', price: 12.5 });
const server = await startServer({ vitrine, port, oauth: true });
const proxy = await startKeyProxy(server.url, key);

let isGood = true;
const excused = new Set<string>();
try {
  for (const [packageName, ...selection] of RUNS) {
    const outcome = await runConformance(packageName, `${proxy.url}/store_mcp`, selection);
    print(`${packageName} ${selection.join(' ')}`, outcome.lines);
    isGood &&= outcome.isGood;
    for (const name of outcome.excused) excused.add(name);
  }
  const authorization = await runAuthorization(ALPHA, server.url, key);
  print(`${ALPHA} authorization`, authorization.lines);
  isGood &&= authorization.isGood;
  print(MCP_REMOTE, await runRemote(server.url, key, 'store_access'));
  const url = `${server.url}/store_mcp`;
  const { id: storeId } = store;
  const calls: [string, Record<string, unknown>][] = [
    ['store_access', {}],
    ['store_list', { q: 'prod' }],
    ['store_summarize', { storeId, measures: [{ op: 'sum', field: 'price' }] }],
    ['store_query', { mode: 'count', storeId, filters: [{ field: 'price', op: 'gt', value: '1' }] }],
    ['store_get_record', { storeId, key: 'A-1' }],
  ];
  for (const era of ERAS) {
    const outcomes = [await inspectTools(url, key, era)];
    for (const [tool, args] of calls) outcomes.push(await inspectCall(url, key, era, tool, args));
    print(
      `@modelcontextprotocol/inspector --cli --protocol-era ${era}`,
      outcomes.map(({ line }) => line),
    );
    isGood &&= outcomes.every((outcome) => outcome.isGood);
  }
} finally {
  await proxy.close();
  await server.stop();
}

const listed = notApplicable.flatMap(({ scenarios = [], checks = [] }) => [...scenarios, ...checks]);
const stale = listed.filter((name) => !excused.has(name));
if (stale.length > 0) print('Listed as not applicable, but none of its checks failed', stale);
print(
  'Not applicable',
  notApplicable.map(
    ({ reason, scenarios = [], checks = [] }) => `${scenarios.length + checks.length}: ${reason}`,
  ),
);
process.stdout.write(isGood && stale.length === 0 ? 'conformance: passed\n' : 'conformance: failed\n');
process.exitCode = isGood && stale.length === 0 ? 0 : 1;

function print(title: string, lines: readonly string[]): void {
  process.stdout.write(`${title}\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
}
