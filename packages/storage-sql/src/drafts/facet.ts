import type { DraftRef, DraftStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import { plainImage, plainReplacement } from '../images/rows.ts';
import { runWrite } from '../run-write.ts';

export function sqlDrafts(driver: SqlDriver): DraftStorage {
  return {
    insert(frame, keep, options) {
      const { kind, id, accountId, conversationId, name, design, createdAt, updatedAt, expiresAt } = frame;
      const plain = { kind, id, accountId, conversationId, name, design, createdAt, updatedAt, expiresAt };
      return runWrite(driver, 'insertDraft', { frame: plain, keep }, { account: accountId }, options);
    },
    restore: (frame) => driver.run('restoreDraft', { frame: { ...frame } }),
    list: (accountId, now) => driver.run('listDrafts', { accountId, now }),
    get: (accountId, id, now) => driver.run('getDraft', { ref: { accountId, id }, now }),
    find: (id, now) => driver.run('findDraft', { id, now }),
    update: (ref, expectedRevision, change, now) =>
      driver.run(
        'updateDraft',
        {
          ref: refOf(ref),
          expectedRevision,
          change: { ...change },
          now,
        },
        { account: ref.accountId },
      ),
    save: (ref, expectedRevision, image, now) =>
      driver.run(
        'saveDraft',
        {
          ref: refOf(ref),
          expectedRevision,
          image: plainImage(image),
          now,
        },
        { account: ref.accountId },
      ),
    replace: (ref, expectedRevision, replacement, now) =>
      driver.run(
        'replaceByDraft',
        {
          ref: refOf(ref),
          expectedRevision,
          replacement: plainReplacement(replacement),
          now,
        },
        { account: ref.accountId },
      ),
    delete: (ref, now) => driver.run('deleteDraft', { ref: refOf(ref), now }, { account: ref.accountId }),
    purgeExpired: (limit, now) => driver.run('purgeExpiredDrafts', { limit, now }),
  };
}

/** Returns the reference of a row, because callers may pass whole rows. Only the reference crosses to the writer. */
function refOf({ id, accountId }: DraftRef): DraftRef {
  return { id, accountId };
}
