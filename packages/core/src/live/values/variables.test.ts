import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { DEFAULT_LIVE_DESIGN, DEFAULT_VARIABLE } from '../../contracts/live/live-design.ts';
import { type LiveValue, readVariables } from './variables.ts';

function read(
  value: string | undefined,
  change: Partial<typeof DEFAULT_VARIABLE> = {},
): LiveValue | undefined {
  const variables = { name: { ...DEFAULT_VARIABLE, ...change } };
  const query = new Map(value === undefined ? [] : [['name', value]]);
  return readVariables({ ...DEFAULT_LIVE_DESIGN, variables }, query).get('name');
}

describe('the variables of a live image', () => {
  test.each([
    ...[
      undefined,
      '',
      '{{name}}',
      ' {{ contact.name | upcase }} ',
      '*|NAME|*',
      '%%name%%',
      '[[name]]',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the tag of a mail tool
      '${name}',
    ],
    ...['{!Contact.Name}', '<%= name %>', '{{\nname\n}}', '\0'],
  ])('%j is missing', verifies('live.values.missing'), (value) => {
    expect(read(value)).toEqual({ value: null, from: 'missing' });
    expect(read(value, { default: 'friend' })).toEqual({ value: 'friend', from: 'default' });
  });

  test.each(['Jana', 'Hi {{name}}', '100 %', '%', '[x]', '{name}', '0', 'false', ' ', '<b>', '*'])(
    '%j is a value',
    verifies('live.values.missing'),
    (value) => {
      expect(read(value, { default: 'friend' })).toEqual({ value, from: 'url' });
    },
  );

  test('cuts a value to its length in characters', verifies('live.values.cut'), () => {
    expect(read('🙂🙂🙂', { maxLength: 2 })?.value).toBe('🙂🙂');
    expect(read('x'.repeat(10_000))?.value).toBe('x'.repeat(500));
    expect(read('a\ud800')?.value).toBe('a\ufffd');
    // Half of a tag would be shown to the reader.
    expect(read('*|FIRST_NAME|*', { maxLength: 5 })?.from).toBe('missing');
  });

  test('ignores names that the design does not declare', () => {
    const query = new Map([
      ['utm_source', 'x'],
      ['__proto__', 'y'],
    ]);
    expect(readVariables(DEFAULT_LIVE_DESIGN, query).size).toBe(0);
  });
});
