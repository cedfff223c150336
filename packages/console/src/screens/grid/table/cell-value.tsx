import type { AnyValue } from '@vitrine/client';
import type { JSX } from 'preact';
import { writeNumber } from '../../../records/number-format/write-number.ts';
import { ownPicture } from '../../../records/pictures/own-picture.ts';
import { showValue } from '../../../records/value-types.ts';
import { valueTexts } from '../../../texts/en/stores/values.ts';
import type { PlacedColumn } from '../state/column-layout.ts';

/** Texts in cells are cut to this length: the record panel shows all of it. */
const SHOWN_MAX = 300;

/** Returns what a cell shows of a value. It is no component, because hundreds of them are rendered in a frame. */
export function cellValue(value: AnyValue, { type, decimals, format }: PlacedColumn): JSX.Element | string {
  if (value === null) return '–';
  if (typeof value === 'boolean') {
    return <span class={value ? 'badge good' : 'badge'}>{value ? valueTexts.yes : valueTexts.no}</span>;
  }
  if (typeof value === 'number') {
    return format === undefined
      ? padDecimals(value, decimals)
      : writeNumber(value, format, { least: decimals });
  }
  const text = showValue(value, type).slice(0, SHOWN_MAX);
  const picture = ownPicture(text, type);
  if (picture === null) return text;
  return (
    <>
      <img
        class="cell-picture"
        src={picture}
        alt=""
        draggable={false}
        loading="lazy"
        decoding="async"
        onLoad={(event) => event.currentTarget.removeAttribute('hidden')}
        onError={(event) => event.currentTarget.setAttribute('hidden', '')}
      />{' '}
      {text}
    </>
  );
}

/** Returns a number with at least as many decimals as the column shows. */
function padDecimals(value: number, decimals: number): string {
  const text = String(value);
  const own = text.includes('e') ? decimals : (text.split('.')[1]?.length ?? 0);
  return own < decimals ? value.toFixed(decimals) : text;
}
