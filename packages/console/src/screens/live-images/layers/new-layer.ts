import type { LiveDesign, LiveLayer } from '@vitrine/client';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { insertionOf, valueChoices } from '../data/value-choices.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { openPart } from '../draft/part.ts';
import { freeName, orderAfter } from '../names/named-parts.ts';
import { INTER_BOLD } from '../templates/template.ts';
import { changesOf } from './layer-order.ts';

const texts = liveImagesTexts.layers;
const SIZES = {
  text: [300, 60],
  image: [160, 160],
  shape: [160, 60],
  timer: [300, 80],
} as const;

/** All members, so that the form can show them before the server has answered. */
const STARTS = {
  text: {
    ...{ text: texts.newText, fontId: INTER_BOLD, size: 24, minSize: 12, color: '#14203a' },
    ...{ align: 'left', valign: 'middle', lineHeight: 1.2, fit: 'shrink' },
  },
  image: { url: null, imageId: null, fit: 'cover', radius: 0 },
  shape: { shape: 'rect', color: '#d6336c', gradient: null, radius: 12, border: null, shadow: null },
  timer: { design: { preset: 'paper', frames: 30, background: { transparent: true } } },
} as const;

/** Adds a layer in the middle of the picture, above the others, and selects it. */
export function addLayer(form: LiveForm, type: LiveLayer['type']): void {
  const { design, named, change } = form;
  const name = freeName(named().layers, texts.types[type]);
  const start = { type, ...placeIn(design, type), ...STARTS[type] };
  change(changesOf({ [name]: { ...start, ...dataOf(form, type) } }));
  openPart('layer', name);
}

function placeIn({ width: across, height: down, layers }: LiveDesign, type: LiveLayer['type']): object {
  const [widest, highest] = SIZES[type];
  // A timer has a least size.
  const width = type === 'timer' ? widest : Math.min(widest, across);
  const height = type === 'timer' ? highest : Math.min(highest, down);
  return {
    ...{ width, height, show: null, order: orderAfter(layers) },
    x: Math.round((across - width) / 2),
    y: Math.round((down - height) / 2),
  };
}

/** Returns what a layer shows of the data: the first picture, or a countdown to the first date. */
function dataOf({ design, places }: LiveForm, type: LiveLayer['type']): object {
  const wanted = type === 'image' ? 'url_image' : 'datetime';
  const found = valueChoices(design, places).find((choice) => choice.type === wanted);
  if (found === undefined || (type !== 'image' && type !== 'timer')) return {};
  const value = insertionOf(found, true);
  if (type === 'image') return { url: value };
  return { design: { ...STARTS.timer.design, target: { kind: 'value', value, missing: 'PT48H' } } };
}
