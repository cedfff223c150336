import type { TestProject } from 'vitest/node';
import { provideServer } from '../postgres/global-setup.ts';
import { citusMissing, startCitus } from './citus.ts';

/** Starts one Citus cluster for a run of the HTTP suites. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (citusMissing()) throw new Error('There is no Citus to run the HTTP suites on.');
  return provideServer(project, 'citus', async () => {
    const { coordinator, stop } = await startCitus({ shards: 4 });
    return { url: coordinator.url, stop };
  });
}
