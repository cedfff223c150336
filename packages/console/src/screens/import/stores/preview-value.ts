import type { StoreProperty } from '@vitrine/client';
import { toIsoDatetime } from '../../../../../core/src/imports/values/date-text.ts';
import { readTypedText, type TextForm } from '../../../../../core/src/imports/values/typed-text.ts';
import { sayValue } from '../../../records/value-types.ts';

/** A value as it will be stored, in the form of the grid. Null: a text that does not fit the type. */
export function previewValue(text: string, type: StoreProperty['type'], form: TextForm): string | null {
  if (type === 'string') return text;
  if (type === 'datetime') return toIsoDatetime(text.trim(), form.dates)?.replace('T', ' ') ?? null;
  const value = readTypedText(text, type, form);
  if (typeof value === 'boolean') return sayValue(value, { type });
  if (type === 'url_image' || type === 'url_link') return URL.canParse(String(value)) ? String(value) : null;
  return typeof value === type ? String(value) : null;
}
