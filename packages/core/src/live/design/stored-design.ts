import { z } from 'zod';
import { LiveDesign } from '../../contracts/live/live-design.ts';
import type { FontSource } from '../../media/timer-scene.ts';
import type { TimerTarget } from '../../storage/images/images.ts';

/** A design with the instants of the dates in its timer layers, because a wall time alone is ambiguous. */
export interface TargetedLive {
  readonly design: LiveDesign;
  /** By the name of the layer. */
  readonly targets: Readonly<Record<string, TimerTarget>>;
}

/**
 * The fonts and pictures of a design by their ids, pinned when it was saved. A picture is the hash of its bytes, which
 * must not be exposed to clients.
 */
export interface LiveResources {
  readonly fonts: Readonly<Record<string, FontSource>>;
  readonly pictures: Readonly<Record<string, string>>;
}

export interface StoredLive extends TargetedLive {
  readonly resources: LiveResources;
}

/** The live image that a draft began with, with the resources that it has pinned. */
export interface LiveDraftOf {
  readonly imageId: number;
  /** Whether saving the draft changes the image. False: it makes a new one. */
  readonly replaces: boolean;
  readonly design: LiveDesign;
  readonly resources: LiveResources;
}

/** A draft's design, and the live image that it began with. Null: none. */
export interface StoredLiveDraft extends TargetedLive {
  readonly of: LiveDraftOf | null;
}

const Targets = z.record(
  z.string(),
  z.object({ local: z.string(), timeZone: z.string(), instant: z.number() }),
);
const Resources = z.object({
  fonts: z.record(z.string(), z.union([z.object({ builtin: z.int() }), z.object({ blob: z.string() })])),
  pictures: z.record(z.string(), z.string()),
});
const Design = z.object({ design: LiveDesign, targets: Targets });
const Draft = Design.extend({
  of: z
    .object({ imageId: z.int(), replaces: z.boolean(), design: LiveDesign, resources: Resources })
    .nullable(),
});

/** The stored form of a live image: made and read by core only. */
export interface LiveTexts {
  readonly design: string;
  readonly resources: string;
}

export function writeLive({ design, targets, resources }: StoredLive): LiveTexts {
  return { design: JSON.stringify({ design, targets }), resources: JSON.stringify(resources) };
}

export function readLive(texts: LiveTexts): StoredLive {
  return {
    ...Design.parse(JSON.parse(texts.design)),
    resources: Resources.parse(JSON.parse(texts.resources)),
  };
}

export function writeLiveDraft({ design, targets, of }: StoredLiveDraft): string {
  return JSON.stringify({ design, targets, of });
}

export function readLiveDraft(text: string): StoredLiveDraft {
  return Draft.parse(JSON.parse(text));
}
