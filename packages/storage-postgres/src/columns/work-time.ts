import { UnavailableError } from '@vitrine/core/storage';
import type { WorkTime } from '@vitrine/storage-sql';

/** Limits work by its time alone: a search whose caller has left ends by its deadline. */
export function workTime(): WorkTime {
  let deadline = Number.POSITIVE_INFINITY;
  return {
    begin(_, milliseconds) {
      deadline = performance.now() + milliseconds;
    },
    require() {
      if (performance.now() > deadline) throw new UnavailableError('The time is up.');
    },
  };
}
