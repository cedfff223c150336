import { expect, test } from 'vitest';
import { clientConfigurations } from './client-configurations.ts';

const URL_HERE = 'http://127.0.0.1:8080/store_mcp';
const codesOf = (url: string, key: string | null) =>
  new Map(
    clientConfigurations(url, key).map(({ name, snippets }) => [name, snippets.map(({ code }) => code)]),
  );

test('without a key, each client gets the variable or the placeholder that it understands', () => {
  const codes = codesOf(URL_HERE, null);
  expect(codes.get('claude-code')?.[0]).toBe(
    `claude mcp add --transport http vitrine ${URL_HERE} --header "Authorization: Bearer YOUR_KEY"`,
  );
  const headers = (name: string, index = 0) =>
    /"Authorization": "([^"]+)"/.exec(codes.get(name)?.[index] ?? '')?.[1];
  expect(headers('claude-code', 1)).toBe(`Bearer \${VITRINE_KEY}`);
  expect(headers('cursor')).toBe(`Bearer \${env:VITRINE_KEY}`);
  expect(headers('vs-code')).toBe(`Bearer \${input:vitrine-key}`);
  expect(headers('other')).toBe('Bearer YOUR_KEY');
  expect(JSON.parse(codes.get('claude-desktop')?.[0] ?? '')).toEqual({
    mcpServers: {
      vitrine: {
        command: 'npx',
        args: ['-y', 'mcp-remote', URL_HERE, '--header', `Authorization:\${AUTHORIZATION}`],
        env: { AUTHORIZATION: 'Bearer YOUR_KEY' },
      },
    },
  });
});

test('with a key, every configuration has it and nothing else to fill in', () => {
  const all = codesOf(URL_HERE, 'store-secret');
  expect(all.get('web')).toEqual([URL_HERE]);
  all.delete('web');
  for (const [name, codes] of all) {
    for (const code of codes) {
      expect(code, name).toContain('Bearer store-secret');
      expect(code, name).not.toMatch(/YOUR_KEY|VITRINE_KEY|vitrine-key/);
    }
  }
});

test('mcp-remote gets leave for an address without TLS, but not for the own machine', () => {
  const hasLeave = (url: string) => codesOf(url, null).get('claude-desktop')?.[0]?.includes('--allow-http');
  expect(hasLeave('http://shop.internal:8080/store_mcp')).toBe(true);
  expect(hasLeave('https://shop.example/store_mcp')).toBe(false);
  expect(hasLeave('http://[::1]:8080/store_mcp')).toBe(false);
});
