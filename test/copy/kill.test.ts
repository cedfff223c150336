import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { afterAll, expect, test } from 'vitest';
import { contentsOf, fillSample } from './sample.ts';
import { Storages } from './storages.ts';

const storages = new Storages();
afterAll(() => storages.close());

const CLI = fileURLToPath(new URL('../../packages/vitrine/src/cli.ts', import.meta.url));

/** Runs `vitrine copy` as a process and kills it after `millis` unless it has ended. */
async function copyUntil(from: string, to: string, millis: number) {
  const args = [...process.execArgv, CLI, 'copy', '--from', `sqlite:${from}`, '--to', `sqlite:${to}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      printed += data;
    });
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), millis);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  return { code, signal, printed };
}

test('completes a copy that was killed repeatedly at any point', {
  timeout: 120_000,
}, async () => {
  const [fromPath, toPath] = [storages.newPath(), storages.newPath()];
  const source = sqliteStorage({ path: fromPath });
  await fillSample(source, 12_000);

  const whole = performance.now();
  const uninterrupted = await copyUntil(fromPath, storages.newPath(), 60_000);
  expect(uninterrupted).toMatchObject({ code: 0, printed: expect.stringContaining('equal on both sides') });
  const duration = performance.now() - whole;

  // From before the file exists to the middle of the comparison.
  const kills = [0.15, 0.3, 0.45, 0.6, 0.75, 0.5, 0.65].map((share) => share * duration);
  let killed = 0;
  for (const millis of kills) {
    if ((await copyUntil(fromPath, toPath, millis)).signal === 'SIGKILL') killed++;
  }
  expect(killed).toBeGreaterThan(0);
  const last = await copyUntil(fromPath, toPath, 60_000);
  expect(last.printed).toMatch(/equal on both sides|complete copy of the source already/);

  const copy = sqliteStorage({ path: toPath });
  try {
    expect(await contentsOf(copy)).toEqual(await contentsOf(source));
    expect(await copy.settings.get('copy_done')).not.toBeNull();
  } finally {
    await copy.close();
    await source.close();
  }
});
