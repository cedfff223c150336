import { showToast } from '../../../components/toast.tsx';
import { query } from '../../../router/location.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { GROUPS, openedPart, PART_KINDS, selectRenamed } from '../draft/part.ts';
import type { RenamedPart } from '../names/renamed-parts.ts';
import { seeRule } from '../rules/seen-rule.ts';

/** Says that a part has another name than it was added with, and keeps it selected. */
export function followRenamed({ group, from, to }: RenamedPart): void {
  const kind = PART_KINDS.find((one) => GROUPS[one] === group);
  if (kind !== undefined && query.peek().get('part') === `${kind}:${from}`) {
    if (openedPart.peek()?.name === from) openedPart.value = { kind, name: to };
    selectRenamed(kind, from, to);
  }
  if (group === 'rules' && query.peek().get('rule') === from) seeRule(to);
  showToast(liveImagesTexts.designer.renamed(from, to), { isBad: true });
}
