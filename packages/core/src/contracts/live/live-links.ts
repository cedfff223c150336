import { z } from 'zod';
import { openingVariables } from '../designs/opening-members.ts';
import { body } from '../ground/contract.ts';

const LINKS_MAX = 100;

export const LiveLinksRequest = body({
  links: z
    .array(
      body({
        variables: openingVariables.optional().meta({
          description: 'The values in the URL. Names that the design does not declare are an error.',
        }),
      }),
      'Expected a list.',
    )
    .min(1, `Expected 1 to ${LINKS_MAX} links.`)
    .max(LINKS_MAX, `Expected 1 to ${LINKS_MAX} links.`),
  expiresAt: z.string('Expected a date-time with an offset, such as 2027-01-31T00:00:00Z.').optional().meta({
    description: 'Until when signed URLs show more than the fallback. Default: always.',
    format: 'date-time',
  }),
}).meta({ id: 'LiveLinksRequest' });
export type LiveLinksRequest = z.input<typeof LiveLinksRequest>;

export const LiveLinksResponse = z
  .object({
    links: z
      .array(
        z.object({
          url: z.string().meta({ format: 'uri', description: 'The picture.' }),
          clickUrl: z.string().meta({ format: 'uri', description: 'The click on it.' }),
        }),
      )
      .meta({ description: 'In the order of the request.' }),
  })
  .meta({ id: 'LiveLinksResponse' });
export type LiveLinksResponse = z.output<typeof LiveLinksResponse>;
