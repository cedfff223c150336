import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { ByteSink } from '../../gif/byte-sink.ts';
import { shownByOmggif } from '../../gif/three-decoders.ts';
import { drawnScene, SAMPLE_BOX, SAMPLE_DESIGN } from '../drawing/sample-scenes.ts';
import { TimerGif } from '../drawing/timer-gif.ts';

test('the split of a flip box crosses the whole box', verifies('timer-picture.looks'), async () => {
  const box = { ...SAMPLE_BOX, style: 'flip' as const, padding: 9, border: null };
  const scene = await drawnScene({ ...SAMPLE_DESIGN, width: 500, digits: { ...SAMPLE_DESIGN.digits, box } });
  const [frame = new Uint8Array()] = shownByOmggif(
    new TimerGif(scene).render({ secondsLeft: 500_000 }, new ByteSink()),
  );
  const redAt = (x: number, y: number) => frame[(y * 500 + x) * 4] ?? 0;
  const boxes = scene.layout(500_000).units.flatMap((unit) => unit.boxes);
  expect(boxes).toHaveLength(8);
  for (const { x, y, width, height } of boxes) {
    const split = y + Math.round(height / 2) - 1;
    for (const column of [x + 1, x + width - 2]) {
      expect(redAt(column, split)).toBeLessThan(redAt(column, split - 4) * 0.8);
    }
  }
});
