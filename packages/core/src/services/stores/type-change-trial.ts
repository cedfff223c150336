import type { PropertyTypeChange } from '../../contracts/stores/property-type.ts';
import { ValidationError } from '../../ground/errors.ts';
import { findUndecidedDates, findUndecidedDecimals } from '../../imports/detected-file.ts';
import { ColumnProfile } from '../../imports/values/column-profile.ts';
import { convertValue } from '../../imports/values/convert-value.ts';
import type { ChangeForm, PropertyRow, PropertyType, StoreRow } from '../../storage/index.ts';
import { canonicalText, showValue } from '../../values/value.ts';
import type { ServiceContext } from '../calls/context.ts';
import { isExpired, readPropertyValues } from './property-values.ts';

/** Values of each kind that a trial shows. */
const EXAMPLES_MAX = 10;
/** Characters of a value that is shown. */
const SHOWN_MAX = 100;
/** Values by which the form is detected. */
const EXAMINED_MAX = 1_000;

/** What a caller says about the texts that are converted. Omitted: detected. */
export interface GivenForm {
  readonly decimal?: 'point' | 'comma' | undefined;
  readonly dates?: 'dmy' | 'mdy' | undefined;
}

/** What a change of type would do. */
export type TypeTrial = Omit<PropertyTypeChange, 'status'>;

/** Converts all values of a property to another type, without writing. The values are not those of one moment. */
export async function tryTypeChange(
  context: ServiceContext,
  store: StoreRow,
  property: PropertyRow,
  to: PropertyType,
  form: ChangeForm,
): Promise<TypeTrial> {
  const { name, type: from } = property;
  const counts = { values: 0, converted: 0, unset: 0, refused: 0 };
  const examples: TypeTrial['examples'] = [];
  const refusedExamples: TypeTrial['refusedExamples'] = [];
  for (let after: number | null = null; ; ) {
    const { values, next } = await readPropertyValues(context, store, property, after);
    const now = context.clock();
    for (const { id, value, updatedAt } of values) {
      if (isExpired(store, updatedAt, now)) continue;
      counts.values++;
      const converted = convertValue(value, from, to, form);
      if (converted.kind === 'unset') counts.unset++;
      else if (converted.kind === 'converted') {
        counts.converted++;
        if (examples.length < EXAMPLES_MAX)
          examples.push({ id, from: shown(from, value), to: shown(to, converted.value) });
      } else {
        counts.refused++;
        if (refusedExamples.length < EXAMPLES_MAX)
          refusedExamples.push({ id, value: shown(from, value), message: converted.message });
      }
    }
    if (next === null) break;
    after = next;
  }
  const { decimal, dates, unit } = form;
  const marks = { decimal: decimal === 'point' || decimal === 'comma' ? decimal : null, dates, unit };
  return { property: name, from, to, ...counts, ...marks, examples, refusedExamples };
}

function shown(type: PropertyType, value: string | number): string | number | boolean | null {
  const json = showValue(type, value);
  return typeof json === 'string' && json.length > SHOWN_MAX ? `${json.slice(0, SHOWN_MAX)}…` : json;
}

/**
 * Returns how the values of a property are read as numbers or times: as the caller says, or as the first thousand decide.
 * @throws ValidationError at `decimal` or `dates` if nothing decides.
 */
export async function findForm(
  context: ServiceContext,
  store: StoreRow,
  property: PropertyRow,
  to: PropertyType,
  given: GivenForm,
): Promise<ChangeForm> {
  const none = { decimal: 'plain', dates: null, unit: null } as const;
  if (property.type !== 'string' || (to !== 'number' && to !== 'datetime')) return none;
  const profile = new ColumnProfile();
  for (let after: number | null = null; profile.count < EXAMINED_MAX; ) {
    const { values, next } = await readPropertyValues(context, store, property, after);
    for (const { value } of values) profile.add(canonicalText(property.type, value));
    if (next === null) break;
    after = next;
  }
  const { samples } = profile;
  if (to === 'datetime') {
    const dates = given.dates ?? profile.dates;
    const undecided = findUndecidedDates([{ column: property.name, dates, samples }]);
    if (dates === 'undecided')
      throw new ValidationError([{ path: 'dates', message: undecided?.message ?? '' }]);
    return { ...none, dates };
  }
  const decides = profile.decides;
  const point = given.decimal ?? (decides === 'comma' ? null : 'point');
  const comma = given.decimal ?? decides;
  const decimal = profile.decimal({ comma, point, isGiven: given.decimal !== undefined });
  const undecided = findUndecidedDecimals([{ column: property.name, decimal, samples }]);
  if (decimal === 'undecided') {
    throw new ValidationError([{ path: 'decimal', message: undecided?.message ?? '' }]);
  }
  return { ...none, decimal, unit: profile.unit };
}
