import type { Sharp } from 'sharp';
import { test } from 'vitest';
import { expectLikeReference } from '../reference-picture.ts';
import { verifies } from '../requirements.ts';
import { sharedMedia } from '../shared-media.ts';
import { DESIGNS } from './designs.ts';
import { sceneOf } from './gallery-scene.ts';

const CALLER = { account: null };

// Compares frame 0 of these designs with the reviewed pictures in `reference/`. After an intended change, run
// `UPDATE_REFERENCES=1 pnpm vitest run test/gallery`, look at the pictures and commit them.

const NAMES = [
  'plain',
  'serif-borders',
  'hebrew',
  'boxes-on-a-picture',
  'transparent-boxes',
  'ended-with-a-message',
  'flip',
  'rings',
  'gradient-and-shadow',
  'glass-on-a-picture',
  'arabic',
  'hindi',
  'japanese',
];

const TOLERANCE = { mean: 0.5, visible: { over: 24, share: 0.001 } };
/** Shows transparent pixels in a color that no design uses. */
const opaque = (picture: Sharp) => picture.flatten({ background: '#00ff00' });

const media = sharedMedia();

test.each(NAMES)('%s matches its reference picture', verifies('timer-picture.looks'), async (name) => {
  const entry = DESIGNS.find((one) => one.name === name);
  if (entry === undefined) throw new Error(`no design ${name}`);
  const gif = await media.renderTimer(sceneOf(entry), { secondsLeft: entry.secondsLeft }, CALLER);
  const file = new URL(`./reference/${name}.png`, import.meta.url);
  await expectLikeReference(file, gif, TOLERANCE, opaque, { palette: true, compressionLevel: 9 });
});
