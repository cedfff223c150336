import { randomFillSync } from 'node:crypto';
import type { Millis } from '../ground/rows.ts';

/** The source of time. Tests pass their own. */
export type Clock = () => Millis;

/** The source of ids. Tests pass their own. */
export interface IdSource {
  /** Returns a UUIDv7 (RFC 9562) for accounts, keys, and records of stores without unique properties. */
  uuid(now: Millis): string;
  /**
   * Returns a store id: 16 characters of [0-9A-Za-z], 95 random bits. It is short, because all record rows contain it.
   */
  storeId(): string;
}

/** The first secret signs. The others are still accepted, so that a secret can be replaced without interruption. */
export type Secrets = readonly [current: string, ...previous: string[]];

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const POOL_BYTES = 4096;

/**
 * Creates a source of random ids. UUIDs of one millisecond rise: the 12 bits after the time are a counter with a random
 * start (RFC 9562 section 6.2, method 1), so records of one batch sort by insertion.
 */
export function randomIds(): IdSource {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  let lastTime = 0;
  let counter = 0;

  function take(bytes: number): Buffer {
    if (used + bytes > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    used += bytes;
    return pool.subarray(used - bytes, used);
  }

  return {
    uuid(now) {
      if (now > lastTime) {
        lastTime = now;
        counter = take(2).readUInt16BE(0) & 0x7ff;
      } else if (++counter > 0xfff) {
        lastTime++;
        counter = 0;
      }
      const time = lastTime.toString(16).padStart(12, '0');
      const random = take(8);
      random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
      const tail = random.toString('hex');
      const count = counter.toString(16).padStart(3, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail.slice(0, 4)}-${tail.slice(4)}`;
    },
    storeId() {
      let id = '';
      while (id.length < 16) {
        const [byte = 255] = take(1);
        // 248 = 4 × 62. Higher bytes would favour the first letters.
        if (byte < 248) id += ALPHABET[byte % 62];
      }
      return id;
    },
  };
}
