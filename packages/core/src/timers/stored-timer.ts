import { z } from 'zod';
import type { ImageTimer } from '../contracts/images/images.ts';
import { DEFAULT_DESIGN, TimerDesign } from '../contracts/timers/timer-design.ts';
import { TimerDesignTarget } from '../contracts/timers/timer-target.ts';
import type { Millis } from '../ground/rows.ts';
import type { FontSource } from '../media/timer-scene.ts';
import type { TimerRow } from '../storage/images/images.ts';
import { showDatetime } from '../values/datetime.ts';
import { withLaterMembers } from './group-defaults.ts';
import { shownTarget } from './target.ts';
import { endOf, isOver, type TargetedDesign } from './targeted-design.ts';

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

/**
 * The stored form of a timer's design. The columns of the row have the target; `schedule` is the target of another kind
 * than a date.
 */
const Schedule = z.object({ schedule: TimerDesignTarget.optional() });

export function writeTimer({ design, target, resources }: StoredTimer): TimerRow {
  const { target: shown, ...rest } = design;
  const stored = shown.kind === 'date' ? rest : { ...rest, schedule: shown };
  return { design: JSON.stringify(stored), target, resources: JSON.stringify(resources) };
}

export function readTimer(row: TimerRow): StoredTimer {
  const { target } = row;
  const stored: unknown = JSON.parse(row.design);
  const { schedule } = Schedule.parse(stored);
  const whole = { ...(stored as object), target: schedule ?? shownTarget(target) };
  const design = TimerDesign.parse(withLaterMembers(whole));
  return { design, target, resources: Resources.parse(JSON.parse(row.resources)) };
}

/** The timer that a draft changes, with the resources that the timer has pinned. */
export interface DraftOf {
  readonly timerId: number;
  readonly design: TimerDesign;
  readonly resources: TimerResources;
}

/** A draft's design, and the timer that it changes. Null: it makes a new one. */
export interface StoredDraft extends TargetedDesign {
  readonly of: DraftOf | null;
}

/** The stored form of a draft: the design and the instant of its target. */
const storedDesign = z.preprocess(withLaterMembers, TimerDesign);
const Draft = z.object({
  design: storedDesign,
  instant: z.number(),
  zone: z.string().optional(),
  local: z.string().optional(),
  of: z.object({ timerId: z.int(), design: storedDesign, resources: Resources }).nullable().default(null),
});

export function writeDraft({ design, target, of }: StoredDraft): string {
  const { instant, timeZone: zone, local } = target;
  return JSON.stringify({ design, instant, zone, local, of });
}

export function readDraft(text: string): StoredDraft {
  const { design, instant, zone, local, of } = Draft.parse(JSON.parse(text));
  const { date = '', timeZone = 'UTC' } = design.target;
  return { design, target: { local: local ?? date, timeZone: zone ?? timeZone, instant }, of };
}

/** Returns the timer as part of an image's detail (docs/rules.md#image). */
export function showTimer(timer: TimerRow, now: Millis): ImageTimer {
  const stored = readTimer(timer);
  return {
    targetDate: showDatetime(endOf(stored, now)),
    timeZone: stored.target.timeZone,
    expired: isOver(stored, now),
    design: stored.design,
  };
}

/** Returns the displayed size of a timer, which at scale 2 is half the size of the GIF, its alternative text and its target. */
export function pictureOfTimer(
  timer: TimerRow,
): Pick<TimerDesign, 'width' | 'height' | 'altText' | 'target'> {
  const { width, height, altText, target } = readTimer(timer).design;
  return { width, height, altText, target };
}
