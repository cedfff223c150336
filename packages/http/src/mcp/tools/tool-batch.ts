import { type Caller, ValidationError } from '@vitrine/core';
import { takeLoopTurn } from '@vitrine/core/server';

/** Maximum bytes of JSON in all results of one request. Each result has at most `RESULT_MAX_BYTES`. */
const BATCH_MAX_BYTES = 1_000_000;

/**
 * Runs the tool calls of one request one after the other, each in a turn of the event loop, and limits the bytes of all
 * their results.
 */
export interface ToolBatch {
  /**
   * Runs the call after the calls before it have ended.
   * @throws ValidationError with a message for the model if the results so far leave no room.
   * @throws what `takeLoopTurn` throws.
   */
  run<Result>(call: () => Promise<Result>): Promise<Result>;
  /** Counts the bytes of a result. */
  spend(json: string): void;
}

export function toolBatch(caller: Caller): ToolBatch {
  let last: Promise<unknown> = Promise.resolve();
  let spent = 0;
  return {
    run(call) {
      const result = last.then(async () => {
        await takeLoopTurn(caller);
        if (spent > BATCH_MAX_BYTES) throw new ValidationError([{ path: '', message: TOO_MUCH }]);
        return call();
      });
      last = result.catch(() => undefined);
      return result;
    },
    spend(json) {
      spent += Buffer.byteLength(json);
    },
  };
}

const TOO_MUCH =
  'The results of this batch are too long together, so this call was not made. Send it again in a request of its own.';
