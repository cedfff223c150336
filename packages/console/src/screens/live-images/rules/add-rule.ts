import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { openPart } from '../draft/part.ts';
import { freeName, orderAfter } from '../names/named-parts.ts';
import { changesOfRule } from './rule-order.ts';

/** Adds a rule that is tried after the others, and selects it. */
export function addRule({ design, named, change }: LiveForm): void {
  const { rules } = design;
  const name = freeName(named().rules, liveImagesTexts.rule.newName);
  change(changesOfRule(name, { order: orderAfter(rules), when: [], layers: {}, imageId: null, link: null }));
  openPart('rule', name);
}
