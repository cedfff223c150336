import type { Caller } from '@vitrine/core';
import type { TimerScene } from '@vitrine/core/server';
import type { DrawingSources } from '../../image/drawing-sources.ts';
import type { GlyphStore } from '../../text/glyph-store.ts';
import { readSceneText } from '../layout/timer-text.ts';
import type { SceneInput } from './scene-input.ts';

/** Reads the glyphs and pictures of a scene. */
export async function readInput(
  sources: DrawingSources,
  store: GlyphStore,
  scene: TimerScene,
  caller: Caller,
): Promise<SceneInput> {
  const { design, key, background, expiredImage } = scene;
  const size = {
    width: design.width * design.scale,
    height: design.height * design.scale,
    fit: design.background.fit,
  };
  const picture = async (hash: string | null) =>
    hash === null ? null : sources.picture(await scene.load(hash), size, caller);
  const shownAtEnd = design.expired.behaviour === 'image' ? expiredImage : null;
  const [{ texts, digits, labels, headline }, ground, expired] = await Promise.all([
    readSceneText(store, scene, caller),
    picture(background),
    picture(shownAtEnd),
  ]);
  return {
    key,
    design,
    digitGlyphs: digits.glyphs,
    labelGlyphs: labels.glyphs,
    headlineGlyphs: headline.glyphs,
    texts,
    background: ground,
    expiredImage: expired,
  };
}
