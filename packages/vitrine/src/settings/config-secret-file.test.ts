import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, findConfigWarnings, readServeConfig } from './config.ts';

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const secret = 's3cret '.repeat(6);

  test.each([
    [
      'databaseUrl',
      'VITRINE_DATABASE_URL_FILE',
      'postgres://u:hunter2@db/v',
      { kind: 'postgres', url: 'postgres://u:hunter2@db/v' },
    ],
    ['accountKey', 'VITRINE_ACCOUNT_KEY_FILE', 'account-1', 'account-1'],
    ['secret', 'VITRINE_SECRET_FILE', secret, secret],
    ['previousSecret', 'VITRINE_PREVIOUS_SECRET_FILE', secret, secret],
    ['geocoderKey', 'VITRINE_GEOCODER_KEY_FILE', 'id:hunter2', 'id:hunter2'],
  ] as const)('sets %s by %s', (name, variable, text, value) => {
    for (const [index, end] of ['', '\n', '\r\n'].entries()) {
      const environment = { [variable]: file(`${name}-${index}`, `${text}${end}`) };
      expect(readServeConfig({}, environment)[name]).toEqual(value);
      expect(findConfigWarnings(readServeConfig({}, environment), environment).join()).not.toContain(
        'no such',
      );
    }
  });

  test('loses only one line break at its end; an empty variable counts as unset; a flag takes precedence', () => {
    const path = file('lines', `${secret}\n\n`);
    expect(readServeConfig({}, { VITRINE_SECRET_FILE: path }).secret).toBe(`${secret}\n`);
    expect(readServeConfig({}, { VITRINE_SECRET_FILE: '' }).secret).toBeUndefined();
    expect(readServeConfig({}, { VITRINE_SECRET_FILE: path, VITRINE_SECRET: '' }).secret).toBe(`${secret}\n`);
    const flag = 'f'.repeat(40);
    expect(readServeConfig({ secret: flag }, { VITRINE_SECRET_FILE: path }).secret).toBe(flag);
  });

  test.each([
    [{ VITRINE_SECRET: secret }, 'good', secret, /^VITRINE_SECRET and VITRINE_SECRET_FILE are both set/],
    [{}, 'short', 'hunter2', /^VITRINE_SECRET_FILE \(--secret\): Expected 32 random characters/],
    [{}, 'empty', '\n', /^VITRINE_SECRET_FILE: .*empty is empty\.$/],
    [{}, 'large', 'hunter2'.repeat(10_000), /^VITRINE_SECRET_FILE: .*large has more than 65536 bytes\.$/],
    [{}, 'none/there', null, /^VITRINE_SECRET_FILE: ENOENT/],
    [{}, '', null, /^VITRINE_SECRET_FILE: EISDIR/],
  ])(
    '%o and the file %s are refused in one line without the content',
    (environment, name, content, complaint) => {
      const path = content === null ? join(folder, name) : file(name, content);
      const read = () => readServeConfig({}, { ...environment, VITRINE_SECRET_FILE: path });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(complaint);
      expect(read).not.toThrow(/hunter2|s3cret|\n/);
    },
  );

  test('is not supported for settings that are not secret', () => {
    const environment = { VITRINE_PORT_FILE: file('port', '1') };
    const config = readServeConfig({}, environment);
    expect(config.port).toBe(8080);
    expect(findConfigWarnings(config, environment).join()).toContain('VITRINE_PORT_FILE: no such setting');
  });
});
