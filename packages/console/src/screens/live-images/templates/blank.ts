import type { ImageDetail, TimerDesign } from '@vitrine/client';
import { INTER_BOLD, type TemplateDesign } from './template.ts';

const WIDTH_MAX = 600;
const HEIGHT_MAX = 2_000;

/** Returns a design with nothing but the chosen picture, the chosen timer, or a line of text. */
export function blankOf(image: ImageDetail | null, timer: TimerDesign | null): TemplateDesign {
  const look = { background: { color: '#ffffff' }, altText: '' };
  if (image !== null) {
    const width = Math.max(20, Math.min(WIDTH_MAX, image.width));
    const height = Math.max(20, Math.min(HEIGHT_MAX, Math.round((width * image.height) / image.width)));
    return { ...look, width, height, layers: { Picture: { type: 'image', x: 0, y: 0, width, height } } };
  }
  if (timer !== null) {
    const { width, height } = timer;
    return { ...look, width, height, layers: { Timer: { type: 'timer', x: 0, y: 0, width, height } } };
  }
  const text = { type: 'text', text: 'Your text', fontId: INTER_BOLD, size: 32 } as const;
  return {
    ...{ ...look, width: WIDTH_MAX, height: 200 },
    layers: { Text: { ...text, x: 32, y: 60, width: 536, height: 80, align: 'center', valign: 'middle' } },
  };
}
