import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { accountPrincipal, createVitrine } from '../packages/core/src/index.ts';
import { startServer } from '../packages/http/src/server.ts';
import { createMedia } from '../packages/media/src/index.ts';
import { sqliteStorage } from '../packages/storage-sqlite/src/index.ts';

/** Requests before the one that is measured, so that caches are filled and modules loaded. */
const WARM = 5;
const RECORDS = 100;
/** Milliseconds after which a server loads what its first requests do not need. */
const LATER_PARTS = 2_500;

/** The layers of a request by the files of `packages` that belong to them. A file is of the first one that it matches. */
const LAYERS: readonly (readonly [name: string, files: RegExp])[] = [
  ['http', /^http\//],
  ['validation', /^core\/(contracts\/|schema\/|values\/|ground\/json\.ts)/],
  ['service', /^(core|media)\//],
  ['planner', /^storage-sql\/(records|statements|layout)\//],
  ['storage', /^storage-/],
];

/**
 * Prints the functions and files of `packages` that one warm request runs on the serving thread, also by layer. `--files`
 * lists the files with the functions that run and the lines of the file.
 */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-hops-'));
  const storage = sqliteStorage({ path: join(folder, 'data.db') });
  const vitrine = await createVitrine({ storage, media: createMedia() });
  const principal = accountPrincipal((await vitrine.accounts.create('Hops')).id);
  const { key } = await vitrine.apiKeys.create(principal, { name: 'hops' });
  const { id } = await vitrine.stores.create(principal, {
    name: 'Hops',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'price', type: 'number' },
    ],
  });
  const records = Array.from({ length: RECORDS }, (_, i) => ({ sku: `s${i}`, price: i }));
  await vitrine.records.batchUpsert(principal, id, { records });
  const conversationId = 'hops';
  const design = { target: { date: '2100-01-01T00:00:00', timeZone: 'UTC' } };
  const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId, design });
  const timer = await vitrine.timerFrames.save(principal, timerFrameId, { conversationId });
  // What a server does in the background would count as a part of the request that runs meanwhile.
  const server = await startServer({ vitrine, port: 0, work: false });
  await Promise.all([import('../packages/http/src/mcp/endpoint.ts'), import('../packages/http/src/app.ts')]);
  await after(LATER_PARTS);
  const path = `/v2/stores/${id}/records`;
  const filters = [{ field: 'price', op: 'gte', value: 10 }];
  const requests: Record<string, readonly [method: string, path: string, body?: object]> = {
    get: ['GET', `${path}/s7`],
    patch: ['PATCH', `${path}/s7`, { price: 3 }],
    'query, filter': ['POST', `${path}/query`, { filters }],
    'query, filter and order': ['POST', `${path}/query`, { filters, sortBy: 'price', sortDir: 'desc' }],
    timer: ['GET', new URL(timer.productionUrl).pathname],
  };
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  for (const [name, [method, target, body]] of Object.entries(requests)) {
    const send = async () => {
      const response = await fetch(`${server.url}${target}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      await response.text();
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
    };
    for (let i = 0; i < WARM; i++) await send();
    await session.post('Profiler.takePreciseCoverage');
    await send();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    report(name, result);
  }
  await server.stop();
  rmSync(folder, { recursive: true });
}

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly count: number }[];
  }[];
}

function report(name: string, scripts: readonly ScriptCoverage[]): void {
  const files = scripts.flatMap(({ url, functions }) => {
    const ran = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
    const [, own, path] = /\/packages\/([^/]+)\/src\/(.+)/.exec(url) ?? [];
    if (own === undefined || path === undefined || ran === 0) return [];
    const file = `${own}/${path}`;
    const lines = readFileSync(new URL(url), 'utf8').split('\n').length - 1;
    return [{ file, ran, lines, layer: LAYERS.find(([, pattern]) => pattern.test(file))?.[0] ?? own }];
  });
  const functions = files.reduce((sum, { ran }) => sum + ran, 0);
  console.log(`${name}: ${functions} functions in ${files.length} files`);
  for (const [layer] of LAYERS) {
    const of = files.filter((file) => file.layer === layer);
    const ran = of.reduce((sum, one) => sum + one.ran, 0);
    const lines = of.reduce((sum, one) => sum + one.lines, 0);
    console.log(`  ${layer}: ${ran} functions in ${of.length} files of ${lines} lines`);
    if (process.argv.includes('--files'))
      for (const one of of) console.log(`    ${one.file} ${one.ran} ${one.lines}`);
  }
}

await main();
