import { z } from 'zod';
import { NAME_MAX } from '../../ground/limits.ts';
import { id, oneOf, whole } from '../designs/design-members.ts';
import { partName } from '../designs/live-members.ts';
import { openingMoment, openingVariables } from '../designs/opening-members.ts';
import { body, nameText, plainText, query } from '../ground/contract.ts';
import { Timestamp } from '../ground/shared.ts';
import { conversationId } from '../timers/timer-frames.ts';
import type { LiveDesignChanges } from './live-changes.ts';
import { LiveDesign } from './live-design.ts';
import { liveClient } from './live-rules.ts';

/** The mail tools whose merge tags the HTML of a live image may have. */
export const MERGE_TAGS = [
  'plain',
  'mailchimp',
  'braze',
  'salesforce',
  'hubspot',
  'klaviyo',
  'brevo',
] as const;
export type MergeTags = (typeof MERGE_TAGS)[number];

const mergeTags = oneOf(...MERGE_TAGS)
  .optional()
  .meta({
    description: 'The mail tool that fills in the variables. Default: plain, such as {{first_name}}.',
  });

const newConversationId = conversationId.optional().meta({ description: 'Default: a new one.' });

/** Accepts anything: `live/changes/design-changes.ts` validates it. */
const changes = z.any().meta({ $ref: '#/components/schemas/LiveDesignChanges' });

export const CreateLiveImageDraftRequest = body({
  conversationId: newConversationId,
  name: nameText(NAME_MAX).optional().meta({ description: 'Default: Live image, or the name of `from`.' }),
  design: changes.optional(),
  from: id('a live image').optional().meta({
    description: 'A live image whose design the draft begins with. Saving makes a new image.',
  }),
}).meta({ id: 'CreateLiveImageDraftRequest' });
export type CreateLiveImageDraftRequest = Omit<z.input<typeof CreateLiveImageDraftRequest>, 'design'> & {
  readonly design?: LiveDesignChanges | null | undefined;
};

const revision = whole(1, 2_147_483_647);

export const UpdateLiveImageDraftRequest = body({
  conversationId,
  revision: revision.optional().meta({
    description: 'The revision that the changes are based on. Rejected if the draft has another one now.',
  }),
  name: nameText(NAME_MAX).optional().meta({ description: 'Default: the name stays.' }),
  changes: changes.refine(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'Expected a JSON object.',
  ),
}).meta({ id: 'UpdateLiveImageDraftRequest' });
export type UpdateLiveImageDraftRequest = Omit<z.input<typeof UpdateLiveImageDraftRequest>, 'changes'> & {
  readonly changes: LiveDesignChanges;
};

export const LiveImageDraftQuery = query({ conversationId });
export type LiveImageDraftQuery = z.input<typeof LiveImageDraftQuery>;

/** What an opening is like, besides its design. */
const opening = {
  variables: openingVariables.optional().meta({
    description:
      'As in the query of the URL. A name that the design does not declare is ignored. Default: the samples.',
  }),
  at: openingMoment,
  client: liveClient.optional().meta({ description: 'Default: other.' }),
  recordId: plainText(512).optional().meta({
    description: 'The id of a record, instead of the key of the first source of the kind record.',
  }),
  rule: partName.optional().meta({
    description: 'The name of a rule, to see what it shows. Its conditions are taken as true.',
  }),
};

export const ResolveLiveImageDraftRequest = body({ conversationId, ...opening }).meta({
  id: 'ResolveLiveImageDraftRequest',
});
export type ResolveLiveImageDraftRequest = z.input<typeof ResolveLiveImageDraftRequest>;

export const ResolveLiveImageRequest = body(opening).meta({ id: 'ResolveLiveImageRequest' });
export type ResolveLiveImageRequest = z.input<typeof ResolveLiveImageRequest>;

export const SaveLiveImageDraftRequest = body({
  conversationId,
  revision: revision.optional().meta({
    description: 'The revision that was seen. Rejected if the draft has another one now.',
  }),
  name: nameText(NAME_MAX).optional().meta({ description: 'Default: the name of the draft.' }),
  folder: plainText(NAME_MAX).nullable().optional().meta({
    description: 'Default: the root folder, or the folder of the live image that the draft changes.',
  }),
  as: z.literal('copy', 'Expected "copy".').optional().meta({
    description:
      'Applies to the draft of an existing live image: `copy` makes a new one. Default: changes it under the same URL.',
  }),
  mergeTags,
}).meta({ id: 'SaveLiveImageDraftRequest' });
export type SaveLiveImageDraftRequest = z.input<typeof SaveLiveImageDraftRequest>;

