import type { InferredProperty, InferStoreResponse } from '@vitrine/client';
import { isPointLikely } from '../../../../../../core/src/imports/values/number-text.ts';
import type { TextForm } from '../../../../../../core/src/imports/values/typed-text.ts';

/** Returns how the values of a column are read, as the server reads them. */
export function formOf(found: InferStoreResponse, { decimal, dates, unit }: InferredProperty): TextForm {
  const order = dates ?? found.dates;
  // Between semicolons or tabs 1.500 may be either number: the server asks before it imports.
  const mark = decimal ?? found.decimal ?? (isPointLikely(found.delimiter) ? 'plain' : 'open');
  return {
    dates: order === 'dmy' || order === 'mdy' ? order : null,
    decimal: mark === 'undecided' ? 'open' : mark,
    unit,
  };
}
