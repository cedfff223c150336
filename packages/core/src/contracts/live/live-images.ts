import { z } from 'zod';
import { query } from '../ground/contract.ts';
import { cursor, cursorPage, pageLimit, Timestamp } from '../ground/shared.ts';
import { LiveDesign } from './live-design.ts';
import { LiveImageUrls } from './live-drafts.ts';

const liveImage = {
  id: z.int32().meta({ description: 'Equal to the id of its image.' }),
  name: z.string(),
  status: z.enum(['active', 'deleted']),
  folder: z.string().nullable().meta({ description: 'Null: the root folder.' }),
  width: z.int().meta({ description: 'The displayed width, without the scale.' }),
  height: z.int(),
  access: z.enum(['open', 'signed']),
  variables: z.array(z.string()).meta({ description: 'The names that the URL takes.' }),
  ...LiveImageUrls,
  thumbnailUrl: z.string().meta({ format: 'uri', description: 'WebP, scaled to fit 320×320. Needs no key.' }),
  thumbnailExpiresAt: Timestamp,
  date_created: Timestamp,
  date_updated: Timestamp,
};

export const LiveImageSummary = z.object(liveImage).meta({ id: 'LiveImageSummary' });
export type LiveImageSummary = z.output<typeof LiveImageSummary>;

export const LiveImageDetail = z
  .object({
    ...liveImage,
    design: LiveDesign,
    warnings: z.array(z.string()).meta({
      description: 'Sentences about problems, such as a resource of the design that no longer exists.',
    }),
  })
  .meta({ id: 'LiveImageDetail' });
export type LiveImageDetail = z.output<typeof LiveImageDetail>;

export const CursorPageOfLiveImageSummary = cursorPage(LiveImageSummary).meta({
  id: 'CursorPageOfLiveImageSummary',
});

export const ListLiveImagesQuery = query({
  limit: pageLimit,
  cursor,
  q: z.string('Expected text.').optional().meta({ description: 'Case-insensitive part of the name.' }),
});
export type ListLiveImagesQuery = z.input<typeof ListLiveImagesQuery>;