export const DraftLiveImageRequest = body({
  conversationId: newConversationId,
  name: nameText(NAME_MAX).optional().meta({ description: 'Default: the name of the live image.' }),
}).meta({ id: 'DraftLiveImageRequest' });
export type DraftLiveImageRequest = z.input<typeof DraftLiveImageRequest>;

export const LiveImageHtmlRequest = body({ mergeTags }).meta({ id: 'LiveImageHtmlRequest' });
export type LiveImageHtmlRequest = z.input<typeof LiveImageHtmlRequest>;

const productionUrl = z.string().meta({
  format: 'uri',
  description: 'Shows the picture without a key. Takes the variables as query parameters.',
});
const clickUrl = z.string().meta({
  format: 'uri',
  description: 'Leads to the link of the picture that the same query shows.',
});
const html = z
  .string()
  .meta({ description: 'A linked img tag for e-mails, with the merge tags of a mail tool.' });

export const LiveImageUrls = { productionUrl, clickUrl, html };

export const LiveImageHtmlResponse = z
  .object({ imageId: z.int32(), ...LiveImageUrls })
  .meta({ id: 'LiveImageHtmlResponse' });
export type LiveImageHtmlResponse = z.output<typeof LiveImageHtmlResponse>;

export const LiveImageDraftResponse = z
  .object({
    draftId: z.string(),
    conversationId: z.string(),
    name: z.string(),
    revision: z.int().meta({ description: 'Increases with each change.' }),
    status: z.enum(['draft', 'saved']).meta({ description: 'A saved draft is read-only.' }),
    liveImageId: z.int32().nullable().meta({
      description:
        'The live image that the draft was saved as, or that saving it changes. Null: saving makes a new one.',
    }),
    design: LiveDesign,
    variables: z.array(z.string()).meta({ description: 'The names that the URL takes.' }),
    warnings: z.array(z.string()).meta({ description: 'Problems of the design, in sentences.' }),
    estimatedBytes: z.int().meta({ description: 'The approximate size of the picture with the samples.' }),
    previewUrl: z.string().meta({
      format: 'uri',
      description:
        'Shows the draft. Needs no key. Takes the variables as query parameters, and `at`, `client`, `recordId` and `as-rule`. ' +
        'Changes with each revision.',
    }),
    previewExpiresAt: Timestamp,
    date_created: Timestamp,
    date_updated: Timestamp,
    expiresAt: Timestamp.meta({ description: 'When the draft expires.' }),
  })
  .meta({ id: 'LiveImageDraftResponse' });
export type LiveImageDraftResponse = z.output<typeof LiveImageDraftResponse>;

/** A draft in a list. */
export const LiveImageDraftSummary = LiveImageDraftResponse.omit({
  design: true,
  variables: true,
  warnings: true,
  estimatedBytes: true,
}).meta({ id: 'LiveImageDraftSummary' });
export type LiveImageDraftSummary = z.output<typeof LiveImageDraftSummary>;

export const LiveImageDraftList = z.array(LiveImageDraftSummary).meta({ id: 'LiveImageDraftList' });

export const LiveValueResponse = z
  .object({
    value: z.union([z.string(), z.number(), z.boolean()]).nullable().meta({ description: 'Null: missing.' }),
    from: z.enum(['url', 'record', 'default', 'missing']),
  })
  .meta({ id: 'LiveValue' });

export const ResolveLiveImageResponse = z
  .object({
    rule: z.string().nullable().meta({ description: 'The rule that matches. Null: none.' }),
    values: z.record(z.string(), LiveValueResponse).meta({
      description: 'The values that the design uses, such as `first_name` and `product.price`.',
    }),
    records: z.record(z.string(), z.string().nullable()).meta({
      description: 'By source: the id of the record or the location that it found. Null: none.',
    }),
    texts: z.record(z.string(), z.string()).meta({ description: 'The texts of the visible text layers.' }),
    link: z.string().nullable().meta({ description: 'Where a click leads to. Null: nowhere.' }),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ResolveLiveImageResponse' });
export type ResolveLiveImageResponse = z.output<typeof ResolveLiveImageResponse>;

export const LiveImagePreviewQuery = query({
  revision: z
    .string()
    .optional()
    .meta({ description: 'Part of a `previewUrl`, so that each revision has its own URL. Has no effect.' }),
  at: z.string().optional().meta({ description: 'The moment of opening. Default: now.' }),
  client: z.string().optional().meta({ description: 'The mail client. Default: other.' }),
  recordId: z.string().optional().meta({ description: 'A record instead of the key of the first source.' }),
  // No variable can have this name.
  'as-rule': z.string().optional().meta({ description: 'A rule whose conditions are taken as true.' }),
});
