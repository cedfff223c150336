import { setImmediate as nextTurn } from 'node:timers/promises';
import { readPackedLines } from '../packed-text.ts';
import { NameIndex } from './name-index.ts';
import { nameKey } from './place-names.ts';
import type { PlaceId } from './places.ts';

/** More than the file holds: 298,000. */
const MAX_NAMES = 400_000;
const ROWS_IN_A_TURN = 1_000;

/** The names of places in other scripts and languages: keys in one buffer, found by their hash. */
export class OtherNames {
  readonly #index = new NameIndex(MAX_NAMES);
  readonly #place = new Uint32Array(MAX_NAMES);
  readonly #start = new Uint32Array(MAX_NAMES + 1);
  readonly #names: Buffer;
  #count = 0;

  constructor(bytes: number) {
    this.#names = Buffer.alloc(bytes);
  }

  get count(): number {
    return this.#count;
  }

  add(place: PlaceId, key: string): void {
    const entry = this.#count++;
    const start = this.#start[entry] ?? 0;
    this.#place[entry] = place;
    this.#start[entry + 1] = start + this.#names.write(key, start);
    this.#index.add(key, entry);
  }

  /** Returns the places with the folded name. */
  named(folded: string): PlaceId[] {
    const key = nameKey(folded);
    return this.#index
      .find(key)
      .filter((entry) => this.#names.toString('utf8', this.#start[entry], this.#start[entry + 1]) === key)
      .map((entry) => this.#place[entry] ?? 0);
  }
}

/** Reads the packed names, whose rows are in the order of the places. @throws if the file is missing. */
export async function readOtherNames(): Promise<OtherNames> {
  const lines = await readPackedLines('names.br');
  const names = new OtherNames(lines.reduce((bytes, line) => bytes + Buffer.byteLength(line), 0));
  for (const [place, line] of lines.entries()) {
    if (place % ROWS_IN_A_TURN === 0) await nextTurn();
    if (line === '') continue;
    for (const key of line.split('|')) names.add(place, key);
  }
  return names;
}
