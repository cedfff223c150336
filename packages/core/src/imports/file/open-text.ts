import type { Encoding } from '../../ground/encodings.ts';
import { detectEncoding, toUtf8 } from './encoding.ts';

/** Bytes of UTF-8 text that detection examines. */
const SAMPLE_BYTES = 4 * 1024 * 1024;

/** A text file, opened as UTF-8. */
export interface OpenedText {
  readonly encoding: Encoding;
  readonly warnings: readonly string[];
  /** The beginning, at least `SAMPLE_BYTES` unless the file is shorter. */
  readonly sample: Uint8Array;
  /** Whether the sample is the whole file. */
  readonly isWhole: boolean;
  /** The whole text without a byte order mark, to be read once or to be closed (`return`). */
  readonly text: AsyncGenerator<Uint8Array, void>;
}

/**
 * Reads the beginning of a file and detects its encoding.
 *
 * @param given the encoding, if the caller knows it.
 * @throws FileProblem for a binary file, or at bytes that are not text. Reading `text` throws as `toUtf8` does.
 */
export async function openText(chunks: AsyncIterable<Uint8Array>, given?: Encoding): Promise<OpenedText> {
  const bytes = await peek(chunks[Symbol.asyncIterator]());
  const { encoding, warning } =
    given === undefined
      ? detectEncoding(Buffer.concat(bytes.taken), bytes.isWhole)
      : { encoding: given, warning: null };
  const utf8 = await peek(toUtf8(bytes.all, encoding));
  return {
    encoding,
    warnings: warning === null ? [] : [warning],
    sample: Buffer.concat(utf8.taken),
    isWhole: utf8.isWhole,
    text: utf8.all,
  };
}

interface Peeked {
  readonly taken: readonly Uint8Array[];
  readonly isWhole: boolean;
  /** What was taken, then the rest. */
  readonly all: AsyncGenerator<Uint8Array, void>;
}

async function peek(iterator: AsyncIterator<Uint8Array>): Promise<Peeked> {
  const taken: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  while (!isWhole && length < SAMPLE_BYTES) {
    const next = await iterator.next();
    isWhole = next.done === true;
    if (next.done === true) break;
    taken.push(next.value);
    length += next.value.length;
  }
  return { taken, isWhole, all: resume(taken, iterator) };
}

async function* resume(
  taken: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* taken;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    // Closes the source if the reader stops early.
    await rest.return?.();
  }
}
