import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startCluster } from '../postgres/cluster.ts';
import type { Account } from './neighbours/account.ts';
import { ATTACK_NAMES } from './neighbours/attack.ts';
import { type Neighbour, startNeighbour } from './neighbours/neighbour.ts';
import { LATE_OFFER, type Latencies } from './neighbours/ordinary-work.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { ACCOUNT_KEY } from './versioned-records.ts';

const CLI = fileURLToPath(new URL('../../packages/vitrine/src/cli.ts', import.meta.url));

const ALONE_SECONDS = 10;
const ATTACKED_SECONDS = 20;
/** Under attack the 99th percentile must stay below this multiple of the undisturbed one. */
const TIMES_ALONE = 5;
/** Upper bound of the 99th percentile of a request that does no work, in milliseconds, on a machine that is not busy. */
const PROBE_MS = 100;
/** Upper bound of the growth of resident memory by an attack that is over. */
const GROWTH_BYTES = 60e6;
/** Caches and the memory of a load are given back within this time. */
const RELEASED_WITHIN_MS = 120_000;

function percentile(latencies: readonly number[], share: number): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function tableOf(alone: Latencies, attacked: Latencies) {
  const rows = Object.keys({ ...alone, ...attacked }).map((name) => {
    const [before = [], during = []] = [alone[name], attacked[name]];
    return [
      name,
      {
        'p50 alone': Math.round(percentile(before, 0.5)),
        'p99 alone': Math.round(percentile(before, 0.99)),
        'p50 attacked': Math.round(percentile(during, 0.5)),
        'p99 attacked': Math.round(percentile(during, 0.99)),
        'max attacked': Math.round(Math.max(...during)),
        requests: during.length,
      },
    ];
  });
  return Object.fromEntries(rows);
}

/** Creates an account in the database of a running server. */
function createAccount(databaseUrl: string, url: string): Account {
  const flags = ['--conditions=vitrine-source', CLI, 'accounts', 'create', '--name', 'Other', '--json'];
  const env = { ...process.env, VITRINE_DATABASE_URL: databaseUrl };
  return { url, key: JSON.parse(execFileSync(process.execPath, flags, { env, encoding: 'utf8' })).key };
}

/** Returns the resident memory of the server in bytes. */
async function memoryOf(server: ServerProcess): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
}

async function measure(databaseUrl: string, attacks: readonly string[]): Promise<void> {
  const started: { server?: ServerProcess; neighbours: Neighbour[] } = { neighbours: [] };
  try {
    const server = await startProcess({
      VITRINE_DATABASE_URL: databaseUrl,
      VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      VITRINE_LOG_LEVEL: 'error',
    });
    started.server = server;
    const attacker: Account = { url: server.url, key: ACCOUNT_KEY };
    const worker = createAccount(databaseUrl, server.url);
    const [bad, good] = [startNeighbour(), startNeighbour()];
    started.neighbours.push(bad, good);

    await bad.arm(attacker, attacks);
    const workplace = await good.settle(worker);
    // Warm-up: compiles code, fills caches and opens connections.
    await good.work(worker, workplace, 5);
    const alone = await good.work(worker, workplace, ALONE_SECONDS);
    const memory = await memoryOf(server);
    const attacking = bad.attack(attacker);
    await wait(2_000);
    const attacked = await good.work(worker, workplace, ATTACKED_SECONDS);
    await bad.stopAttack();
    const statuses = await attacking;

    const [before, during] = [alone, attacked].map((latencies) =>
      percentile(Object.values(latencies).flat(), 0.99),
    ) as [number, number];
    console.table(tableOf(alone, attacked));
    console.log({ p99Alone: before, p99Attacked: during, times: during / before, statuses });
    expect(attacked[LATE_OFFER] ?? [], 'live images that show their fallback').toEqual([]);
    expect(during).toBeLessThan(before * TIMES_ALONE);
    const [probeBefore, probeDuring] = [alone, attacked].map(({ healthz = [] }) =>
      percentile(healthz, 0.99),
    ) as [number, number];
    expect(probeDuring).toBeLessThan(Math.max(PROBE_MS, probeBefore * TIMES_ALONE));
    expect(server.child.exitCode).toBeNull();
    await expect
      .poll(async () => (await memoryOf(server)) - memory, { timeout: RELEASED_WITHIN_MS, interval: 2_000 })
      .toBeLessThan(GROWTH_BYTES);
  } finally {
    for (const neighbour of started.neighbours) neighbour.end();
    await started.server?.end('SIGKILL');
  }
}

const CASES = [
  ...ATTACK_NAMES.map((name) => [name, [name]] as const),
  ['all attacks at once', ATTACK_NAMES] as const,
];

describe('an attacking account slows ordinary work of another by less than five times', () => {
  test.each(CASES)('on SQLite: %s', async (_, attacks) => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-neighbour-'));
    try {
      await measure(`sqlite:${join(folder, 'vitrine.db')}`, attacks);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test.each(CASES)('on PostgreSQL: %s', async (_, attacks) => {
    const cluster = await startCluster({ durable: true });
    try {
      await measure(cluster.url, attacks);
    } finally {
      await cluster.stop();
    }
  });
});
