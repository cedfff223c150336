import { expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';

const textsOf = (text: string) => piecesOf(text).map((piece) => piece.text);
/** Shows where a line may break. */
const broken = (text: string) =>
  piecesOf(text)
    .map((piece) => (piece.breaks ? `|${piece.text}` : piece.text))
    .join('');

test('letters that do not join are single pieces', () => {
  expect(textsOf('Tage')).toEqual(['T', 'a', 'g', 'e']);
  expect(textsOf('日時間')).toEqual(['日', '時', '間']);
});

test('composes letters, and keeps marks that have no composed form with their letter', () => {
  expect(textsOf('e\u0301')).toEqual(['é']);
  expect(textsOf('x\u0302y')).toEqual(['x\u0302', 'y']);
});

test('words of scripts whose letters join are one piece, without digits and punctuation', () => {
  expect(textsOf('12 घंटे!')).toEqual(['1', '2', ' ', 'घंटे', '!']);
  expect(textsOf('۳ روز')).toEqual(['۳', ' ', 'روز']);
});

test('keeps joiners inside words, and omits other invisible letters', () => {
  expect(textsOf('می\u200cشود')).toEqual(['می\u200cشود']);
  expect(textsOf('a\u200cb\u00adc\u200e')).toEqual(['a', 'b', 'c']);
});

test('lines break at spaces, and not elsewhere in scripts that are written with spaces', () => {
  expect(broken('one two')).toBe('one| two');
  expect(broken('하나 둘')).toBe('하나| 둘');
  expect(broken('أيام باقية')).toBe('أيام| باقية');
});

test('lines break between words of Thai, Chinese and Japanese', () => {
  expect(broken('การขายสิ้นสุดแล้ว')).toBe('การ|ขาย|สิ้น|สุด|แล้ว');
  expect(broken('促销已经结束')).toBe('促销|已经|结束');
  expect(broken('セールは終了しました')).toBe('セール|は|終了|しま|した');
  expect(broken('ご来店ください')).toBe('ご来店|くだ|さい');
});

test('lines do not begin with closing or end with opening punctuation', () => {
  expect(broken('終了。「次回」')).toBe('終了。|「次回」');
  expect(broken('促销(今天)结束!')).toBe('促销|(今天)|结束!');
});
