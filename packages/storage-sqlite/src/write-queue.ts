/** A write that was sent to the writer thread and has no result yet. */
export interface SentWrite {
  readonly weight: number;
  resolve(result: unknown): void;
  reject(error: Error): void;
  /** The write that was sent after it. Null for the last one, and for one that is no longer in the queue. */
  next: SentWrite | null;
}

/**
 * Writes in the order in which they were sent, which is the order of their results.
 *
 * A linked list, so that a write is released as soon as it has its result, also when the queue is never empty. An array that is
 * cut now and then keeps finished writes alive until V8 has moved them to its old generation.
 */
export class WriteQueue {
  #first: SentWrite | null = null;
  #last: SentWrite | null = null;
  #length = 0;
  #weight = 0;

  get length(): number {
    return this.#length;
  }

  /** Bytes of all writes in the queue. */
  get weight(): number {
    return this.#weight;
  }

  push(write: SentWrite): void {
    if (this.#last === null) this.#first = write;
    else this.#last.next = write;
    this.#last = write;
    this.#length++;
    this.#weight += write.weight;
  }

  /** Removes the first write and returns it. Returns null if the queue is empty. */
  shift(): SentWrite | null {
    const write = this.#first;
    if (write === null) return null;
    this.#first = write.next;
    if (this.#first === null) this.#last = null;
    write.next = null;
    this.#length--;
    this.#weight -= write.weight;
    return write;
  }
}
