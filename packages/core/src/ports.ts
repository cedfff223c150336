import { randomFillSync } from 'node:crypto';
import type { Millis } from './storage/rows.ts';

/** Where time comes from. Tests give their own. */
export type Clock = () => Millis;

/** Where ids come from. Tests give their own. */
export interface IdSource {
  /** A UUIDv7 (RFC 9562): accounts, keys, and records of stores without unique properties. */
  uuid(now: Millis): string;
  /** A store id: 16 characters of [0-9A-Za-z], 95 random bits; short because every record row carries it. */
  storeId(): string;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const POOL_BYTES = 4096;

/**
 * Random ids. Within one millisecond UUIDs rise: the 12 bits behind the time count, starting at a random value
 * (RFC 9562 section 6.2, method 1), so records of one batch sort by insertion.
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
        // 248 = 4 × 62: bytes above it would favour the first letters.
        if (byte < 248) id += ALPHABET[byte % 62];
      }
      return id;
    },
  };
}
