import { z } from 'zod';
import { body } from './contract.ts';
import { Timestamp } from './shared.ts';

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
