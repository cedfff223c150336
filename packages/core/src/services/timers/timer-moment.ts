import type { TimerDesignTarget } from '../../contracts/timers/timer-target.ts';
import type { Issue } from '../../ground/errors.ts';
import { namesHint } from '../../ground/nearest-name.ts';
import type { Millis, StoreRow } from '../../ground/rows.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { findKeyIssues } from '../../live/check/check-sources.ts';
import { type LiveTemplate, TemplateError, templateParser, textOf } from '../../live/templates/template.ts';
import { scopeOf } from '../../live/values/template-scope.ts';
import { readVariables } from '../../live/values/variables.ts';
import { readMoment } from '../../timers/moment.ts';
import { momentIn } from '../../values/moment-in-zone.ts';
import type { ServiceContext } from '../calls/context.ts';
import { readRecord } from '../live-images/sources/read-sources.ts';

type MomentContext = Pick<ServiceContext, 'storage'>;

/** The parameter of the URL of a target of the kind `value`. */
const UNTIL = 'until';
const VARIABLE_MAX = 500;
/** What every record has, besides its properties. */
const MOMENTS_OF_RECORDS = ['date_created', 'date_updated'];

/** Where the moment of a target of the kind `record` is, with the values of a URL. */
export interface TargetRecord {
  readonly storeId: string;
  readonly key: Readonly<Record<string, string>>;
  readonly property: string;
  /** The zone of a moment without an offset. */
  readonly timeZone: string;
}

/** When and with what URL a timer is opened. */
interface TimerOpening {
  readonly now: Millis;
  /** Reads the query of the URL. Omitted: there is none. */
  readonly query: (() => ReadonlyMap<string, string>) | undefined;
}

/**
 * Returns the moment that a timer counts to, from the URL or from a record (docs/rules.md#target-kinds). Null: the target
 * is of another kind, or there is no moment.
 *
 * @param read returns the moment in a record.
 */
export async function findMoment(
  { kind, timeZone = 'UTC', storeId, key = {}, property }: TimerDesignTarget,
  { now, query }: TimerOpening,
  read: (record: TargetRecord) => Promise<Millis | null>,
): Promise<Millis | null> {
  if (kind === 'value') {
    const text = query?.().get(UNTIL);
    return text === undefined ? null : (momentIn(timeZone, text) ?? readMoment(text));
  }
  if (kind !== 'record' || storeId === undefined || property === undefined) return null;
  const filled = await fillKey(key, query?.() ?? new Map(), now);
  return filled === null ? null : read({ storeId, key: filled, property, timeZone });
}

/** Returns the moment in a record. Null: there is none. */
export async function readRecordMoment(
  context: MomentContext,
  accountId: string,
  { storeId, key, property, timeZone }: TargetRecord,
  now: Millis,
): Promise<Millis | null> {
  const store = await findStore(context, accountId, storeId);
  const record = store === null ? null : await readRecord({ ...context, clock: () => now }, store, key);
  return momentIn(timeZone, record?.values.get(property)?.shown);
}

/** Returns what is wrong with the record of a target, at paths in the design. */
export async function findTargetIssues(
  context: MomentContext,
  accountId: string,
  { kind, storeId, key = {}, property }: TimerDesignTarget,
): Promise<Issue[]> {
  if (kind !== 'record' || storeId === undefined || property === undefined) return [];
  const store = await findStore(context, accountId, storeId);
  if (store === null) {
    return [{ path: 'target.storeId', message: `No store has the id ${JSON.stringify(storeId)}.` }];
  }
  const dated = store.properties.filter(({ type }) => type !== 'boolean' && !type.startsWith('url_'));
  const names = [...dated.map(({ name }) => name), ...MOMENTS_OF_RECORDS];
  const message = `The store has no such date.${namesHint(property, names)}`;
  return [
    ...findKeyIssues({ key }, store).map(({ path, message }) => ({ path: `target.${path}`, message })),
    ...(await findTemplateIssues(key)),
    ...(names.includes(property) ? [] : [{ path: 'target.property', message }]),
  ];
}

async function findStore(
  { storage }: MomentContext,
  accountId: string,
  storeId: string,
): Promise<StoreRow | null> {
  return canBeStored(storeId) ? storage.stores.get(accountId, storeId) : null;
}

async function parsedKey(key: Readonly<Record<string, string>>): Promise<[string, LiveTemplate | Issue][]> {
  const parse = await templateParser('en', 'UTC');
  return Object.entries(key).map(([name, text]) => {
    try {
      return [name, parse(text)];
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      return [name, { path: `target.key.${name}`, message: error.message }];
    }
  });
}

/** A variable is a text, so that it has no properties. */
async function findTemplateIssues(key: Readonly<Record<string, string>>): Promise<Issue[]> {
  return (await parsedKey(key)).flatMap(([name, parsed]): Issue[] => {
    if ('path' in parsed) return [parsed];
    const nested = parsed.names.find(({ properties }) => properties.length > 0);
    const message = `${nested?.name} is a parameter of the URL, so it has no properties.`;
    return nested === undefined ? [] : [{ path: `target.key.${name}`, message }];
  });
}

/** Returns the key with the parameters of the URL filled in. Null: one is missing. */
async function fillKey(
  key: Readonly<Record<string, string>>,
  query: ReadonlyMap<string, string>,
  now: Millis,
): Promise<Readonly<Record<string, string>> | null> {
  const filled: Record<string, string> = {};
  for (const [name, parsed] of await parsedKey(key)) {
    if ('path' in parsed) return null;
    const variables = Object.fromEntries(
      parsed.names.map((used) => [used.name, { default: null, sample: null, maxLength: VARIABLE_MAX }]),
    );
    const scope = scopeOf(readVariables({ variables }, query), new Map(), now);
    const text = textOf(parsed.render(scope)).trim();
    if (text === '') return null;
    filled[name] = text;
  }
  return filled;
}
