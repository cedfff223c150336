import type { TimerFrameRef, TimerFrameStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import { plainImage, plainReplacement } from '../images/plain-image.ts';
import { runWrite } from '../run-write.ts';

export function sqlTimerFrames(driver: SqlDriver): TimerFrameStorage {
  return {
    insert(frame, keep, options) {
      const { id, accountId, conversationId, name, design, createdAt, updatedAt, expiresAt } = frame;
      const plain = { id, accountId, conversationId, name, design, createdAt, updatedAt, expiresAt };
      return runWrite(driver, 'insertTimerFrame', { frame: plain, keep }, { account: accountId }, options);
    },
    restore: (frame) => driver.run('restoreTimerFrame', { frame: { ...frame } }),
    list: (accountId, now) => driver.run('listTimerFrames', { accountId, now }),
    get: (accountId, id, now) => driver.run('getTimerFrame', { ref: { accountId, id }, now }),
    find: (id, now) => driver.run('findTimerFrame', { id, now }),
    update: (ref, expectedRevision, change, now) =>
      driver.run(
        'updateTimerFrame',
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
        'saveTimerFrame',
        {
          ref: refOf(ref),
          expectedRevision,
          image: plainImage(image),
          now,
        },
        { account: ref.accountId },
      ),
    replace: (ref, expectedRevision, timer, now) =>
      driver.run(
        'replaceTimer',
        {
          ref: refOf(ref),
          expectedRevision,
          replacement: plainReplacement(timer),
          now,
        },
        { account: ref.accountId },
      ),
    delete: (ref, now) =>
      driver.run('deleteTimerFrame', { ref: refOf(ref), now }, { account: ref.accountId }),
    purgeExpired: (limit, now) => driver.run('purgeExpiredTimerFrames', { limit, now }),
  };
}

/** Returns the reference of a row, because callers may pass whole rows. Only the reference crosses to the writer. */
function refOf({ id, accountId }: TimerFrameRef): TimerFrameRef {
  return { id, accountId };
}
