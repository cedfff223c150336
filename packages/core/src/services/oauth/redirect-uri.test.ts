import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { isOfProgram, isRegistered, receiverOf, refuseRedirectUri, withParameters } from './redirect-uri.ts';

describe('an address to return to', () => {
  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'https://chatgpt.com/connector_platform_oauth_redirect',
    'https://app.example:8443/cb?a=1',
    'https://[2001:db8::1]/cb',
    'http://localhost:3118/callback',
    'http://127.0.0.1/',
    'http://[::1]:80',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://vscode.github-authentication/did-authenticate',
    'com.example.app:/oauth2redirect',
  ])('is %s', (uri) => {
    expect(refuseRedirectUri(uri)).toBeNull();
  });

  test.each([
    '',
    '/cb',
    '//evil.example/cb',
    'http://app.example/cb',
    'http://127.0.0.2/cb',
    'http://localhost.evil.example/cb',
    'http://localhost:80@evil.example/cb',
    'http://localhost:99999/cb',
    'http://0.0.0.0/cb',
    'https://user@app.example/cb',
    'https://user:pw@app.example/cb',
    'https://@app.example/cb',
    'https://app.example/cb#fragment',
    'https://app.example/cb#',
    'https:app.example/cb',
    'https:\\\\app.example\\cb',
    'https://app.example\\@evil.example/cb',
    'https://app.example/\u0000',
    'https://app.example/ cb',
    ' https://app.example/cb',
    'https://app.example/cb\n',
    'https://ünïcode.example/cb',
    'javascript:alert(1)',
    'javascript://app.example/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://app.example/cb',
    'blob:https://app.example/1',
    'about:blank',
    'view-source:https://app.example/',
    'intent://app#Intent;end',
    'intent://app/cb',
    'mailto:/a@example.com',
    'JavaScript://app.example/%0aalert(1)',
    'Cursor://anysphere.cursor-mcp/oauth/callback',
    'cursor:',
    'cursor:callback',
    'cursor://user@anysphere.cursor-mcp/cb',
    'cursor://anysphere.cursor-mcp/cb#f',
    `https://app.example/${'a'.repeat(1_000)}`,
  ])('is not %j', verifies('oauth.redirect'), (uri) => {
    expect(refuseRedirectUri(uri)).not.toBeNull();
    expect(isRegistered(uri, [uri])).toBe(false);
  });
});

test('only a registered address is returned to, to the letter', verifies('oauth.redirect'), () => {
  const registered = ['https://app.example/cb', 'https://app.example/cb?a=1', 'cursor://app/cb'];
  for (const uri of registered) expect(isRegistered(uri, registered)).toBe(true);
  for (const uri of [
    'https://app.example/cb/',
    'https://app.example/cb?',
    'https://app.example/cb?a=1&b=2',
    'https://app.example/cb/../evil',
    'https://app.example/%63b',
    'https://APP.example/cb',
    'https://app.example:443/cb',
    'https://app.example:8443/cb',
    'https://app.example.evil.example/cb',
    'https://evil.example/cb',
    'http://app.example/cb',
    'cursor://app/cb2',
    'cursor://app:80/cb',
    'other://app/cb',
  ])
    expect(isRegistered(uri, registered), uri).toBe(false);
});

test('a program on the same machine may listen on any port', verifies('oauth.redirect'), () => {
  const registered = ['http://127.0.0.1:1234/cb', 'http://localhost/cb'];
  for (const uri of [
    'http://127.0.0.1:1234/cb',
    'http://127.0.0.1:9/cb',
    'http://127.0.0.1/cb',
    'http://localhost:70/cb',
  ])
    expect(isRegistered(uri, registered), uri).toBe(true);
  for (const uri of [
    'http://[::1]:1234/cb',
    'http://127.0.0.1:1234/other',
    'http://127.0.0.1:1234/cb?x',
    'https://localhost:70/cb',
    'http://localhost:70@evil.example/cb',
    'http://localhost:/cb',
  ])
    expect(isRegistered(uri, registered), uri).toBe(false);
});

test.each([
  ['https://app.example:8443/cb', false, 'app.example:8443'],
  ['https://localhost/cb', false, 'localhost'],
  ['http://[::1]:5/cb', true, '[::1]:5'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', true, 'cursor:'],
])('the receiver of %s', (uri, isProgram, receiver) => {
  expect([isOfProgram(uri), receiverOf(uri)]).toEqual([isProgram, receiver]);
});

test('a response is added to what the address has', () => {
  const response = { code: 'a b', state: null, iss: 'https://v.example' };
  const query = 'code=a+b&iss=https%3A%2F%2Fv.example';
  expect(withParameters('https://app.example/cb', response)).toBe(`https://app.example/cb?${query}`);
  expect(withParameters('https://app.example/cb?', response)).toBe(`https://app.example/cb?${query}`);
  expect(withParameters('https://app.example/cb?x=1', response)).toBe(`https://app.example/cb?x=1&${query}`);
});
