import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startCluster } from '../postgres/cluster.ts';
import type { Account } from './neighbours/account.ts';
import { type Neighbour, startNeighbour } from './neighbours/neighbour.ts';
import type { Latencies } from './neighbours/ordinary-work.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { ACCOUNT_KEY } from './versioned-records.ts';

const CLI = fileURLToPath(new URL('../../packages/http/src/cli.ts', import.meta.url));

const ALONE_SECONDS = 20;
const ATTACKED_SECONDS = 40;
/** Under attack the 99th percentile must stay below this multiple of the undisturbed one. */
const TIMES_ALONE = 5;

function percentile(latencies: readonly number[], share: number): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function tableOf(alone: Latencies, attacked: Latencies) {
  const rows = Object.keys(alone).map((name) => {
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

async function measure(databaseUrl: string): Promise<void> {
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

    const arsenal = await bad.arm(attacker);
    const workplace = await good.settle(worker);
    // Warm-up: compiles code, fills caches and opens connections.
    await good.work(worker, workplace, 5);
    const alone = await good.work(worker, workplace, ALONE_SECONDS);
    const attacking = bad.attack(attacker, arsenal);
    await wait(2_000);
    const attacked = await good.work(worker, workplace, ATTACKED_SECONDS);
    await bad.stopAttack();
    const statuses = await attacking;

    const [before, during] = [alone, attacked].map((latencies) =>
      percentile(Object.values(latencies).flat(), 0.99),
    ) as [number, number];
    console.table(tableOf(alone, attacked));
    console.log({ p99Alone: before, p99Attacked: during, times: during / before, statuses });
    expect(during).toBeLessThan(before * TIMES_ALONE);
    expect(server.child.exitCode).toBeNull();
  } finally {
    for (const neighbour of started.neighbours) neighbour.end();
    await started.server?.end('SIGKILL');
  }
}

describe('an account that attacks in every way at once slows ordinary work of another by less than five times', () => {
  test('on SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-neighbour-'));
    try {
      await measure(`sqlite:${join(folder, 'vitrine.db')}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('on PostgreSQL', async () => {
    const cluster = await startCluster({ durable: true });
    try {
      await measure(cluster.url);
    } finally {
      await cluster.stop();
    }
  });
});
