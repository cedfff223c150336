import {
  type OperationArgs,
  type OperationName,
  type OperationResult,
  type SqlDialect,
  type Steps,
  startOperation,
} from '@vitrine/storage-sql';
import { isLost, isUnprepared } from './errors.ts';
import type { Presence } from './presence.ts';
import { type RecentAnswers, type RecentReads, storeKey } from './recent-reads.ts';
import { finish } from './run-steps.ts';

export interface LookUpsOptions {
  readonly dialect: SqlDialect;
  readonly recent: RecentReads;
  readonly presence: Presence;
  /** Reads without remembering. */
  read<Name extends OperationName>(name: Name, args: OperationArgs<Name>): Promise<OperationResult<Name>>;
}

/** Runs a read; answers of the look-ups that nearly every request makes come from memory while they are fresh. */
export function lookUps({ dialect, recent, presence, read }: LookUpsOptions) {
  /** Only what the present session answers is remembered: while it answers, other servers know that this one remembers. */
  async function recall<Answer>(
    answers: RecentAnswers<Answer>,
    key: string,
    start: () => Steps<Answer | null>,
    readAnew: () => Promise<Answer | null>,
  ): Promise<Answer | null> {
    const session = presence.session();
    if (session === null) return readAnew();
    try {
      return await answers.read(key, () => finish(start(), session.execute));
    } catch (error) {
      if (!isLost(error) && !isUnprepared(error)) throw error;
      session.giveUp();
      return readAnew();
    }
  }

  return function lookUp<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<OperationResult<Name>> {
    if (name === 'findApiKey') {
      const given = args as OperationArgs<'findApiKey'>;
      const answer = recall(
        recent.apiKeys,
        given.hash,
        () => startOperation(dialect, 'findApiKey', given),
        () => read('findApiKey', given),
      );
      return answer as Promise<OperationResult<Name>>;
    }
    if (name === 'getStoreVersion') {
      const given = args as OperationArgs<'getStoreVersion'>;
      const answer = recall(
        recent.storeVersions,
        storeKey(given.accountId, given.id),
        () => startOperation(dialect, 'getStoreVersion', given),
        () => read('getStoreVersion', given),
      );
      return answer as Promise<OperationResult<Name>>;
    }
    return read(name, args);
  };
}
