/**
 * The encodings of text that can be read. UTF-8, UTF-16 and Windows-1252 are detected; the others share their bytes, so
 * that the caller names them.
 */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'koi8-r',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** For messages. */
export const SUGGESTED = 'windows-1252, macintosh, windows-1251 or shift_jis';
