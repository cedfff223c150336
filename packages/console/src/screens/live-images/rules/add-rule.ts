import { liveImagesTexts } from '../../../texts/en/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { selectPart } from '../draft/part.ts';
import { freeName } from '../layers/layer-order.ts';
import { changesOfRule } from './rule-order.ts';

const ORDER_MAX = 1_000;

/** Adds a rule that is tried after the others, and selects it. */
export function addRule({ design, change }: LiveForm): void {
  const { rules } = design;
  const name = freeName(rules, liveImagesTexts.rule.newName);
  const order = Math.min(ORDER_MAX, Math.max(0, ...Object.values(rules).map((rule) => rule.order)) + 1);
  change(changesOfRule(name, { order, when: [], layers: {}, imageId: null, link: null }));
  selectPart('rule', name);
}
