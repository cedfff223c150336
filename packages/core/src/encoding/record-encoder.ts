import type { PropertyType, SlotValue } from '../ground/rows.ts';
import { guardFormula } from '../values/formula-guard.ts';
import { TYPE_RULES } from '../values/value.ts';
import { csvCell } from './csv-cell.ts';
import { linkOf } from './live-urls.ts';
import type { EncodedLinks, EncodedMember, EncodedRecords, RecordEncoding } from './record-encoding.ts';
import {
  UNIT_BYTES,
  VALUE_BYTES,
  type WriteValue,
  writeBoolean,
  writeBytes,
  writeDatetime,
  writeJsonDatetime,
  writeJsonText,
  writeNumber,
  writeText,
} from './utf8-values.ts';

/** A chunk is full with this many bytes or records. */
const CHUNK_BYTES = 128 * 1024;
const CHUNK_RECORDS = 1_000;
/** The first size of the buffer, which has room for the last record of a chunk. */
const BUFFER_BYTES = CHUNK_BYTES + 32 * 1024;

/** How a member is written. */
interface MemberWriter {
  readonly cell: number;
  /** What precedes the value. */
  readonly before: Buffer;
  readonly unset: Buffer;
  readonly write: WriteValue;
}

/** The fixed parts of a document. */
interface Frame {
  readonly begin: Buffer;
  readonly beforeFirst: Buffer;
  readonly beforeNext: Buffer;
  readonly afterRecord: Buffer;
  readonly end: Buffer;
}

/**
 * Encodes records as a document: in JSON an array of objects, in CSV a header and a row for each record (RFC 4180). The
 * document consists of all chunks, in order.
 */
export class RecordEncoder {
  readonly #frame: Frame;
  readonly #members: readonly MemberWriter[];
  /** The bytes of a record without its values. */
  readonly #fixedBytes: number;
  readonly #withLinks: ((values: readonly SlotValue[]) => readonly SlotValue[]) | null;
  #beforeRecord: Buffer;
  #buffer: Buffer;
  #length: number;
  #records = 0;

  constructor({ format, members, columns, links }: RecordEncoding) {
    this.#withLinks = links === undefined ? null : linksAfter(columns.length, links);
    this.#frame = format === 'csv' ? csvFrame(members) : JSON_FRAME;
    this.#members = format === 'csv' ? csvMembers(members) : members.map(jsonMember);
    const { begin, beforeFirst, beforeNext, afterRecord, end } = this.#frame;
    this.#fixedBytes = this.#members.reduce(
      (sum, { before, unset }) => sum + before.length + unset.length + VALUE_BYTES,
      beforeNext.length + afterRecord.length + end.length,
    );
    this.#beforeRecord = beforeFirst;
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(BUFFER_BYTES, begin.length));
    this.#length = writeBytes(this.#buffer, 0, begin);
  }

  /** Whether the chunk is full and should be taken. */
  get isFull(): boolean {
    return this.#length >= CHUNK_BYTES || this.#records >= CHUNK_RECORDS;
  }

  /** Adds a record. The values are those of the columns of the encoding; further ones are ignored. */
  add(stored: readonly SlotValue[]): void {
    const values = this.#withLinks === null ? stored : this.#withLinks(stored);
    this.#reserve(values);
    const buffer = this.#buffer;
    const members = this.#members;
    let at = writeBytes(buffer, this.#length, this.#beforeRecord);
    for (let i = 0; i < members.length; i++) {
      const { cell, before, unset, write } = members[i] as MemberWriter;
      at = writeBytes(buffer, at, before);
      const value = values[cell] ?? null;
      at = value === null ? writeBytes(buffer, at, unset) : write(buffer, at, value);
    }
    this.#length = writeBytes(buffer, at, this.#frame.afterRecord);
    this.#beforeRecord = this.#frame.beforeNext;
    this.#records++;
  }

  /** Returns what was added since the last chunk, in an `ArrayBuffer` of its own, which may be transferred. */
  take(): EncodedRecords {
    const chunk = { bytes: new Uint8Array(this.#buffer.subarray(0, this.#length)), records: this.#records };
    if (this.#buffer.length > BUFFER_BYTES) this.#buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
    this.#length = 0;
    this.#records = 0;
    return chunk;
  }

  /** Ends the document and returns its last chunk. */
  end(): EncodedRecords {
    this.#length = writeBytes(this.#buffer, this.#length, this.#frame.end);
    return this.take();
  }

  /** Makes room for a record and the end of the document. */
  #reserve(values: readonly SlotValue[]): void {
    let needed = this.#length + this.#fixedBytes;
    for (let i = 0; i < this.#members.length; i++) {
      const value = values[(this.#members[i] as MemberWriter).cell];
      if (typeof value === 'string') needed += value.length * UNIT_BYTES;
    }
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(needed);
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}

/** Returns a function that adds the links of a record behind its columns. */
function linksAfter(
  columns: number,
  { urls, variables }: EncodedLinks,
): (values: readonly SlotValue[]) => readonly SlotValue[] {
  return (values) => {
    const query = variables.flatMap(({ name, cell, type }) => {
      const value = values[cell] ?? null;
      return value === null ? [] : [[name, String(TYPE_RULES[type].show(value)).toWellFormed()] as const];
    });
    const { url, clickUrl } = linkOf(urls, new Map(query));
    return [...values.slice(0, columns), url, clickUrl];
  };
}

const NOTHING = Buffer.alloc(0);
const NULL = Buffer.from('null');

const JSON_FRAME: Frame = {
  begin: Buffer.from('['),
  beforeFirst: Buffer.from('{'),
  beforeNext: Buffer.from(',{'),
  afterRecord: Buffer.from('}'),
  end: Buffer.from(']'),
};

function csvFrame(members: readonly EncodedMember[]): Frame {
  return {
    begin: Buffer.from(`${members.map(({ name }) => csvCell(name)).join(',')}\r\n`),
    beforeFirst: NOTHING,
    beforeNext: NOTHING,
    afterRecord: Buffer.from('\r\n'),
    end: NOTHING,
  };
}

function jsonMember({ name, cell, type }: EncodedMember, place: number): MemberWriter {
  const before = Buffer.from(`${place === 0 ? '' : ','}${JSON.stringify(name)}:`);
  return { cell, before, unset: NULL, write: JSON_VALUES[type] };
}

function csvMembers(members: readonly EncodedMember[]): MemberWriter[] {
  // Readers skip blank lines (docs/rules.md#export).
  const unset = members.length === 1 ? Buffer.from(csvCell('')) : NOTHING;
  return members.map(({ cell, type, isGuarded }, place) => ({
    cell,
    before: place === 0 ? NOTHING : Buffer.from(','),
    unset,
    write: isGuarded ? writeGuardedCell : CSV_VALUES[type],
  }));
}

function writeCell(buffer: Buffer, at: number, value: string | number): number {
  return writeText(buffer, at, csvCell(value));
}

function writeGuardedCell(buffer: Buffer, at: number, value: string | number): number {
  return writeCell(buffer, at, guardFormula(String(value)));
}

const JSON_VALUES: Readonly<Record<PropertyType, WriteValue>> = {
  string: writeJsonText,
  number: writeNumber,
  boolean: writeBoolean,
  datetime: writeJsonDatetime,
  url_image: writeJsonText,
  url_link: writeJsonText,
};

const CSV_VALUES: Readonly<Record<PropertyType, WriteValue>> = {
  string: writeCell,
  number: writeNumber,
  boolean: writeBoolean,
  datetime: writeDatetime,
  url_image: writeCell,
  url_link: writeCell,
};
