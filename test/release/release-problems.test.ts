import { expect, test } from 'vitest';
import { browserAddress, changesOf, releaseProblems } from '../../scripts/release/release-problems.ts';
import { verifies } from '../requirements.ts';

const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-28)\n\n- Faster.\n\n## 0.1.0\n\n- First.\n';
const READY = {
  changes: '',
  tags: ['v0.1.0'],
  versions: { vitrine: '0.2.0', '@vitrine/core': '0.2.0' },
  changelog: CHANGELOG,
  address: 'https://git.example/vitrine/vitrine',
};

test('a clean tree with one version, its changes and a known address is ready', () => {
  expect(releaseProblems(READY)).toEqual([]);
});

test.each([
  [{ changes: ' M README.md\n' }, /not committed:\n M README\.md$/],
  [{ versions: { vitrine: '0.2.0', '@vitrine/core': '0.1.0' } }, /@vitrine\/core 0\.1\.0/],
  [{ tags: ['v0.2.0'] }, /tag v0\.2\.0 exists/],
  [{ changelog: CHANGELOG.replace('- Faster.\n', '') }, /no section "## 0\.2\.0"/],
  [{ versions: { vitrine: '0.3.0' } }, /no section "## 0\.3\.0"/],
  [{ address: null }, /--repository/],
])('%j is in the way', verifies('packages.release'), (change, problem) => {
  expect(releaseProblems({ ...READY, ...change })).toEqual([expect.stringMatching(problem)]);
});

test('the changes of a version end where those of the one before begin', () => {
  expect(changesOf(CHANGELOG, '0.2.0')).toBe('- Faster.');
  expect(changesOf(CHANGELOG, '0.1.0')).toBe('- First.');
  expect(changesOf(CHANGELOG, '0.2')).toBe('');
});

test.each([
  ['https://git.example/owner/name.git\n', 'https://git.example/owner/name'],
  ['https://user:token@git.example:8443/owner/name', 'https://git.example:8443/owner/name'],
  ['git@git.example:owner/name.git', 'https://git.example/owner/name'],
  ['ssh://git@git.example:22/owner/name.git', 'https://git.example/owner/name'],
  ['/srv/git/name', null],
  ['', null],
])('a browser opens the remote %j at %j', (remote, address) => {
  expect(browserAddress(remote)).toBe(address);
});
