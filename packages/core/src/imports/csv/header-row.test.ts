import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { detectFile } from '../detect-file.ts';

const detect = async (text: string) => {
  const { header, warnings } = await detectFile(Buffer.from(text), true);
  return { header, isDoubtful: warnings.length > 0 };
};

test.each([
  ['years over numbers', 'country,2019,2020\nDE,1.5,2\nFR,3,4\n', true],
  ['one year, one row', 'name,2020\nA,5\n', true],
  ['hours', 'sensor,0,6,12\ns1,1.5,2.5,3.5\ns2,1,2,3\n', true],
  ['years only', '2019,2020\n1.5,2\n3,4\n', true],
  ['text over numbers', 'a,b\n1,2\n', false],
  ['dates over numbers', 'who,2026-01-01,2026-02-01\nx,1,2\n', false],
  ['texts only', 'a,b\nx,y\n', false],
])('a row of %s is the header', verifies('detect.header'), async (_, text, isDoubtful) => {
  expect(await detect(text)).toEqual({ header: true, isDoubtful });
});

test.each([
  ['a date over dates', '1,a,2026-01-02\n2,b,2026-01-03\n'],
  ['yes over yes and no', 'Bob,yes\nAnn,no\nEva,yes\n'],
  ['a URL over URLs', 'a,https://a.example/\nb,https://b.example/\n'],
  ['numbers of the records', '1,x,5\n2,y,7\n3,z,9\n'],
  ['a text that is repeated', 'DE,10\nFR,20\nDE,30\n'],
  ['numbers over numbers only', '1,2\n3,4\n'],
  ['a blank cell over numbers', '1,,x\n2,3,y\n3,4,z\n'],
])('a row with %s is a record', verifies('detect.header'), async (_, text) => {
  expect(await detect(text)).toEqual({ header: false, isDoubtful: false });
});
