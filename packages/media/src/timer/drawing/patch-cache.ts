import type { Rectangle } from '../../gif/gif-writer.ts';
import type { SceneLayer } from '../scene/scene-layer.ts';

/** Maximum bytes of the cached patches of a scene. Beyond it all are evicted at once. */
const MAX_PATCH_BYTES = 128 * 1024;

/** What a patch shows. `kept`: the digits before, whose equal pixels it leaves out. Null: it has all pixels. */
export interface PatchContent {
  readonly digits: readonly string[];
  readonly kept: readonly string[] | null;
}

/** Encoded patches of one scene, which its next GIF probably shows too. */
export class PatchCache {
  readonly #patches = new Map<string, Uint8Array>();
  readonly #layerNames = new Map<SceneLayer, number>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the key of a patch. The pixels of an area depend only on the digits in it. */
  keyOf(layer: SceneLayer, area: Rectangle, { digits, kept }: PatchContent, clears: boolean): string {
    const namesOf = (texts: readonly string[]) =>
      layer.slots.map((slot, at) => slot?.nameIn(area, texts[at] ?? '') ?? '-').join(' ');
    const place = `${area.x} ${area.width} ${area.y} ${area.height}`;
    const names = kept === null ? namesOf(digits) : `${namesOf(kept)} > ${namesOf(digits)}`;
    return `${this.#nameOf(layer)} ${place} ${clears} ${names}`;
  }

  get(key: string): Uint8Array | undefined {
    return this.#patches.get(key);
  }

  add(key: string, patch: Uint8Array): void {
    if (this.#bytes + patch.length > MAX_PATCH_BYTES) {
      this.#patches.clear();
      this.#bytes = 0;
    }
    this.#patches.set(key, patch);
    this.#bytes += patch.length;
  }

  #nameOf(layer: SceneLayer): number {
    const known = this.#layerNames.get(layer) ?? this.#layerNames.size;
    this.#layerNames.set(layer, known);
    return known;
  }
}
