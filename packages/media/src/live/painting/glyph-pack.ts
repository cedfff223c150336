import { type Outline, POINTS_OF } from '../../paint/glyph.ts';

/**
 * Outlines of glyphs in few arrays, because a message to a thread takes time for each object in it. The same id always
 * means the same outline.
 */
export interface PackedGlyphs {
  readonly ids: Uint32Array;
  /** The ends of the commands of each glyph in `commands`. */
  readonly ends: Uint32Array;
  readonly commands: Uint8Array;
  readonly points: Float32Array;
}

const ids = new WeakMap<Outline, number>();
let nextId = 0;

/** Collects the outlines of glyphs for a message to a thread. */
export class GlyphPack {
  readonly #places = new Map<Outline, number>();

  /** Returns the place of an outline in the pack. */
  add(outline: Outline): number {
    const place = this.#places.get(outline) ?? this.#places.size;
    this.#places.set(outline, place);
    return place;
  }

  packed(): PackedGlyphs {
    const outlines = [...this.#places.keys()];
    const lengths = outlines.map(({ commands }) => commands.length);
    const commands = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
    const points = new Float32Array(outlines.reduce((sum, outline) => sum + outline.points.length, 0));
    const ends = new Uint32Array(outlines.length);
    let [command, point] = [0, 0];
    for (const [at, outline] of outlines.entries()) {
      commands.set(outline.commands, command);
      points.set(outline.points, point);
      command += outline.commands.length;
      point += outline.points.length;
      ends[at] = command;
    }
    return { ids: Uint32Array.from(outlines, idOf), ends, commands, points };
  }
}

function idOf(outline: Outline): number {
  const id = ids.get(outline) ?? nextId++;
  ids.set(outline, id);
  return id;
}

/** Returns the outlines of a pack in order. They share its memory. */
export function unpacked({ ends, commands, points }: PackedGlyphs): Outline[] {
  let [command, point] = [0, 0];
  return Array.from(ends, (end) => {
    const own = commands.subarray(command, end);
    const count = own.reduce((sum, each) => sum + 2 * (POINTS_OF[each as 0 | 1 | 2 | 3] ?? 0), 0);
    const outline = { commands: own, points: points.subarray(point, point + count) };
    command = end;
    point += count;
    return outline;
  });
}
