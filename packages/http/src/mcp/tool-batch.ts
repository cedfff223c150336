import { ValidationError } from '@vitrine/core';

/** Bytes of JSON that the results of one request may have together; each is at most `RESULT_MAX_BYTES`. */
const BATCH_MAX_BYTES = 1_000_000;

/** The tool calls of one request: one after the other, and bounded in bytes together. */
export interface ToolBatch {
  /**
   * Runs the call when those before it have ended.
   * @throws ValidationError with words for the model, when the results before it leave no room.
   */
  run<Result>(call: () => Promise<Result>): Promise<Result>;
  /** Counts a result. */
  spend(json: string): void;
}

export function toolBatch(): ToolBatch {
  let last: Promise<unknown> = Promise.resolve();
  let spent = 0;
  return {
    run(call) {
      const answer = last.then(() => {
        if (spent > BATCH_MAX_BYTES) throw new ValidationError([{ path: '', message: TOO_MUCH }]);
        return call();
      });
      last = answer.catch(() => undefined);
      return answer;
    },
    spend(json) {
      spent += Buffer.byteLength(json);
    },
  };
}

const TOO_MUCH =
  'The results of this batch are too long together, so this call was not made. Send it again in a request of its own.';
