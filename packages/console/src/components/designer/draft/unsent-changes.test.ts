import { ConnectionError } from '@vitrine/client';
import { expect, test, vi } from 'vitest';
import { createDraftEditor } from './draft-editor.ts';
import type { AnyDraft } from './draft-kind.ts';
import { hasLeftChanges } from './left-changes.ts';

interface Draft extends AnyDraft {
  readonly design: { readonly title: string };
}

const FIRST: Draft = { name: 'Card', design: { title: 'a' }, revision: 1, status: 'draft' };

test('changes that were not applied are unsent until they are sent again', async () => {
  let isAnswering = false;
  const sent: string[] = [];
  const editor = createDraftEditor<Draft, { readonly title: string }>(FIRST, {
    id: 'card',
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
  expect(editor.isUnsent.value).toBe(true);
  await vi.waitUntil(() => editor.problem.value !== null);
  editor.retry();
  await new Promise((resolve) => setTimeout(resolve));
  expect(editor.isUnsent.value).toBe(true);
  isAnswering = true;
  editor.retry();
  await vi.waitUntil(() => !editor.isUnsent.value);
  expect(sent).toEqual(['b']);
  expect(editor.design.value).toEqual({ title: 'b' });
  editor.retry();
  expect(sent).toEqual(['b']);
});

test('changes that were left unsent are those of the next editor of the draft, at the revision that they change', async () => {
  const sent: unknown[] = [];
  let isAnswering = false;
  const open = () =>
    createDraftEditor<Draft, { readonly title: string }>(FIRST, {
      id: 'left',
      async update({ title }, name, revision) {
        if (!isAnswering) throw new Error('no answer');
        sent.push([title, name, revision]);
        return { ...FIRST, name: name ?? FIRST.name, design: { title }, revision: revision + 1 };
      },
      get: async () => FIRST,
      preview: async () => new Blob(['picture']),
    });
  const first = open();
  first.change({ title: 'b' });
  first.rename('Own');
  expect(await first.dispose(true)).toEqual(new Error('no answer'));
  expect(hasLeftChanges.value).toBe(true);
  isAnswering = true;
  const next = open();
  expect([next.design.value, next.name.value, hasLeftChanges.value]).toEqual([{ title: 'b' }, 'Own', false]);
  await vi.waitUntil(() => !next.isUnsent.value);
  expect(sent).toEqual([['b', 'Own', 1]]);

  isAnswering = false;
  next.change({ title: 'given up' });
  expect(await next.dispose(false)).toBeNull();
  expect(open().design.value).toEqual({ title: 'a' });
});

test('changes that were left while the server did not answer are sent when it does', async () => {
  vi.useFakeTimers();
  try {
    let isAnswering = false;
    const editor = createDraftEditor<Draft, { readonly title: string }>(FIRST, {
      id: 'passing',
      async update({ title }) {
        if (!isAnswering) throw new ConnectionError('network', 'No answer.');
        return { ...FIRST, design: { title }, revision: 2 };
      },
      get: async () => FIRST,
      preview: async () => new Blob(['picture']),
    });
    editor.change({ title: 'b' });
    expect(await editor.dispose(true)).toBeInstanceOf(ConnectionError);
    isAnswering = true;
    await vi.advanceTimersByTimeAsync(2_500);
    expect([hasLeftChanges.value, editor.draft.value.design]).toEqual([false, { title: 'b' }]);
  } finally {
    vi.useRealTimers();
  }
});
