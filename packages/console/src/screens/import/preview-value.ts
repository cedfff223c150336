import type { StoreProperty } from '@vitrine/client';

/** How the text of a column is read. */
interface TextForm {
  readonly decimal: 'point' | 'comma';
  readonly dates: 'dmy' | 'mdy' | null;
}

/** A value as it will be stored, in the form of the grid. Null: a text that does not fit the type. */
export function previewValue(text: string, type: StoreProperty['type'], form: TextForm): string | null {
  const plain = text.trim();
  if (type === 'number') return toNumber(plain, form.decimal);
  if (type === 'boolean') return toBoolean(plain);
  if (type === 'datetime') return toDate(plain, form.dates);
  if (type === 'string') return text;
  return URL.canParse(plain) ? text : null;
}

function toNumber(text: string, decimal: TextForm['decimal']): string | null {
  if (decimal === 'point') {
    const plain = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
    return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(plain) ? String(Number(plain)) : null;
  }
  if (!/^-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/.test(text)) return null;
  return String(Number(text.replaceAll('.', '').replace(',', '.')));
}

function toBoolean(text: string): string | null {
  if (/^(?:true|yes|y|on|t|1)$/i.test(text)) return 'true';
  return /^(?:false|no|n|off|f|0)$/i.test(text) ? 'false' : null;
}

const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](.+))?$/;
const LOCAL = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:(?:T|,? )(.+))?$/;

function toDate(text: string, order: TextForm['dates']): string | null {
  const iso = ISO.exec(text);
  if (iso !== null) return dateOf(iso[1], iso[2], iso[3], iso[4]);
  const local = LOCAL.exec(text);
  if (local === null || order === null) return null;
  const [, first, second, year, time] = local;
  return order === 'dmy' ? dateOf(year, second, first, time) : dateOf(year, first, second, time);
}

function dateOf(year = '', month = '', day = '', time?: string): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  const shown = date.toISOString().slice(0, 10);
  return time === undefined ? shown : `${shown} ${time}`;
}
