import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { areYesAndNo, readYesOrNo, wordOf } from './yes-and-no.ts';

test.each([
  ['true', 'FALSE'],
  ['WAHR', 'FALSCH'],
  ['Ja', 'Nein'],
  ['waar', 'onwaar'],
  ['SAND', 'FALSK'],
  ['Kyllä', 'Ei'],
  ['VRAI', 'FAUX'],
  ['oui', 'non'],
  ['VERDADERO', 'FALSO'],
  ['Sí', 'No'],
  ['VERO', 'FALSO'],
  ['VERDADEIRO', 'FALSO'],
  ['sim', 'não'],
  ['PRAWDA', 'FAŁSZ'],
  ['tak', 'nie'],
  ['Pravda', 'Nepravda'],
  ['ИСТИНА', 'ЛОЖЬ'],
  ['да', 'нет'],
  ['ON', 'OFF'],
  ['t', 'f'],
])(
  'reads %s and %s, and takes them for the words of one language',
  verifies('detect.booleans'),
  (yes, no) => {
    expect([readYesOrNo(yes), readYesOrNo(no)]).toEqual([true, false]);
    expect(areYesAndNo(new Set([yes, no].map((word) => wordOf(word) ?? '')))).toBe(true);
  },
);

test.each([
  ['no'],
  ['on'],
  ['off'],
  ['yes'],
  ['si'],
  ['ne'],
  ['f'],
  ['yes', 'false'],
  ['ja', 'no'],
  ['no', 'on', 'off'],
  ['yes', 'n'],
  ['ja', 'nein', 'n'],
  ['yes', 'no', 't'],
])('does not take %s for yes and no', verifies('detect.booleans'), (...words) => {
  expect(areYesAndNo(new Set(words))).toBe(false);
});

test('some of the words may be their first letters', () => {
  for (const text of ['yes no y n', 'yes no n', 'true false t f']) {
    expect(areYesAndNo(new Set(text.split(' ')))).toBe(true);
  }
});

test('true alone, or false alone, has no other meaning', () => {
  expect(areYesAndNo(new Set(['true']))).toBe(true);
  expect(areYesAndNo(new Set(['false']))).toBe(true);
});
