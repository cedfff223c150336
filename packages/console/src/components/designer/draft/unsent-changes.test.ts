import { expect, test, vi } from 'vitest';
import { type AnyDraft, createDraftEditor } from './draft-editor.ts';

interface Draft extends AnyDraft {
  readonly design: { readonly title: string };
}

const FIRST: Draft = { name: 'Card', design: { title: 'a' }, revision: 1, status: 'draft' };

test('changes that were not applied are unsent until they are sent again', async () => {
  let isAnswering = false;
  const sent: string[] = [];
  const editor = createDraftEditor<Draft, { readonly title: string }>(FIRST, {
    async update({ title }) {
      if (!isAnswering) throw new Error('no answer');
      sent.push(title);
      return { ...FIRST, design: { title }, revision: 2 };
    },
    get: async () => FIRST,
    preview: async () => new Blob(['picture']),
  });
  editor.retry();
  editor.change({ title: 'b' });
  expect(editor.isUnsent.value).toBe(false);
  await vi.waitUntil(() => editor.isUnsent.value);
  editor.retry();
  await vi.waitUntil(() => editor.isUnsent.value);
  isAnswering = true;
  editor.retry();
  await vi.waitUntil(() => !editor.isUnsent.value);
  expect(sent).toEqual(['b']);
  expect(editor.design.value).toEqual({ title: 'b' });
  editor.retry();
  expect(sent).toEqual(['b']);
});
