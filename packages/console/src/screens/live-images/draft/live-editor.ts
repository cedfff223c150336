import type {
  Client,
  LiveDesign,
  LiveDesignChanges,
  LiveImageDraftResponse,
  LiveValues,
} from '@vitrine/client';
import { applyChanges } from '../../../components/designer/draft/changes.ts';
import { createDraftEditor, type DraftEditor } from '../../../components/designer/draft/draft-editor.ts';
import { NAMED, type NamedParts } from './named-parts.ts';

/** The draft of a live image that is being edited. */
export interface LiveEditor extends DraftEditor<LiveImageDraftResponse, LiveDesignChanges> {
  /**
   * Returns the parts that are seen, and those that the server has or may have. In a merge patch, a new part with the name of
   * a removed one would get the members of that one.
   */
  readonly named: () => NamedParts;
}

/** @param valuesOf returns the values of the opening that is shown. */
export function createLiveEditor(
  { liveImages: { drafts } }: Client,
  first: LiveImageDraftResponse,
  valuesOf: (design: LiveDesign) => LiveValues,
): LiveEditor {
  /** Changes that were sent since the server has answered last: it may have them. */
  let unanswered: readonly LiveDesignChanges[] = [];
  const editor = createDraftEditor<LiveImageDraftResponse, LiveDesignChanges>(first, {
    id: first.draftId,
    async update(changes, name, revision) {
      unanswered = [...unanswered, changes].slice(-UNANSWERED_MAX);
      const draft = await drafts.update(first, changes, { name, revision });
      unanswered = [];
      return draft;
    },
    get: (signal) => drafts.get(first, { signal }),
    async preview(draft, signal) {
      const isExpired = Date.parse(draft.previewExpiresAt) < Date.now();
      const shown = isExpired ? await drafts.get(first, { signal }) : draft;
      return drafts.preview(shown, valuesOf(shown.design), { signal });
    },
    apply: applyLiveChanges,
  });
  return {
    ...editor,
    named() {
      const all = [...unanswered, editor.draft.peek().design, editor.design.peek()];
      return Object.fromEntries(
        NAMED.map((group) => [group, Object.assign({}, ...all.map((one) => one[group]))]),
      ) as NamedParts;
    },
  };
}

const UNANSWERED_MAX = 20;

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
