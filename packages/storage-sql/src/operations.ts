import { accountNumberOperations } from './account-numbers/operations.ts';
import { accountUsageOperations } from './account-usage/operations.ts';
import { accountOperations } from './accounts/operations.ts';
import { apiKeyOperations } from './api-keys/operations.ts';
import { blobObjectOperations } from './blob-objects/operations.ts';
import { blobOperations } from './blobs/operations.ts';
import { changeOperations } from './changes/operations.ts';
import { databaseOperations } from './database/operations.ts';
import { draftOperations } from './drafts/operations.ts';
import type { SqlEngine } from './engine.ts';
import { fontOperations } from './fonts/operations.ts';
import { geocodingOperations } from './geocoding/operations.ts';
import { keyedWrite } from './idempotency-keys/keyed-write.ts';
import { idempotencyKeyOperations } from './idempotency-keys/operations.ts';
import { imageOperations } from './images/operations.ts';
import { importOperations } from './imports/operations.ts';
import { jobOperations } from './jobs/operations.ts';
import { locationOperations } from './locations/operations.ts';
import { mapOperations } from './maps/operations.ts';
import type { Lane, Operation } from './operation.ts';
import { recordOperations } from './records/operations.ts';
import { requestCountOperations } from './request-counts/operations.ts';
import { restoreOperations } from './restores/operations.ts';
import { settingOperations } from './settings/operations.ts';
import type { Steps } from './statements/statement.ts';
import { storeOperations } from './stores/operations.ts';
import { viewOperations } from './views/operations.ts';
import { webhookDeliveryOperations } from './webhook-deliveries/operations.ts';
import { webhookOperations } from './webhooks/operations.ts';

const operationsOfResources = {
  ...accountNumberOperations,
  ...accountUsageOperations,
  ...accountOperations,
  ...apiKeyOperations,
  ...blobObjectOperations,
  ...blobOperations,
  ...changeOperations,
  ...databaseOperations,
  ...fontOperations,
  ...geocodingOperations,
  ...idempotencyKeyOperations,
  ...imageOperations,
  ...importOperations,
  ...jobOperations,
  ...locationOperations,
  ...mapOperations,
  ...recordOperations,
  ...requestCountOperations,
  ...restoreOperations,
  ...settingOperations,
  ...storeOperations,
  ...draftOperations,
  ...viewOperations,
  ...webhookDeliveryOperations,
  ...webhookOperations,
};

/** Every operation by name. Only a name and plain arguments cross to another thread. */
export const operations = {
  ...operationsOfResources,
  writeUnderKey: keyedWrite(
    (name) =>
      operationsOfResources[name as keyof typeof operationsOfResources] as unknown as Operation<
        unknown,
        unknown
      >,
  ),
};

type Operations = typeof operations;
export type OperationName = keyof Operations;
export type OperationArgs<Name extends OperationName> = Parameters<Operations[Name]['steps']>[1];
export type OperationResult<Name extends OperationName> =
  ReturnType<Operations[Name]['steps']> extends Steps<infer Result> ? Result : never;

/**
 * Returns the declaration of an operation. Names from another thread are those that `SqlDriver.run` was called with.
 */
export function operationOf<Name extends OperationName>(
  name: Name,
): Operation<OperationArgs<Name>, OperationResult<Name>> {
  return operations[name] as unknown as Operation<OperationArgs<Name>, OperationResult<Name>>;
}

/** Returns the lane of a call. */
export function laneOf<Name extends OperationName>(name: Name, args: OperationArgs<Name>): Lane {
  const { lane, isScan } = operationOf(name);
  return isScan?.(args) ? 'scan' : lane;
}

/** Returns the store whose node takes part in a call, where records are distributed over nodes. Null: none. */
export function storeOf<Name extends OperationName>(name: Name, args: OperationArgs<Name>): string | null {
  return operationOf(name).store?.(args) ?? null;
}

/** Starts the steps of an operation. */
export function startOperation<Name extends OperationName>(
  engine: SqlEngine,
  name: Name,
  args: OperationArgs<Name>,
): Steps<OperationResult<Name>> {
  return operationOf(name).steps(engine, args);
}

export type { ExportRecords } from './records/reads/export.ts';
