import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchLog } from './log-watch.ts';

test('the size of the log is a metric, and a large log is reported once until it was small again', () => {
  vi.useFakeTimers();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-log-'));
  const path = join(folder, 'data.db');
  const told: string[] = [];
  const watch = watchLog(path, (message) => told.push(message), 1_000_000);
  onTestFinished(() => {
    watch.end();
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });
  const sizes: number[] = [];
  for (const bytes of [10, 1_500_000, 2_000_000, 10, 1_200_000]) {
    writeFileSync(`${path}-wal`, Buffer.alloc(bytes));
    vi.advanceTimersByTime(10_000);
    sizes.push(watch.metrics()[0]?.value ?? 0);
  }
  expect(sizes).toEqual([10, 1_500_000, 2_000_000, 10, 1_200_000]);
  expect(told).toHaveLength(2);
  expect(told[0]).toContain('data.db-wal has 1 MB');
});
