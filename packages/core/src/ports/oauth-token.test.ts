import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { sha256Hex } from '../ground/crypto.ts';
import { isBearerToken } from './access.ts';
import { grantHash, oauthTokens } from './oauth-token.ts';

const tokens = oauthTokens(['new secret', 'old secret']);
const access = { secret: 'k'.repeat(43), expiresAt: 1_000 };

test('a token is opened by servers with its secret, and for its purpose only', () => {
  const sealed = oauthTokens(['old secret']).seal('access', access);
  expect(isBearerToken(sealed)).toBe(true);
  expect(tokens.open('access', sealed)).toEqual(access);
  expect(oauthTokens(['other secret']).open('access', sealed)).toBeNull();
  expect(tokens.open('refresh', sealed)).toBeNull();
  expect(tokens.open('refresh', sealed.replace('access', 'refresh'))).toBeNull();
});

test('a changed or shortened token is none, and neither is any other text', () => {
  const sealed = tokens.seal('access', access);
  const at = 'oauth-access-'.length;
  for (let i = at; i < sealed.length - 1; i++) {
    const changed = sealed.slice(0, i) + (sealed[i] === 'A' ? 'B' : 'A') + sealed.slice(i + 1);
    expect(tokens.open('access', changed)).toBeNull();
  }
  for (const text of ['', 'oauth-access-', 'oauth-access-AAAA', sealed.slice(at), sealed.slice(0, -8)])
    expect(tokens.open('access', text)).toBeNull();
});

test('equal contents give different tokens, which show nothing of them', () => {
  const [one, two] = [tokens.seal('access', access), tokens.seal('access', access)];
  expect(one).not.toBe(two);
  expect(Buffer.from(one.slice('oauth-access-'.length), 'base64url').toString('latin1')).not.toContain(
    'kkkk',
  );
});

test('an access token finds its key, and its secret is no key', verifies('oauth.secrecy'), () => {
  const sealed = tokens.seal('access', access);
  expect(tokens.openAccess(sealed)).toEqual({ hash: grantHash(access.secret), expiresAt: 1_000 });
  expect(tokens.openAccess('oauth-access-none')).toBeNull();
  expect(grantHash(access.secret)).not.toBe(sha256Hex(access.secret));
  expect(grantHash(access.secret)).not.toMatch(/^[0-9a-f]{64}$/);
});
