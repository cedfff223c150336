import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { printItem } from './print-item.ts';

function printed(fields: Parameters<typeof printItem>[3], json = false): string {
  let text = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  printItem({ stdout }, { json }, { id: 1 }, fields);
  return text;
}

test('aligns the values after labels of wide characters and emoji', () => {
  const fields = [
    ['都市', 'Wien'],
    ['🦖', 2],
    ['state', null],
    ['none', undefined],
  ] as const;
  expect(printed(fields)).toBe('都市   Wien\n🦖     2\nstate  -\n');
});

test('escapes labels and values, and prints the item as JSON', () => {
  expect(printed([['a\u202e', 'b\n']])).toBe('a\\u202e  b\\u000a\n');
  expect(printed([['a', 'b']], true)).toBe('{"id":1}\n');
});
