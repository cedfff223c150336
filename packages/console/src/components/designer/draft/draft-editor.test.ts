import { ValidationError } from '@vitrine/client';
import { expect, test } from 'vitest';
import { createDraftEditor } from './draft-editor.ts';
import type { AnyDraft } from './draft-kind.ts';

interface Changes {
  readonly title?: string;
  readonly color?: string;
}

interface Draft extends AnyDraft {
  readonly design: { readonly title: string; readonly color: string };
}

const FIRST: Draft = { name: 'Card', design: { title: 'a', color: 'red' }, revision: 1, status: 'draft' };

/** Opens an editor of a draft that others change, too. Changes and saves are refused for another revision than the current one. */
function open() {
  let draft = FIRST;
  const change = (changes: Changes, name = draft.name) => {
    draft = { ...draft, name, design: { ...draft.design, ...changes }, revision: draft.revision + 1 };
  };
  const editor = createDraftEditor<Draft, Changes>(FIRST, {
    id: 'card',
    async update(changes, name, revision) {
      if (revision !== draft.revision) {
        throw new ValidationError('validation_failed', 'Read it.', { errors: { revision: ['Read it.'] } });
      }
      change(changes, name);
      return draft;
    },
    // Each response is an object of its own.
    get: async () => ({ ...draft }),
    preview: async () => new Blob(['picture']),
  });
  const save = async (revision: number) => {
    if (revision !== draft.revision) throw new Error(`The draft is at revision ${draft.revision} now.`);
    return draft.design;
  };
  return { editor, change, save };
}

test('saves what was typed last, at the revision that has it', async () => {
  const { editor, save } = open();
  editor.change({ title: 'b' });
  editor.rename('Own card');
  expect(await editor.save(save)).toEqual({ title: 'b', color: 'red' });
  expect(editor.draft.value).toMatchObject({ name: 'Own card', revision: 2 });
});

test('takes a draft of the same revision anew only if it is stale', async () => {
  const { editor } = open();
  const { signal } = new AbortController();
  const before = editor.draft.value;
  await editor.refresh(signal);
  expect(editor.draft.value).toBe(before);
  await editor.refresh(signal, true);
  expect(editor.draft.value).not.toBe(before);
  expect(editor.draft.value).toEqual(before);
  expect(editor.others.value).toEqual([]);
  // It keeps changes that wait.
  editor.change({ title: 'b' });
  await editor.refresh(signal, true);
  expect(editor.design.value.title).toBe('b');
});

test('saves nothing that others changed between the last look and the save, and shows it', async () => {
  const { editor, change, save } = open();
  change({ color: 'blue' });
  expect(await editor.save(save)).toBeNull();
  expect(editor.others.value).toMatchObject([
    { revision: 2, differences: [{ member: 'color', before: 'red', after: 'blue' }] },
  ]);
  expect(await editor.save(save)).toEqual({ title: 'a', color: 'blue' });
});

test('saves nothing that others changed while the save was on its way, or own changes were sent for it', async () => {
  const { editor, change, save } = open();
  const late = await editor.save((revision) => {
    change({ color: 'blue' });
    return save(revision);
  });
  expect(late).toBeNull();
  editor.change({ title: 'b' });
  change({ color: 'green' });
  expect(await editor.save(save)).toBeNull();
  expect(editor.others.value.map(({ revision }) => revision)).toEqual([3, 2]);
  expect(await editor.save(save)).toEqual({ title: 'b', color: 'green' });
});

test('shows what others have set that was changed here at the same time, and keeps what is set here', async () => {
  const { editor, change, save } = open();
  editor.change({ title: 'mine', color: 'blue' });
  change({ title: 'theirs', color: 'blue' });
  expect(await editor.save(save)).toBeNull();
  expect(editor.design.value).toEqual({ title: 'mine', color: 'blue' });
  expect(editor.others.value).toEqual([
    { revision: 2, differences: [{ member: 'title', before: 'a', after: 'theirs' }], kept: ['title'] },
  ]);
  expect(await editor.save(save)).toEqual({ title: 'mine', color: 'blue' });
});

test('saves at once if others have given the draft another name', async () => {
  const { editor, change, save } = open();
  change({}, 'Card of others');
  expect(await editor.save(save)).toEqual(FIRST.design);
});

test('throws why a save is refused, and why a change was not applied', async () => {
  const { editor } = open();
  await expect(editor.save(() => Promise.reject(new Error('The quota is used up.')))).rejects.toThrow(
    'quota',
  );
  const refused = createDraftEditor<Draft, Changes>(FIRST, {
    id: 'card',
    update: () => Promise.reject(new Error('Not a colour.')),
    get: async () => FIRST,
    preview: async () => new Blob(),
  });
  refused.change({ color: 'x' });
  await expect(refused.save(async () => 'saved')).rejects.toThrow('Not a colour.');
});

test('says why a picture is not drawn until one is, which is no reason not to save', async () => {
  let isBusy = true;
  const editor = createDraftEditor<Draft, Changes>(FIRST, {
    id: 'card',
    update: async () => FIRST,
    get: async () => FIRST,
    async preview() {
      if (isBusy) throw new Error('The server is busy.');
      return new Blob(['picture']);
    },
  });
  await editor.redraw();
  expect([editor.notDrawn.value, editor.problem.value]).toEqual([new Error('The server is busy.'), null]);
  expect(await editor.save(async () => 'saved')).toBe('saved');
  isBusy = false;
  await editor.redraw();
  expect(editor.notDrawn.value).toBeNull();
  expect(editor.picture.value?.blob.size).toBe(7);
});
