import { fold } from '@vitrine/core/adapter';
import { BLOCK_ROWS, type ColumnMemory, PAGE_BYTES } from '../memory/column-memory.ts';

/**
 * Before each text are five bytes of its header, each 0xF8 with three bits of a number, the lowest bits first: the row within
 * its block, and whether the text is not searched. UTF-8 has no such bytes, so a header also ends the text before it.
 */
const HEADER_BYTES = 5;
const HEADER = 0xf8;
const UNSEARCHED = 1 << 13;
/** A page ends with such a byte, and removed texts are overwritten with it. */
const NOTHING = 0xff;
/** UTF-16 units of the longest text. */
export const TEXT_UNITS_MAX = 4_096;
const PAGE_SHIFT = 16;
/** The pages of a block, whose addresses kernels read from a page. */
const BLOCK_PAGES_MAX = PAGE_BYTES / Uint32Array.BYTES_PER_ELEMENT;

/** The pages with the text of a block of rows. */
interface Block {
  readonly pages: number[];
  /** Bytes of the last page that are taken. */
  used: number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The text of rows in pages. The place of a text is the number of its page within its block of rows, and its offset in the
 * page. Where folding changes more than the letters A to Z, the folded text follows the text, and only that is searched.
 */
export class TextArena {
  readonly #memory: ColumnMemory;
  readonly #blocks: Block[] = [];
  #pages = 0;
  /** Bytes of texts and headers, and of those that are removed. */
  #bytes = 0;
  #removed = 0;

  constructor(memory: ColumnMemory) {
    this.#memory = memory;
  }

  get pages(): number {
    return this.#pages;
  }

  /** Bytes of texts and headers, without removed ones. */
  get bytes(): number {
    return this.#bytes - this.#removed;
  }

  get removedBytes(): number {
    return this.#removed;
  }

  pagesOf(block: number): readonly number[] {
    return this.#blocks[block]?.pages ?? [];
  }

  /** Returns where the taken bytes of a page end. */
  endOf(block: number, page: number): number {
    const { pages, used } = this.#blocks[block] ?? { pages: [], used: 0 };
    return (pages[page] ?? 0) + (page === pages.length - 1 ? used : PAGE_BYTES - 1);
  }

  /** Stores a text. Returns its place, or null if it is too long or the memory has no room for it. */
  put(row: number, text: string): number | null {
    if (text.length > TEXT_UNITS_MAX) return null;
    const folded = foldedIfOther(text);
    // UTF-8 takes at most three bytes for a unit.
    const most = 3 * (text.length + (folded?.length ?? 0)) + 2 * HEADER_BYTES;
    const number = row % BLOCK_ROWS;
    const block = this.#block(row);
    const last = block.used + most < PAGE_BYTES ? block.pages.at(-1) : undefined;
    const page = last ?? this.#addPage(block);
    if (page === null) return null;
    const start = page + block.used;
    const place = ((block.pages.length - 1) << PAGE_SHIFT) | (block.used + HEADER_BYTES);
    let end = this.#write(start, number | (folded === null ? 0 : UNSEARCHED), text);
    if (folded !== null) end = this.#write(end, number, folded);
    block.used = end - page;
    this.#bytes += end - start;
    return place >>> 0;
  }

  address(row: number, place: number): number {
    const page = this.#blocks[Math.floor(row / BLOCK_ROWS)]?.pages[place >>> PAGE_SHIFT];
    if (page === undefined) throw new RangeError(`no page for the text of row ${row}`);
    return page + (place & (PAGE_BYTES - 1));
  }

  read(address: number): string {
    return decoder.decode(this.#memory.bytes.subarray(address, this.#endOfText(address)));
  }

  /** Removes the text of a row, and its folded text. */
  remove(row: number, place: number): void {
    const { bytes } = this.#memory;
    const address = this.address(row, place);
    let end = this.#endOfText(address);
    const flags = bytes[address - 1] ?? 0;
    if ((flags & (UNSEARCHED >> (3 * (HEADER_BYTES - 1)))) !== 0) end = this.#endOfText(end + HEADER_BYTES);
    bytes.fill(NOTHING, address - HEADER_BYTES, end);
    this.#removed += end - address + HEADER_BYTES;
  }

  free(): void {
    for (const { pages } of this.#blocks.splice(0)) for (const page of pages) this.#memory.give(page);
    this.#pages = 0;
  }

  #block(row: number): Block {
    const index = Math.floor(row / BLOCK_ROWS);
    let block = this.#blocks[index];
    while (block === undefined) {
      this.#blocks.push({ pages: [], used: 0 });
      block = this.#blocks[index];
    }
    return block;
  }

  #addPage(block: Block): number | null {
    if (block.pages.length === BLOCK_PAGES_MAX) return null;
    const page = this.#memory.take();
    if (page === null) return null;
    this.#memory.bytes.fill(NOTHING, page, page + PAGE_BYTES);
    block.pages.push(page);
    block.used = 0;
    this.#pages++;
    return page;
  }

  /** Writes a header and a text. Returns where they end. */
  #write(start: number, header: number, text: string): number {
    const { bytes } = this.#memory;
    for (let i = 0; i < HEADER_BYTES; i++) bytes[start + i] = HEADER | ((header >> (3 * i)) & 7);
    const from = start + HEADER_BYTES;
    return from + encoder.encodeInto(text, bytes.subarray(from, from + 3 * text.length)).written;
  }

  #endOfText(address: number): number {
    const { bytes } = this.#memory;
    let end = address;
    while ((bytes[end] ?? NOTHING) < HEADER) end++;
    return end;
  }
}

const ASCII = /^[\0-\x7f]*$/;

/** Returns the folded text. Null: it differs in the letters A to Z only, which searches fold themselves. */
function foldedIfOther(text: string): string | null {
  if (ASCII.test(text)) return null;
  const folded = fold(text);
  const lowered = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return folded === lowered ? null : folded;
}
