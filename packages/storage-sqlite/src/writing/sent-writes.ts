/** A write that was sent to the thread and has no result yet. */
export interface SentWrite {
  readonly weight: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The writes without a result by id. */
export interface SentWrites {
  readonly length: number;
  readonly bytes: number;
  /** Returns the id of the write, which no other write has until it is taken. */
  add(write: SentWrite): number;
  /** Removes a write. */
  take(id: number): SentWrite | null;
  takeAll(): SentWrite[];
}

/**
 * Creates an empty list. Ids are places in an array, used again: the tables of a `Map` would chain ended writes into V8's old
 * generation (`ItemList`).
 */
export function createSentWrites(): SentWrites {
  const places: (SentWrite | null)[] = [];
  const free: number[] = [];
  let bytes = 0;

  function take(id: number): SentWrite | null {
    const write = places[id] ?? null;
    if (write === null) return null;
    places[id] = null;
    free.push(id);
    bytes -= write.weight;
    return write;
  }

  return {
    get length() {
      return places.length - free.length;
    },
    get bytes() {
      return bytes;
    },
    add(write) {
      const id = free.pop() ?? places.length;
      places[id] = write;
      bytes += write.weight;
      return id;
    },
    take,
    takeAll: () => places.flatMap((_, id) => take(id) ?? []),
  };
}
