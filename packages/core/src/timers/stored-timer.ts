import { z } from 'zod';
import { DEFAULT_DESIGN, TimerDesign } from '../contracts/timer-design.ts';
import type { FontSource } from '../media.ts';
import type { TimerRow } from '../storage/images.ts';
import type { TargetedDesign } from './design-changes.ts';
import { withLaterMembers } from './group-defaults.ts';
import { shownTarget } from './target.ts';

/** The fonts and images of a design. A blob is identified by its hash, which must not be exposed to clients. */
export interface TimerResources {
  readonly digitFont: FontSource;
  readonly labelFont: FontSource;
  readonly headlineFont: FontSource;
  readonly background: string | null;
  readonly expiredImage: string | null;
}

export interface StoredTimer extends TargetedDesign {
  readonly resources: TimerResources;
}

const fontSource = z.union([z.object({ builtin: z.int() }), z.object({ blob: z.string() })]);
const Resources = z.object({
  digitFont: fontSource,
  labelFont: fontSource,
  // Timers that were saved before headlines existed have none.
  headlineFont: fontSource.default({ builtin: DEFAULT_DESIGN.headline.fontId }),
  background: z.string().nullable(),
  expiredImage: z.string().nullable(),
});

/** The stored form of a draft: the design and the instant of its target. */
const Draft = z.object({ design: z.preprocess(withLaterMembers, TimerDesign), instant: z.number() });

export function writeTimer({ design, target, resources }: StoredTimer): TimerRow {
  const { target: _shown, ...rest } = design;
  return { design: JSON.stringify(rest), target, resources: JSON.stringify(resources) };
}

export function readTimer(row: TimerRow): StoredTimer {
  const { target } = row;
  const stored = { ...JSON.parse(row.design), target: shownTarget(target) };
  const design = TimerDesign.parse(withLaterMembers(stored));
  return { design, target, resources: Resources.parse(JSON.parse(row.resources)) };
}

export function writeDraft({ design, target }: TargetedDesign): string {
  return JSON.stringify({ design, instant: target.instant });
}

export function readDraft(text: string): TargetedDesign {
  const { design, instant } = Draft.parse(JSON.parse(text));
  return { design, target: { local: design.target.date, timeZone: design.target.timeZone, instant } };
}
