import type { ColumnKeeper, ColumnReply } from '@vitrine/storage-sql';

/** Milliseconds for which a search waits for columns before SQL is asked. */
const REPLY_MS = 3_000;
/**
 * Milliseconds until the keeper may be asked again after that, and after which it is lost if it still does not reply.
 */
const PAUSE_MS = 30_000;

const SILENT: ColumnReply = { declined: { after: PAUSE_MS, spent: 0, refused: [] } };

/**
 * Limits the time for which a keeper is waited for, because its connection may be dead: SQL has connections of its
 * own, and needs the rest of the time. A keeper that stays silent is closed, and counts as lost.
 */
export function boundedKeeper(keeper: ColumnKeeper, isEager: boolean): ColumnKeeper {
  let isSilent = false;

  return {
    get isLost() {
      return isSilent || keeper.isLost;
    },
    ask(request, limits) {
      const { signal } = limits;
      const milliseconds = isEager ? limits.milliseconds / 2 : Math.min(limits.milliseconds, REPLY_MS);
      return new Promise((resolve, reject) => {
        const leave = () => settle(() => reject(signal?.reason));
        const timer = setTimeout(() => settle(() => resolve(SILENT)), milliseconds);
        function settle(act: () => void): void {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
          act();
        }
        signal?.addEventListener('abort', leave, { once: true });
        if (signal?.aborted) return leave();
        const silence = setTimeout(() => {
          isSilent = true;
          void keeper.close();
        }, PAUSE_MS).unref();
        keeper
          .ask(request, { milliseconds, signal })
          .then(
            (reply) => settle(() => resolve(reply)),
            (error) => settle(() => reject(error)),
          )
          .finally(() => clearTimeout(silence));
      });
    },
    close: () => keeper.close(),
  };
}
