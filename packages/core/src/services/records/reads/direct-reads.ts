import type { MaybePromise } from '../../../ground/maybe-promise.ts';
import type { Principal } from '../../../ports/access.ts';
import type { RecordReads } from './record-reads.ts';

/**
 * The reads of nearly every short request, for servers: the same as `identity.authenticate`, `records.get` and
 * `records.lookup`, but the result is a promise only if that of the storage is one, because a few promises cost as much as
 * a short read. An error is then thrown at once too.
 */
export interface DirectReads {
  authenticate(key: string, address: string | null): MaybePromise<Principal>;
  readonly records: RecordReads;
}
