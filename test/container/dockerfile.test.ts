import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../docs/code-blocks.ts';
import { verifies } from '../requirements.ts';
import { imageOf, stagesOf } from './dockerfile.ts';

/** The binaries that come with better-sqlite3. */
const PREBUILT = join(ROOT, 'test/node_modules/better-sqlite3/prebuilds');
const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

test(
  'the image runs the server as user 10001, on a file in its only volume',
  verifies('container.limits'),
  () => {
    expect(imageOf(text)).toMatchObject({
      user: '10001:10001',
      volumes: ['/data'],
      workingFolder: '/data',
      ports: ['8080'],
      command: ['node', '/srv/vitrine/dist/cli.js', 'serve'],
      environment: {
        VITRINE_DATABASE_URL: 'sqlite:/data/vitrine.db',
        VITRINE_HOST: '0.0.0.0',
        VITRINE_PORT: '8080',
      },
    });
  },
);

test(
  'the last stage has nothing of the build but what it copies, and only the data belongs to its user',
  verifies('container.image'),
  () => {
    const last = stagesOf(text).at(-1) ?? [];
    expect(last.filter(({ name }) => name === 'RUN' || name === 'ADD')).toEqual([]);
    const copied = last.filter(({ name }) => name === 'COPY').map((each) => each.text);
    expect(copied).toEqual([
      '--from=build /srv/root /',
      '--from=build --chown=10001:10001 /srv/data /data',
      '--from=build /srv/vitrine /srv/vitrine',
    ]);
  },
);

test('both architectures have what the image needs', verifies('container.architectures'), () => {
  // Neither in a step nor in the name of an image.
  expect(text.replace(/^#.*$/gm, '')).not.toMatch(/amd64|x64|x86_64|arm64|aarch64|--platform/);
  const lock = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8');
  for (const architecture of ['x64', 'arm64']) {
    expect(lock).toMatch(new RegExp(`^  '@img/sharp-linux-${architecture}@`, 'm'));
    expect(existsSync(join(PREBUILT, `linux-${architecture}.node`))).toBe(true);
    expect(lock).toMatch(new RegExp(`^  '@img/sharp-libvips-linux-${architecture}@`, 'm'));
  }
});
