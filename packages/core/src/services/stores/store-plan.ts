import { acceptedElements, formatPath, parseContract } from '../../contracts/ground/contract.ts';
import { CreateStoreRequest, StorePropertyRequest } from '../../contracts/stores/stores.ts';
import { PROPERTIES_MAX } from '../../ground/limits.ts';
import { purgeExpiredJob } from '../../jobs/job-kinds.ts';
import type { Principal } from '../../ports/access.ts';
import { requireValid } from '../../schema/checked.ts';
import { addProperties, findPropertyIssues } from '../../schema/property.ts';
import type { NewJob, NewStore } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';

/** Returns the row of a new store and its jobs. @throws ValidationError with all issues. */
export function planStore(
  { clock, ids }: ServiceContext,
  principal: Principal,
  request: CreateStoreRequest,
): { readonly row: NewStore; readonly jobs: readonly NewJob[] } {
  const pathOf = (index: number, member: string) => formatPath(['properties', index, member]);
  const {
    name,
    description = null,
    recordTtl = null,
    changes = false,
    history = null,
    properties,
  } = parseContract(CreateStoreRequest, request, (input) => {
    const readable = acceptedElements(StorePropertyRequest, input, 'properties', PROPERTIES_MAX);
    return findPropertyIssues([], readable, pathOf);
  });
  const schema = requireValid(addProperties([], properties, [], pathOf));
  const now = clock();
  const ref = { id: ids.storeId(), accountId: principal.accountId };
  const row = {
    ...ref,
    name,
    description,
    recordTtl,
    changes,
    history,
    storeType: principal.key === null ? 'library' : `api_key:${principal.key.id}`,
    properties: schema,
    createdAt: now,
    updatedAt: now,
  };
  const jobs = recordTtl === null ? [] : [purgeExpiredJob(ref, now)];
  return { row, jobs };
}
