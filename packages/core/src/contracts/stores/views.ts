import { z } from 'zod';
import { NAME_MAX, VIEW_PART_MAX } from '../../ground/limits.ts';
import { body, nameText, query } from '../ground/contract.ts';
import { choice, cursor, cursorPage, pageLimit, sortDir, Timestamp } from '../ground/shared.ts';
import { filters, match, orderBy, q } from '../records/records.ts';

const VIEW_KINDS = ['records', 'chart'] as const;

const kind = z
  .enum(VIEW_KINDS, 'Expected "records" or "chart".')
  .meta({ description: 'records: a table of records; chart: a chart of them.' });

/** Levels of objects and lists in a part of a view. */
const DEPTH_MAX = 8;

/** Whether a value is JSON of few levels. Looks no deeper, because input from outside may have millions. */
function isShallowJson(value: unknown, depth = 1): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) {
    return value === null || typeof value === 'string' || typeof value === 'boolean';
  }
  return depth <= DEPTH_MAX && Object.values(value).every((member) => isShallowJson(member, depth + 1));
}

/** Whether a part of a view is JSON of the length that is stored. */
function isStorable(part: object): boolean {
  return isShallowJson(part) && JSON.stringify(part).length <= VIEW_PART_MAX;
}

const TOO_LARGE = `Expected at most ${VIEW_PART_MAX} characters of JSON with at most ${DEPTH_MAX} levels.`;

export const ViewQuery = body({ filters, match, q, sortBy: orderBy, sortDir })
  .refine(isStorable, TOO_LARGE)
  .meta({ id: 'ViewQuery', description: 'Which records, and in which order: as a query has it.' });
export type ViewQuery = z.input<typeof ViewQuery>;

const display = z
  .record(z.string(), z.unknown(), 'Expected a JSON object.')
  .refine(isStorable, TOO_LARGE)
  .meta({ description: 'How a program shows the records: any JSON object. The server only keeps it.' });

export const CreateViewRequest = body({
  name: nameText(NAME_MAX),
  kind,
  query: ViewQuery.optional(),
  display: display.optional(),
}).meta({ id: 'CreateViewRequest' });
export type CreateViewRequest = z.input<typeof CreateViewRequest>;

export const UpdateViewRequest = body({
  name: nameText(NAME_MAX).optional(),
  query: ViewQuery.optional().meta({ description: 'Replaces all of it.' }),
  display: display.optional().meta({ description: 'Replaces all of it.' }),
}).meta({ id: 'UpdateViewRequest' });
export type UpdateViewRequest = z.input<typeof UpdateViewRequest>;

export const ViewResponse = z
  .object({
    id: z.string(),
    name: z.string(),
    kind,
    query: ViewQuery,
    display: z.record(z.string(), z.unknown()),
    date_created: Timestamp,
    date_updated: Timestamp,
  })
  .meta({ id: 'ViewResponse' });
export type ViewResponse = z.output<typeof ViewResponse>;

export const CursorPageOfViewResponse = cursorPage(ViewResponse).meta({ id: 'CursorPageOfViewResponse' });

export const ListViewsQuery = query({
  limit: pageLimit,
  cursor,
  kind: choice(VIEW_KINDS).meta({ description: 'Only those. Default: all.' }),
});
export type ListViewsQuery = z.input<typeof ListViewsQuery>;
