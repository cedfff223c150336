import type {
  Client,
  LiveDesign,
  LiveDesignChanges,
  LiveImageDraftResponse,
  LiveValues,
} from '@vitrine/client';
import { VitrineError } from '@vitrine/client';
import { applyChanges, hasAll, isTree } from '../../../components/designer/draft/changes.ts';
import { createDraftEditor, type DraftEditor } from '../../../components/designer/draft/draft-editor.ts';
import { NAMED, type NamedGroup, type NamedParts } from '../names/named-parts.ts';
import { partsToRename, type RenamedPart, withPartRenamed } from '../names/renamed-parts.ts';

/** The draft of a live image that is being edited. */
export interface LiveEditor extends DraftEditor<LiveImageDraftResponse, LiveDesignChanges> {
  /**
   * Returns the parts that are seen, and those that the server has or may have. In a merge patch, a new part with the name of
   * a removed one would get the members of that one.
   */
  readonly named: () => NamedParts;
}

/**
 * @param valuesOf returns the values of the opening that is shown.
 * @param onRenamed is called with a part that gets another name than it was added with, because a part of somebody else has
 * that name.
 */
export function createLiveEditor(
  { liveImages: { drafts } }: Client,
  first: LiveImageDraftResponse,
  valuesOf: (design: LiveDesign) => LiveValues,
  onRenamed: (part: RenamedPart) => void,
): LiveEditor {
  /** Changes that were sent since the server has answered last: it may have them. */
  let unanswered: readonly LiveDesignChanges[] = [];
  const editor = createDraftEditor<LiveImageDraftResponse, LiveDesignChanges>(first, {
    id: first.draftId,
    async update(changes, name, revision) {
      const earlier = unanswered;
      unanswered = [...earlier, changes].slice(-UNANSWERED_MAX);
      try {
        const draft = await drafts.update(first, changes, { name, revision });
        unanswered = [];
        return draft;
      } catch (error) {
        // It was refused as a whole.
        if (error instanceof VitrineError && error.status >= 400 && error.status < 500) unanswered = earlier;
        throw error;
      }
    },
    get: (signal) => drafts.get(first, { signal }),
    async preview(draft, signal) {
      const isExpired = Date.parse(draft.previewExpiresAt) < Date.now();
      const shown = isExpired ? await drafts.get(first, { signal }) : draft;
      return drafts.preview(shown, valuesOf(shown.design), { signal });
    },
    apply: applyLiveChanges,
    renamed(changes, before, now) {
      // What was sent before an answer was lost may be there.
      const isOwn = (group: NamedGroup, name: string) =>
        unanswered.some((sent) => {
          const part = sent[group]?.[name];
          return isTree(part) && hasAll(now[group][name], part);
        });
      const found = partsToRename(changes, before, now, isOwn);
      if (found.length === 0) return null;
      found.forEach(onRenamed);
      return (one) => found.reduce(withPartRenamed, one);
    },
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
