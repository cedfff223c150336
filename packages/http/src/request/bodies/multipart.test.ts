import { expect, test } from 'vitest';
import { fieldText, PartReader } from './multipart.ts';

const TYPE = 'multipart/form-data; boundary=B';

/** Reads a form that arrives in chunks of a size. */
async function read(body: string | Buffer, size = Number.POSITIVE_INFINITY, type = TYPE) {
  const bytes = Buffer.from(body);
  const step = Math.min(size, bytes.length);
  const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_, i) =>
    bytes.subarray(i * step, (i + 1) * step),
  );
  const reader = new PartReader(type, chunks.values());
  const parts = [];
  for (let head = await reader.next(); head !== null; head = await reader.next()) {
    parts.push({ ...head, content: Buffer.concat(await reader.pieces()).toString() });
  }
  return parts;
}

const part = (head: string, content: string) => `--B\r\n${head}\r\n\r\n${content}\r\n`;
const named = (parameters: string) => `Content-Disposition: form-data; ${parameters}`;
/** Returns the head of the only part of a form. */
const headOf = async (head: string) => (await read(`${part(head, 'x')}--B--`))[0];

test('reads the same parts whatever chunks they arrive in', async () => {
  const contents = [
    '',
    'text',
    '\r\n',
    '\r\n--',
    '\r\n--A',
    '--A',
    '\r\n\r\n--C\r\n',
    'a\r\n-',
    'é'.repeat(50),
  ];
  const body = `${contents.map((content, i) => part(named(`name="${i}"`), content)).join('')}--B--\r\n`;
  const expected = contents.map((content, i) => ({ name: `${i}`, fileName: null, type: null, content }));
  for (const size of [1, 2, 3, 5, 7, 16, 64, body.length]) expect(await read(body, size)).toEqual(expected);
});

test('skips text before the first part and after the last one, and parts have no need of headers or content', async () => {
  for (const size of [1, 3, 1_000]) {
    expect(await read('preamble\r\n--B\r\n\r\nx\r\n--B--\r\nepilogue', size)).toEqual([
      { name: '', fileName: null, type: null, content: 'x' },
    ]);
    const empty = `--B\r\n${named('name=a')}\r\n\r\n--B--`;
    expect(await read(empty, size)).toEqual([{ name: 'a', fileName: null, type: null, content: '' }]);
    expect(await read('--B--', size)).toEqual([]);
  }
});

test('content in one chunk is a view of it', async () => {
  const body = Buffer.from(`${part(named('name="file"; filename="a"'), 'content')}--B--`);
  const reader = new PartReader(TYPE, [body].values());
  await reader.next();
  const [content] = await reader.pieces();
  expect(content?.buffer).toBe(body.buffer);
});

test.each([
  ['name="a"; filename="b.png"', 'a', 'b.png'],
  ['NAME=a;FileName=b.png', 'a', 'b.png'],
  ['filename="b c;d.png" ; name="a"', 'a', 'b c;d.png'],
  ['name="a; filename=no"', 'a; filename=no', null],
  [String.raw`name="a\"b"; filename="C:\folder\b.png"`, 'a"b', 'b.png'],
  ['name=a; filename="folder/b.png"', 'a', 'b.png'],
  ['name=a; filename=""', 'a', ''],
  ["name=a; filename=x; filename*=UTF-8''b%20%C3%A9.png", 'a', 'b é.png'],
  ["name=a; filename=x; filename*=utf-8'de'%ZZ", 'a', 'x'],
  ['filename', '', null],
])('reads the disposition %s', async (parameters, name, fileName) => {
  expect(await headOf(named(parameters))).toMatchObject({ name, fileName });
});

test('a part is a file by its name or by its type, and only its disposition names it', async () => {
  const types = `${named('name=a')}\r\ncontent-type: Application/Octet-Stream; name="b"; filename="c"`;
  expect(await headOf(types)).toMatchObject({ name: 'a', fileName: '', type: 'application/octet-stream' });
  expect(await headOf('Content-Type: text/csv; filename="c"')).toMatchObject({ name: '', fileName: null });
});

test.each<[string, string | Buffer]>([
  ['without bytes', ''],
  ['without a part', 'no part'],
  ['that ends after the delimiter', '--B'],
  ['that ends before the headers', '--B\r\n'],
  ['that ends within content', `--B\r\n${named('name=a')}\r\n\r\ncut off`],
  ['with 17 kB of headers', `--B\r\n${named(`name=${'a'.repeat(17_000)}`)}\r\n\r\n\r\n--B--`],
  ['with headers in Latin-1', Buffer.from(`--B\r\n${named('name="\u00e9"')}\r\n\r\n\r\n--B--`, 'latin1')],
])('refuses a form %s', async (_, body) => {
  for (const size of [1, 1_000, 100_000]) {
    await expect(read(body, size)).rejects.toMatchObject({
      issues: [{ path: '', message: 'Expected a complete multipart/form-data body in UTF-8.' }],
    });
  }
});

test('refuses a content type without a boundary, and a text that is not in UTF-8 at its field', async () => {
  await expect(read('--B--', 10, 'multipart/form-data')).rejects.toMatchObject({ issues: [{ path: '' }] });
  expect(() => fieldText('a', [Buffer.from([0xff])])).toThrow(
    expect.objectContaining({ issues: [{ path: 'a', message: 'Expected UTF-8.' }] }),
  );
});
