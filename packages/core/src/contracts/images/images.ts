import { z } from 'zod';
import { LOOKUP_URL_MAX, NAME_MAX } from '../../ground/limits.ts';
import { body, nameText, plainText, query } from '../ground/contract.ts';
import { choice, cursor, cursorPage, pageLimit, Timestamp } from '../ground/shared.ts';
import { LiveDesign } from '../live/live-design.ts';
import { TimerDesign } from '../timers/timer-design.ts';
import { uploadedFile } from './uploads.ts';

/** The types of images (docs/rules.md#image), with the names of ListImageTypes. */
export const IMAGE_TYPES = [
  { value: 'static', label: 'Static image' },
  { value: 'timer', label: 'Countdown timer' },
  { value: 'live', label: 'Live image' },
] as const;

const imageType = z.enum(IMAGE_TYPES.map(({ value }) => value));
const STATUSES = ['active', 'deleted', 'all'] as const;

const image = {
  id: z.int32(),
  name: z.string(),
  type: imageType,
  status: z.enum(['active', 'deleted']),
  active: z.boolean(),
  folder: z.string().nullable().meta({ description: 'Null: the root folder.' }),
  width: z.int(),
  height: z.int(),
  format: z.enum(['png', 'jpeg', 'gif', 'webp']),
  animated: z.boolean(),
  bytes: z.int().meta({ description: 'The size of the file that the production URL serves.' }),
  productionUrl: z.string().meta({ format: 'uri', description: 'Shows the image without a key.' }),
  thumbnailUrl: z.string().meta({ format: 'uri', description: 'WebP, scaled to fit 320×320. Needs no key.' }),
  thumbnailExpiresAt: Timestamp,
  date_created: Timestamp,
  date_updated: Timestamp,
};

export const ImageSummary = z.object(image).meta({ id: 'ImageSummary' });
export type ImageSummary = z.output<typeof ImageSummary>;

export const ImageTimer = z
  .object({
    targetDate: Timestamp,
    timeZone: z.string().meta({ description: 'An IANA name.' }),
    expired: z.boolean(),
    design: TimerDesign,
  })
  .meta({ id: 'ImageTimer' });
export type ImageTimer = z.output<typeof ImageTimer>;

export const ImageDetail = z
  .object({
    ...image,
    renderedUrl: z.string().meta({
      format: 'uri',
      description: 'Shows the current picture: the production URL, for a timer with its version.',
    }),
    html: z.string().meta({ description: 'An img tag for e-mails.' }),
    warnings: z
      .array(z.string())
      .meta({ description: 'Why mail programs may not show the picture, in sentences.' }),
    timer: ImageTimer.optional().meta({ description: 'Present if the type is `timer`.' }),
    live: z.object({ design: LiveDesign }).optional().meta({ description: 'Present if the type is `live`.' }),
  })
  .meta({ id: 'ImageDetail' });
export type ImageDetail = z.output<typeof ImageDetail>;

export const CursorPageOfImageSummary = cursorPage(ImageSummary).meta({ id: 'CursorPageOfImageSummary' });

export const ImageTypesList = z
  .object({ items: z.array(z.object({ value: imageType, label: z.string() })) })
  .meta({ id: 'ImageTypesList' });
export type ImageTypesList = z.output<typeof ImageTypesList>;

export const ListImagesQuery = query({
  limit: pageLimit,
  cursor,
  type: choice(IMAGE_TYPES.map(({ value }) => value)).meta({ description: 'Default: any.' }),
  status: choice(STATUSES).meta({ description: 'Default: active.' }),
  q: z.string('Expected text.').optional().meta({ description: 'Case-insensitive part of the name.' }),
});
export type ListImagesQuery = z.input<typeof ListImagesQuery>;

export const RenameImageRequest = body({ name: nameText(NAME_MAX) }).meta({ id: 'RenameImageRequest' });
export type RenameImageRequest = z.input<typeof RenameImageRequest>;

export const MoveImageRequest = body({
  folder: plainText(NAME_MAX).nullable().meta({ description: 'Null: the root folder.' }),
}).meta({ id: 'MoveImageRequest' });
export type MoveImageRequest = z.input<typeof MoveImageRequest>;

export const LookupImageByUrlRequest = body({
  url: z
    .string('Expected a URL.')
    .max(LOOKUP_URL_MAX, { error: `Expected at most ${LOOKUP_URL_MAX} characters.`, abort: true })
    .meta({ description: 'A production URL, also in the form in which received mails contain it.' }),
}).meta({ id: 'LookupImageByUrlRequest' });
export type LookupImageByUrlRequest = z.input<typeof LookupImageByUrlRequest>;

export const AddImageRequest = body({
  file: uploadedFile.meta({ description: 'PNG, JPEG, GIF or WebP, at most 25 MB.' }),
  name: nameText(NAME_MAX)
    .optional()
    .meta({ description: 'Default: the name of the file without its extension.' }),
  folder: plainText(NAME_MAX).optional().meta({ description: 'Default: the root folder.' }),
}).meta({ id: 'AddImageRequest' });
export type AddImageRequest = z.input<typeof AddImageRequest>;
