import { z } from 'zod';
import { NAME_MAX } from '../../ground/limits.ts';
import { openingMoment, openingVariables } from '../designs/opening-members.ts';
import { body, nameText, plainText, query, rawMember } from '../ground/contract.ts';
import { Timestamp } from '../ground/shared.ts';
import type { LabelLocale } from './label-presets.ts';
import { DEFAULT_DESIGN, labelLocale, TimerDesign } from './timer-design.ts';

const CONVERSATION_FORM =
  'Expected 1 to 128 characters of A-Z, a-z, 0-9 and ._:- that are neither "." nor "..".';

/** Part of the path of a preview, where URLs cannot contain `.` and `..`. */
export const conversationId = z
  .string(CONVERSATION_FORM)
  .regex(/^[A-Za-z0-9._:-]{1,128}$/, CONVERSATION_FORM)
  .refine((id) => id !== '.' && id !== '..', CONVERSATION_FORM)
  .meta({ description: 'The conversation that the draft belongs to.' });

/** Any language tag selects the labels of a language. */
type Accepted<Value> = Value extends LabelLocale ? string : Value;

type Changes<Group> = {
  readonly [Name in keyof Group]?:
    | (NonNullable<Group[Name]> extends object ? Changes<NonNullable<Group[Name]>> : Accepted<Group[Name]>)
    | null
    | undefined;
};

/** The changes of a design in a request: any of its members. Null restores the default. */
export type TimerDesignChanges = Changes<TimerDesign>;

const anyLanguage = z.string().meta({
  description:
    'A language tag (BCP 47), such as pt-BR. Returned as the language with labels that it selects, such as pt.',
});

/** The defaults of the named groups whose changes have a name, and those changes. */
const namedChanges = new Map<string, { readonly defaults: string; readonly contract: z.ZodObject }>();

/** Only for the description. `timers/design-changes.ts` reads the changes. */
export const TimerDesignChanges = withOptionalMembers(TimerDesign, DEFAULT_DESIGN).meta({
  id: 'TimerDesignChanges',
  description: 'Every member is optional; null restores its default.',
});

/** Accepts anything: the types of the requests describe it, and `timers/design-changes.ts` validates it. */
const anyDesign = z.any();

const design = anyDesign.optional().meta({ $ref: '#/components/schemas/TimerDesignChanges' });

const revision = z
  .int('Expected a whole number of at least 1.')
  .min(1, 'Expected a whole number of at least 1.');

const newConversationId = conversationId.optional().meta({ description: 'Default: a new one.' });

export const CreateTimerFrameRequest = body({
  conversationId: newConversationId,
  name: nameText(NAME_MAX).optional().meta({ description: 'Default: Countdown.' }),
  design,
}).meta({ id: 'CreateTimerFrameRequest' });
export type CreateTimerFrameRequest = Omit<z.input<typeof CreateTimerFrameRequest>, 'design'> & {
  readonly design?: TimerDesignChanges | null | undefined;
};

export const UpdateTimerFrameRequest = body({
  conversationId,
  revision: revision.optional().meta({
    description: 'The revision that the changes are based on. Rejected if the draft has another one now.',
  }),
  name: nameText(NAME_MAX).optional().meta({ description: 'Default: the name stays.' }),
  changes: anyDesign
    .refine(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      'Expected a JSON object.',
    )
    .meta({
      description: 'A merge patch (RFC 7396) over the design.',
      $ref: '#/components/schemas/TimerDesignChanges',
    }),
}).meta({ id: 'UpdateTimerFrameRequest' });
export type UpdateTimerFrameRequest = Omit<z.input<typeof UpdateTimerFrameRequest>, 'changes'> & {
  readonly changes: TimerDesignChanges;
};

/** What an opening of a draft is like. Only calls in the process and the tools for agents take it. */
export const LookAtTimerFrameRequest = body({
  conversationId,
  at: openingMoment,
  variables: openingVariables.optional(),
});
export type LookAtTimerFrameRequest = z.input<typeof LookAtTimerFrameRequest>;

export const SaveTimerFrameRequest = body({
  conversationId,
  revision: revision.optional().meta({
    description: 'The revision that was seen. Rejected if the draft has another one now.',
  }),
  name: nameText(NAME_MAX).optional().meta({ description: 'Default: the name of the draft.' }),
  folder: plainText(NAME_MAX).nullable().optional().meta({
    description: 'Default: the root folder, or the folder of the timer that the draft changes.',
  }),
  as: z.literal('copy', 'Expected "copy".').optional().meta({
    description:
      'Applies to the draft of an existing timer: `copy` makes a new timer. Default: changes the timer under the same URL.',
  }),
}).meta({ id: 'SaveTimerFrameRequest' });
export type SaveTimerFrameRequest = z.input<typeof SaveTimerFrameRequest>;

const START_DESCRIPTION =
  'A `start` as your mail tool writes it into the URL of an evergreen timer, to see what is read from it.';

export const DraftTimerRequest = body({
  conversationId: newConversationId,
  name: nameText(NAME_MAX).optional().meta({ description: 'Default: the name of the timer.' }),
  start: z.string().nullable().optional().meta({ description: START_DESCRIPTION }),
}).meta({ id: 'DraftTimerRequest' });
export type DraftTimerRequest = z.input<typeof DraftTimerRequest>;

