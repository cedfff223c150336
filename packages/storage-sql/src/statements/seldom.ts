import { BoundedMap } from '@vitrine/core/adapter';

const NAMES_KEPT = 1_000;

export interface SeldomOptions {
  /** After so many failures in a row an attempt is unlikely to succeed. */
  readonly failures: number;
  /** Then one of so many is made, because the data may have changed. The number doubles with each further failure. */
  readonly oneOf: { readonly first: number; readonly most: number };
}

/** An attempt to do something in a fast way that works only sometimes. */
export interface Attempt {
  /** Returns whether to try, and counts it. */
  isDue(): boolean;
  note(isSuccess: boolean): void;
}

/** The failures of attempts since their last success. */
interface Failures {
  count: number;
  /** One of so many attempts is made. */
  oneOf: number;
  /** The attempts until then, with that one. */
  left: number;
}

/** Remembers, by name, whether attempts succeed. Those that fail in a row are made seldom. */
export function seldom({
  failures: enough,
  oneOf: { first, most },
}: SeldomOptions): (name: string) => Attempt {
  const failuresByName = new BoundedMap<string, Failures>(NAMES_KEPT);
  return (name) => ({
    isDue() {
      const failures = failuresByName.get(name);
      if (failures === undefined || failures.count < enough) return true;
      failures.left--;
      if (failures.left > 0) return false;
      failures.oneOf = Math.min(most, failures.oneOf * 2);
      failures.left = failures.oneOf;
      return true;
    },
    note(isSuccess) {
      const failures = failuresByName.get(name);
      if (isSuccess) failuresByName.delete(name);
      else if (failures === undefined) failuresByName.set(name, { count: 1, oneOf: first, left: first });
      else failures.count++;
    },
  });
}
