import type { Storage } from '../storage/storage.ts';

/** What a case works on: a storage of its own, empty and migrated. */
export interface Bench {
  readonly storage: Storage;
  /** Closes the storage and opens the same data again. Only for cases of durable storages. */
  reopen(): Promise<Storage>;
}

/** One rule of the `Storage` contract, checked. */
export interface ConformanceCase {
  /** Stable: known gaps name it. `topic/rule`. */
  readonly id: string;
  /** The rule as a sentence. */
  readonly title: string;
  /** True: runs only on storages whose data outlives `close`. */
  readonly durable?: boolean;
  run(bench: Bench): Promise<void>;
}

export interface ConformanceTopic {
  readonly name: string;
  readonly cases: readonly ConformanceCase[];
}

/** Names a topic's cases: the ids become `topic/rule`. */
export function topic(name: string, cases: readonly ConformanceCase[]): ConformanceTopic {
  return { name, cases: cases.map((rule) => ({ ...rule, id: `${name}/${rule.id}` })) };
}
