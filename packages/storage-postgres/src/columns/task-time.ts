import { UnavailableError } from '@vitrine/core/adapter';
import type { TaskTime } from '@vitrine/storage-sql';

/** Limits tasks by their time alone: a search whose caller has left ends by its deadline. */
export function taskTime(): TaskTime {
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