export const TimerFrameQuery = query({ conversationId });
export type TimerFrameQuery = z.input<typeof TimerFrameQuery>;

/** The query of a preview. Its URL needs no key, so that unknown parameters are ignored silently. */
export const TimerFramePreviewQuery = query({
  revision: z
    .string()
    .optional()
    .meta({ description: 'Part of a `previewUrl`, so that each revision has its own URL. Has no effect.' }),
  start: z.string().optional().meta({ description: START_DESCRIPTION }),
});

export const GetTimerFrameQuery = query({
  conversationId,
  start: z.string().optional().meta({ description: START_DESCRIPTION }),
});
export type GetTimerFrameQuery = z.input<typeof GetTimerFrameQuery>;

export const TimerFrameResponse = z
  .object({
    timerFrameId: z.string(),
    conversationId: z.string(),
    name: z.string(),
    revision: z.int().meta({ description: 'Increases with each change.' }),
    status: z.enum(['draft', 'saved']).meta({ description: 'A saved draft is read-only.' }),
    timerId: z.int32().nullable().meta({
      description:
        'The timer that the draft was saved as, or that saving it changes. Null: saving makes a new timer.',
    }),
    design: TimerDesign,
    previewUrl: z.string().meta({
      format: 'uri',
      description: 'Shows a GIF of the current draft. Needs no key. Changes with each revision.',
    }),
    previewExpiresAt: Timestamp,
    estimatedBytes: z.int().meta({ description: 'The approximate size of the GIF.' }),
    warnings: z.array(z.string()).meta({ description: 'Problems of the design, in sentences.' }),
    start: z
      .object({
        moment: Timestamp.nullable().meta({
          description: 'Null: it is unreadable, so it counts as missing.',
        }),
        end: Timestamp.meta({ description: 'When the countdown ends.' }),
      })
      .optional()
      .meta({ description: 'What is read from the `start` of the request. Absent without one.' }),
    date_created: Timestamp,
    date_updated: Timestamp,
    expiresAt: Timestamp.meta({ description: 'When the draft expires.' }),
  })
  .meta({ id: 'TimerFrameResponse' });
export type TimerFrameResponse = z.output<typeof TimerFrameResponse>;

/** A draft in a list. */
export const TimerFrameSummary = TimerFrameResponse.omit({
  design: true,
  estimatedBytes: true,
  warnings: true,
  start: true,
}).meta({ id: 'TimerFrameSummary' });
export type TimerFrameSummary = z.output<typeof TimerFrameSummary>;

export const TimerFrameList = z.array(TimerFrameSummary).meta({ id: 'TimerFrameList' });

export const SavedTimerFrameResponse = z
  .object({
    imageId: z.int32(),
    timerId: z.int32().meta({ description: 'Equal to `imageId`.' }),
    name: z.string(),
    type: z.literal('timer'),
    productionUrl: z
      .string()
      .meta({ format: 'uri', description: 'Shows the remaining time at each request. Needs no key.' }),
    renderedUrl: z.string().meta({ format: 'uri', description: 'The production URL with its version.' }),
    html: z.string().meta({ description: 'An img tag for e-mails.' }),
    targetDate: Timestamp,
    timeZone: z.string(),
  })
  .meta({ id: 'SavedTimerFrameResponse' });
export type SavedTimerFrameResponse = z.output<typeof SavedTimerFrameResponse>;

/**
 * Returns the description of the changes of a group in a design. Those of a group with a name have one too, so that the
 * documents of the interface contain them once. The same group with other defaults has no name.
 */
function changesOf(group: z.ZodObject, standard: unknown): z.ZodObject {
  const contract = withOptionalMembers(group, standard);
  const id = z.globalRegistry.get(group)?.id;
  if (id === undefined) return contract;
  const defaults = JSON.stringify(standard ?? null);
  const known = namedChanges.get(id);
  if (known !== undefined) return known.defaults === defaults ? known.contract : contract;
  const named = contract.meta({ id: `${id}Changes` });
  namedChanges.set(id, { defaults, contract: named });
  return named;
}

/** Returns the description of changes: every member is optional, with its default. */
export function withOptionalMembers(group: z.ZodObject, defaults: unknown): z.ZodObject {
  const shape = Object.entries(group.shape).map(([name, member]) => {
    const standard = rawMember(defaults, name);
    // The description of a nullable member is set on the member, that of any other on its inner type, which stays
    // unchanged.
    const isNullable = member instanceof z.ZodNullable;
    const inner = isNullable ? member.unwrap() : member;
    const accepted = inner === labelLocale ? anyLanguage : inner;
    const described = accepted instanceof z.ZodObject ? changesOf(accepted, standard) : accepted;
    const meta = isNullable ? z.globalRegistry.get(member) : {};
    const isLeaf = standard !== undefined && (standard === null || typeof standard !== 'object');
    const optional = z.optional(z.nullable(described));
    return [name, optional.meta({ ...meta, ...(isLeaf ? { default: standard } : {}) })];
  });
  return z.strictObject(Object.fromEntries(shape));
}
