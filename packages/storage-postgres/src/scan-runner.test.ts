import { createTurns } from '@vitrine/core/storage';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/postgres/database.ts';
import { openConnection } from './connection.ts';
import { exclusiveGroup } from './exclusive-group.ts';
import { scanRunner } from './scan-runner.ts';

test('a scan is planned with the settings of the server when it is alone, and starts fewer workers beside others', async () => {
  const database = await createTestDatabase();
  const group = exclusiveGroup(2, (onEnd) =>
    openConnection({ config: { connectionString: database.url }, role: 'scan', onEnd }),
  );
  onTestFinished(async () => {
    await group.close();
    await database.drop();
  });
  const { run } = scanRunner(
    group,
    createTurns({ queue: 'scans', atOnce: 2, waiting: 9, refusal: 'Too many.' }),
  );
  const setup = async () => {
    const rows = await run({ account: 'a' }, (execute) =>
      execute({ text: 'SHOW parallel_setup_cost', values: [] }),
    );
    return Number(rows[0]?.[0]);
  };

  const alone = await setup();
  expect(alone).toBeLessThan(4000);
  expect(await Promise.all([setup(), setup(), setup()])).toEqual([alone, 4000, 4000]);
  expect(await setup()).toBe(alone);
});
