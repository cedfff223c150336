import { ForbiddenError } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import { hostPolicy, type ServerAddress } from './host-policy.ts';

/** The address of a server whose base URL is not set. */
type Address = Partial<ServerAddress>;
const DEFAULT_URL = 'http://127.0.0.1:8080';

function isAllowed(address: Address, host: string, origin?: string): boolean {
  const headers = new Headers({ host, ...(origin === undefined ? {} : { origin }) });
  try {
    hostPolicy({ baseUrl: DEFAULT_URL, ...address }).check(
      new Request('http://ignored.test/store_mcp', { method: 'POST', headers }),
    );
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(ForbiddenError);
    return false;
  }
}

const LOCAL: Address = { host: '127.0.0.1' };
const PUBLIC: Address = { host: '127.0.0.1', baseUrl: 'https://vitrine.example.com/base' };
const ANYWHERE: Address = { host: '0.0.0.0' };

describe('Host', () => {
  test.each([
    [LOCAL, '127.0.0.1:8080'],
    [LOCAL, 'localhost'],
    [LOCAL, 'LOCALHOST:1'],
    [LOCAL, '[::1]:8080'],
    [{}, 'localhost:8080'],
    [PUBLIC, 'vitrine.example.com'],
    [PUBLIC, 'Vitrine.Example.com:443'],
    [PUBLIC, '127.0.0.1:8080'],
    [{ host: '192.168.1.5' }, '192.168.1.5:8080'],
    [{ host: 'fe80::1' }, '[fe80::1]:8080'],
    [ANYWHERE, '192.168.1.5:8080'],
    [{ host: '::' }, '[2001:db8::7]:8080'],
  ])('%j accepts %s', (address, host) => {
    expect(isAllowed(address, host)).toBe(true);
  });

  test.each([
    [LOCAL, 'evil.example'],
    [LOCAL, '192.168.1.5'],
    [LOCAL, 'localhost.evil.example'],
    [LOCAL, 'evil.example:127'],
    [LOCAL, 'localhost@evil.example'],
    [LOCAL, 'evil.example/localhost'],
    [LOCAL, ''],
    [PUBLIC, 'example.com'],
    [PUBLIC, 'vitrine.example.com.evil.example'],
    [ANYWHERE, 'rebound.evil.example:8080'],
    [{}, 'vitrine.test'],
  ])('%j refuses %s', (address, host) => {
    expect(isAllowed(address, host)).toBe(false);
  });

  test('is read from the URL if the header is missing, as in process', () => {
    const request = (url: string) => new Request(url, { method: 'POST' });
    const policy = hostPolicy({ baseUrl: DEFAULT_URL, ...LOCAL });
    expect(() => policy.check(request('http://localhost/store_mcp'))).not.toThrow();
    expect(() => policy.check(request('http://evil.example/store_mcp'))).toThrow(ForbiddenError);
  });
});

describe('Origin', () => {
  test.each([
    [LOCAL, '127.0.0.1:8080', 'http://localhost:6274'],
    [LOCAL, '127.0.0.1:8080', 'http://127.0.0.1:8080'],
    [PUBLIC, 'vitrine.example.com', 'https://vitrine.example.com'],
    [PUBLIC, '127.0.0.1:8080', 'https://vitrine.example.com'],
    [ANYWHERE, '192.168.1.5:8080', 'http://192.168.1.5:8080'],
  ])('%j at %s accepts pages of %s', (address, host, origin) => {
    expect(isAllowed(address, host, origin)).toBe(true);
  });

  test.each([
    [LOCAL, '127.0.0.1:8080', 'https://evil.example'],
    [LOCAL, '127.0.0.1:8080', 'null'],
    [LOCAL, '127.0.0.1:8080', ''],
    [LOCAL, '127.0.0.1:8080', 'localhost'],
    [LOCAL, '127.0.0.1:8080', 'file://localhost'],
    [LOCAL, '127.0.0.1:8080', 'http://localhost.evil.example'],
    [PUBLIC, 'vitrine.example.com', 'http://localhost:3000'],
    [PUBLIC, 'vitrine.example.com', 'https://example.com'],
    [ANYWHERE, '192.168.1.5:8080', 'http://192.168.1.6'],
  ])('%j at %s refuses pages of %s', (address, host, origin) => {
    expect(isAllowed(address, host, origin)).toBe(false);
  });
});
