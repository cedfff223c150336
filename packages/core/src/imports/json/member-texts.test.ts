import { expect, test } from 'vitest';
import { readMemberTexts } from './member-texts.ts';

test('returns members as cells of CSV, with the digits of the file', () => {
  const texts = readMemberTexts(
    '{"a":1.0,"b":"x\\n","c":[9007199254740993, {"d":1e400}],"e":true,"f":null,"__proto__":-0}',
  );
  expect([...(texts ?? [])]).toEqual([
    ['a', '1.0'],
    ['b', 'x\n'],
    ['c', '[9007199254740993,{"d":1e400}]'],
    ['e', 'true'],
    ['f', 'null'],
    ['__proto__', '-0'],
  ]);
});

test('returns null for an object that is nested too deeply', () => {
  const depth = 30_000;
  expect(readMemberTexts(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toBeNull();
});
