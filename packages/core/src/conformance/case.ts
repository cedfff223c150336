import type { Storage } from '../storage/storage.ts';

/** The environment of a case: its own empty, migrated storage. */
export interface Bench {
  readonly storage: Storage;
  /** Closes the storage and opens the same data again. Only for durable cases. */
  reopen(): Promise<Storage>;
}

/** A test of one rule of the `Storage` contract. */
export interface ConformanceCase {
  /** `topic/rule`. Stable, because known gaps refer to it. */
  readonly id: string;
  /** The rule in words. May change. */
  readonly title: string;
  /** True: runs only for storages that keep their data after `close`. */
  readonly durable?: boolean;
  run(bench: Bench): Promise<void>;
}

export interface ConformanceTopic {
  readonly name: string;
  readonly cases: readonly ConformanceCase[];
}

/**
 * Creates a topic. Prefixes the ids of its cases: `topic/rule`. Topics of the same name are parts of one topic in
 * several files.
 */
export function topic(name: string, cases: readonly ConformanceCase[]): ConformanceTopic {
  return { name, cases: cases.map((rule) => ({ ...rule, id: `${name}/${rule.id}` })) };
}
