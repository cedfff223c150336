import { z } from 'zod';
import { body, query } from '../ground/contract.ts';
import { cursor, cursorPage, pageLimit, Timestamp } from '../ground/shared.ts';
import { TIMER_PRESET_NAMES, TimerDesign } from './timer-design.ts';
import { TimerDesignChanges } from './timer-frames.ts';
import { TARGET_KINDS } from './timer-target.ts';

export const UpdateTimerTargetDateRequest = body({
  targetDate: z.string('Expected a date-time or a date.').meta({
    description:
      'An instant if it has an offset, else a wall time in `timeZone`; a date alone means midnight. It may be past.',
    examples: ['2026-12-01T09:00:00'],
  }),
  timeZone: z
    .string('Expected the IANA name of a time zone.')
    .optional()
    .meta({ description: 'Default: the zone of the timer.', examples: ['America/New_York'] }),
}).meta({ id: 'UpdateTimerTargetDateRequest' });
export type UpdateTimerTargetDateRequest = z.input<typeof UpdateTimerTargetDateRequest>;

export const TimerTargetDateResponse = z
  .object({
    id: z.int32(),
    name: z.string(),
    targetDate: Timestamp,
    timeZone: z.string(),
    localTargetDate: z
      .string()
      .meta({ description: 'The wall time in `timeZone`.', examples: ['2026-12-01T09:00:00'] }),
    expired: z.boolean(),
    productionUrl: z.string().meta({ format: 'uri' }),
    renderedUrl: z.string().meta({ format: 'uri' }),
  })
  .meta({ id: 'TimerTargetDateResponse' });
export type TimerTargetDateResponse = z.output<typeof TimerTargetDateResponse>;

const timer = {
  id: z.int32().meta({ description: 'Equal to the id of its image.' }),
  name: z.string(),
  status: z.enum(['active', 'deleted']),
  folder: z.string().nullable().meta({ description: 'Null: the root folder.' }),
  width: z.int().meta({ description: 'The displayed width, without the scale.' }),
  height: z.int(),
  targetKind: z.enum(TARGET_KINDS),
  targetDate: Timestamp.meta({ description: 'The end, if the timer is opened now.' }),
  timeZone: z.string(),
  expired: z.boolean(),
  productionUrl: z.string().meta({ format: 'uri', description: 'Shows the remaining time without a key.' }),
  renderedUrl: z.string().meta({ format: 'uri' }),
  thumbnailUrl: z.string().meta({ format: 'uri', description: 'WebP, scaled to fit 320×320. Needs no key.' }),
  thumbnailExpiresAt: Timestamp,
  html: z.string().meta({ description: 'An img tag for e-mails.' }),
  date_created: Timestamp,
  date_updated: Timestamp,
};

export const TimerSummary = z.object(timer).meta({ id: 'TimerSummary' });
export type TimerSummary = z.output<typeof TimerSummary>;

export const TimerDetail = z.object({ ...timer, design: TimerDesign }).meta({ id: 'TimerDetail' });
export type TimerDetail = z.output<typeof TimerDetail>;

export const CursorPageOfTimerSummary = cursorPage(TimerSummary).meta({ id: 'CursorPageOfTimerSummary' });

export const ListTimersQuery = query({
  limit: pageLimit,
  cursor,
  q: z.string('Expected text.').optional().meta({ description: 'Case-insensitive part of the name.' }),
});
export type ListTimersQuery = z.input<typeof ListTimersQuery>;

export const TimerPresetSummary = z
  .object({
    name: z.enum(TIMER_PRESET_NAMES),
    title: z.string(),
    previewUrl: z.string().meta({ format: 'uri', description: 'A GIF of the preset. Needs no key.' }),
    design: TimerDesignChanges.meta({ description: 'The members that the preset sets.' }),
  })
  .meta({ id: 'TimerPreset' });
export type TimerPresetSummary = Omit<z.output<typeof TimerPresetSummary>, 'design'> & {
  readonly design: TimerDesignChanges;
};

export const TimerPresetList = z.array(TimerPresetSummary).meta({ id: 'TimerPresetList' });
