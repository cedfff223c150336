import type {
  Client,
  LiveDesign,
  LiveDesignChanges,
  LiveImageDraftResponse,
  LiveValues,
} from '@vitrine/client';
import { applyChanges } from '../../../components/designer/draft/changes.ts';
import { createDraftEditor, type DraftEditor } from '../../../components/designer/draft/draft-editor.ts';

/** The draft of a live image that is being edited. */
export type LiveEditor = DraftEditor<LiveImageDraftResponse, LiveDesignChanges>;

/** @param valuesOf returns the values of the opening that is shown. */
export function createLiveEditor(
  { liveImages: { drafts } }: Client,
  first: LiveImageDraftResponse,
  valuesOf: (design: LiveDesign) => LiveValues,
): LiveEditor {
  return createDraftEditor<LiveImageDraftResponse, LiveDesignChanges>(first, {
    id: first.draftId,
    update: (changes, name, revision) => drafts.update(first, changes, { name, revision }),
    get: (signal) => drafts.get(first, { signal }),
    async preview(draft, signal) {
      const isExpired = Date.parse(draft.previewExpiresAt) < Date.now();
      const shown = isExpired ? await drafts.get(first, { signal }) : draft;
      return drafts.preview(shown, valuesOf(shown.design), { signal });
    },
    apply: applyLiveChanges,
  });
}

const NAMED = ['variables', 'sources', 'layers', 'rules'] as const;

/** Returns the design with changes in which null removes a named part. */
export function applyLiveChanges(design: LiveDesign, changes: LiveDesignChanges): LiveDesign {
  const merged: Record<string, unknown> = { ...applyChanges(design, changes) };
  for (const group of NAMED) {
    if (changes[group]) merged[group] = withoutNulls(merged[group] as object);
  }
  const rules = Object.entries((merged.rules ?? {}) as LiveDesign['rules']).map(([name, rule]) => [
    name,
    { ...rule, layers: withoutNulls(rule.layers ?? {}, withoutNulls) },
  ]);
  return { ...merged, rules: Object.fromEntries(rules) } as unknown as LiveDesign;
}

/** @param inner is applied to the parts that are objects. */
function withoutNulls(parts: object, inner: (part: object) => object = (part) => part): object {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]) =>
      part === null ? [] : [[name, typeof part === 'object' ? inner(part) : part]],
    ),
  );
}
