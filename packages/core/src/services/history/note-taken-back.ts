import type { StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import type { ImportPlan } from '../imports/import-file.ts';
import type { TakeBack } from './take-back.ts';

/** Notes at the import whose changes were taken back that they were. Imports are removed earlier than histories. */
export async function noteTakenBack(
  { storage, clock }: ServiceContext,
  { accountId, id: storeId }: Pick<StoreRow, 'accountId' | 'id'>,
  { importId }: Pick<TakeBack, 'importId'>,
): Promise<void> {
  if (importId === null) return;
  const ref = { accountId, storeId, id: importId };
  const row = await storage.imports.get(ref);
  if (row === null) return;
  const plan: ImportPlan = { ...(JSON.parse(row.plan) as ImportPlan), takenBackAt: clock() };
  await storage.imports.replacePlan(ref, JSON.stringify(plan));
}
