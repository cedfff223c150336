import type { InferredProperty, StoreProperty } from '@vitrine/client';
import { readTypedText, type TextForm } from '../../../../../core/src/imports/values/typed-text.ts';
import { readValue } from '../../../../../core/src/values/value.ts';
import { sayValue } from '../../../records/value-types.ts';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';

type PropertyType = StoreProperty['type'];

/** A value as it will be stored, in the form of the grid. Null: a text that does not fit the type. */
export function previewValue(text: string, type: PropertyType, form: TextForm): string | null {
  const value = readTypedText(text, type, form);
  if (value === null || !readValue(type, value).ok) return null;
  if (typeof value === 'boolean') return sayValue(value, { type });
  return type === 'datetime' ? String(value).replace('T', ' ') : String(value);
}

/** Says why a text has no value: it is read once something is chosen, or it never fits the type. */
export function whyUnread(
  text: string,
  type: PropertyType,
  form: TextForm,
  { dates, decimal }: Pick<InferredProperty, 'dates' | 'decimal'>,
): string {
  const isRead = (chosen: Partial<TextForm>) => previewValue(text, type, { ...form, ...chosen }) !== null;
  if (dates === 'undecided' && (isRead({ dates: 'dmy' }) || isRead({ dates: 'mdy' }))) return texts.datesOpen;
  if (decimal === 'undecided' && (isRead({ decimal: 'point' }) || isRead({ decimal: 'comma' })))
    return texts.decimalOpen;
  return texts.willBeRefused;
}
