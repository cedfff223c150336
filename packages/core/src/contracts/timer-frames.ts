import { z } from 'zod';
import { NAME_MAX } from '../limits.ts';
import { body, nameText, plainText, query, rawMember } from './contract.ts';
import { Timestamp } from './shared.ts';
import { DEFAULT_DESIGN, TimerDesign } from './timer-design.ts';

const CONVERSATION_FORM =
  'Expected 1 to 128 characters of A-Z, a-z, 0-9 and ._:- that are neither "." nor "..".';

/** It stands in the path of a preview, where no URL can carry `.` and `..`. */
const conversationId = z
  .string(CONVERSATION_FORM)
  .regex(/^[A-Za-z0-9._:-]{1,128}$/, CONVERSATION_FORM)
  .refine((id) => id !== '.' && id !== '..', CONVERSATION_FORM)
  .meta({ description: 'The conversation that the draft belongs to.' });

type Changes<Group> = {
  readonly [Name in keyof Group]?:
    | (NonNullable<Group[Name]> extends object ? Changes<NonNullable<Group[Name]>> : Group[Name])
    | null
    | undefined;
};

/** What a request may say of a design: any of its members; null asks for the default. */
export type TimerDesignChanges = Changes<TimerDesign>;

/** For the description only: what a design may be changed to is read by `timers/design-changes.ts`. */
export const TimerDesignChanges = withOptionalMembers(TimerDesign, DEFAULT_DESIGN).meta({
  id: 'TimerDesignChanges',
  description: 'Every member is optional; null restores its default.',
});

/** Whatever it is: the types of the requests say what it may be, `timers/design-changes.ts` what is wrong with it. */
const anyDesign = z.any();

const design = anyDesign.optional().meta({ allOf: [{ $ref: '#/components/schemas/TimerDesignChanges' }] });

export const CreateTimerFrameRequest = body({
  conversationId,
  name: nameText(NAME_MAX).optional().meta({ description: 'Default: Countdown.' }),
  design,
}).meta({ id: 'CreateTimerFrameRequest' });
export type CreateTimerFrameRequest = Omit<z.input<typeof CreateTimerFrameRequest>, 'design'> & {
  readonly design?: TimerDesignChanges | null | undefined;
};

export const UpdateTimerFrameRequest = body({
  conversationId,
  revision: z
    .int('Expected a whole number from 1 on.')
    .min(1, 'Expected a whole number from 1 on.')
    .optional()
    .meta({
      description: 'The revision that the changes were made for; refused when the draft has another by now.',
    }),
  changes: anyDesign
    .refine(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      'Expected a JSON object.',
    )
    .meta({
      description: 'A merge patch (RFC 7396) over the design.',
      allOf: [{ $ref: '#/components/schemas/TimerDesignChanges' }],
    }),
}).meta({ id: 'UpdateTimerFrameRequest' });
export type UpdateTimerFrameRequest = Omit<z.input<typeof UpdateTimerFrameRequest>, 'changes'> & {
  readonly changes: TimerDesignChanges;
};

export const SaveTimerFrameRequest = body({
  conversationId,
  name: nameText(NAME_MAX).optional().meta({ description: "Default: the draft's." }),
  folder: plainText(NAME_MAX).nullable().optional().meta({ description: 'Default: the root folder.' }),
}).meta({ id: 'SaveTimerFrameRequest' });
export type SaveTimerFrameRequest = z.input<typeof SaveTimerFrameRequest>;

/** Of GET and DELETE. */
export const TimerFrameQuery = query({ conversationId });
export type TimerFrameQuery = z.input<typeof TimerFrameQuery>;

export const TimerFrameResponse = z
  .object({
    timerFrameId: z.string(),
    conversationId: z.string(),
    name: z.string(),
    revision: z.int().meta({ description: 'Moves with every change.' }),
    status: z.enum(['draft', 'saved']).meta({ description: 'A saved draft is read-only.' }),
    design: TimerDesign,
    previewUrl: z.string().meta({
      format: 'uri',
      description: 'A GIF of the draft as it then is; needs no key. Another one after each change.',
    }),
    previewExpiresAt: Timestamp,
    estimatedBytes: z.int().meta({ description: 'About how large the GIF is.' }),
    warnings: z.array(z.string()).meta({ description: 'What is doubtful about the design, in sentences.' }),
    date_created: Timestamp,
    date_updated: Timestamp,
    expiresAt: Timestamp.meta({ description: 'From then on the draft is gone.' }),
  })
  .meta({ id: 'TimerFrameResponse' });
export type TimerFrameResponse = z.output<typeof TimerFrameResponse>;

export const SavedTimerFrameResponse = z
  .object({
    imageId: z.int32(),
    timerId: z.int32().meta({ description: 'Equal to `imageId`.' }),
    name: z.string(),
    type: z.literal('timer'),
    productionUrl: z
      .string()
      .meta({ format: 'uri', description: 'Shows the right time at every open; needs no key.' }),
    renderedUrl: z.string().meta({ format: 'uri', description: 'The production URL with its version.' }),
    html: z.string().meta({ description: 'An img tag with the width and the height.' }),
    targetDate: Timestamp,
    timeZone: z.string(),
  })
  .meta({ id: 'SavedTimerFrameResponse' });
export type SavedTimerFrameResponse = z.output<typeof SavedTimerFrameResponse>;

function withOptionalMembers(group: z.ZodObject, defaults: unknown): z.ZodObject {
  const shape = Object.entries(group.shape).map(([name, member]) => {
    const standard = rawMember(defaults, name);
    // A nullable member's description stands at the member, any other's at what is in it, which stays as it is.
    const isNullable = member instanceof z.ZodNullable;
    const inner = isNullable ? member.unwrap() : member;
    const described = inner instanceof z.ZodObject ? withOptionalMembers(inner, standard) : inner;
    const meta = isNullable ? z.globalRegistry.get(member) : {};
    const isLeaf = standard !== undefined && (standard === null || typeof standard !== 'object');
    const optional = z.optional(z.nullable(described));
    return [name, optional.meta({ ...meta, ...(isLeaf ? { default: standard } : {}) })];
  });
  return z.strictObject(Object.fromEntries(shape));
}
