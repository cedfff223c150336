import { z } from 'zod';
import { CHANGE_PAGE_DEFAULT, CHANGE_PAGE_MAX, CHANGES_WAIT_MAX } from '../../ground/limits.ts';
import type { ChangeType } from '../../storage/stores/changes.ts';
import { body, query } from '../ground/contract.ts';
import { limit, Timestamp, wholeNumber } from '../ground/shared.ts';
import { filters, match, StoreRecordResponse } from '../records/records.ts';

/** Every kind of change that a store's log has. */
export const CHANGE_TYPES = [
  'record.created',
  'record.updated',
  'record.deleted',
  'record.expired',
  'records.imported',
  'store.created',
  'store.updated',
  'store.schema',
  'store.deleted',
] as const satisfies readonly ChangeType[];

/** Names of several types. */
const TYPE_GROUPS = ['record.*', 'store.*'] as const;

const TYPES_MAX = 50;

const PATTERNS = [...TYPE_GROUPS, ...CHANGE_TYPES].join(', ');

/** A type of changes, or a group of types. */
export const ChangeTypePattern = z.enum([...TYPE_GROUPS, ...CHANGE_TYPES], `Expected one of ${PATTERNS}.`);
export type ChangeTypePattern = z.output<typeof ChangeTypePattern>;

const position = z.string().meta({
  description:
    'Opaque. Of two positions of a store, the later one is greater as text. `since` continues after it.',
});

/** One entry of the log of a store. */
export const Change = z
  .object({
    position,
    type: z.enum(CHANGE_TYPES),
    recordId: z.string().optional().meta({ description: 'In changes of one record.' }),
    at: Timestamp,
    version: z.int().meta({ description: 'Rises with each change of the store, and so of each record.' }),
    changed: z
      .array(z.string())
      .optional()
      .meta({ description: 'In record.updated: the names of the properties with another value.' }),
    importId: z.string().optional().meta({ description: 'In records.imported.' }),
    created: z.int().optional().meta({ description: 'In records.imported: the number of new records.' }),
    updated: z.int().optional().meta({ description: 'In records.imported: the number of changed records.' }),
    refused: z.int().optional().meta({ description: 'In records.imported: the number of refused rows.' }),
    record: StoreRecordResponse.optional().meta({
      description: 'With include=record: the record as it is now. Absent if there is none.',
    }),
  })
  .meta({ id: 'Change' });
export type Change = Omit<z.output<typeof Change>, 'record'> & { record?: StoreRecordResponse };

export const ChangePage = z
  .object({
    items: z.array(Change),
    cursor: z.string().meta({ description: 'Always present: `since` of the next request.' }),
    limit: z.int(),
  })
  .meta({ id: 'ChangePage' });
export interface ChangePage {
  items: Change[];
  cursor: string;
  limit: number;
}

const since = z.string('Expected a cursor or a position of this store.').optional().meta({
  description: 'A cursor or a position. Omitted: the response has nothing but the cursor of now.',
});
const include = z
  .enum(['id', 'record'], 'Expected "id" or "record".')
  .optional()
  .meta({ description: 'record: with the record as it is now. Default id.' });
const wait = wholeNumber(0, 0, CHANGES_WAIT_MAX).meta({
  description: `Seconds to wait for the first change. Default 0; values above ${CHANGES_WAIT_MAX} are lowered to ${CHANGES_WAIT_MAX}.`,
  minimum: 0,
});
const changeLimit = limit(CHANGE_PAGE_DEFAULT, CHANGE_PAGE_MAX);

const paging = { since, limit: changeLimit, include, wait };

/** The query of the feed. `types` is a text with commas, because it is in a URL. */
export const ListChangesQuery = query({
  ...paging,
  types: z
    .string('Expected types, separated by commas.')
    .transform((text, context) => {
      const types = text.split(',').map((type) => ChangeTypePattern.safeParse(type.trim()).data);
      if (!types.includes(undefined)) return types.filter((type) => type !== undefined);
      const message = `Expected some of ${PATTERNS}, separated by commas.`;
      context.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    })
    .optional()
    .meta({ description: `Only these, separated by commas: ${PATTERNS}.` }),
});
export type ListChangesQuery = z.input<typeof ListChangesQuery>;

export const QueryChangesRequest = body({
  ...paging,
  types: z
    .array(ChangeTypePattern, 'Expected a list of types.')
    .max(TYPES_MAX, `Expected at most ${TYPES_MAX} types.`)
    .optional(),
  filters,
  match,
}).meta({ id: 'QueryChangesRequest' });
export type QueryChangesRequest = z.input<typeof QueryChangesRequest>;

/** The options of `changes.follow`. */
export const FollowChanges = QueryChangesRequest.pick({ since: true, include: true, types: true });

/** Returns whether a type is among the types or in one of the groups. */
export function isOfTypes(type: ChangeType, patterns: readonly ChangeTypePattern[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}
