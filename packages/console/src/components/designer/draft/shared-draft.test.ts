import { ConnectionError, ValidationError } from '@vitrine/client';
import { expect, test, vi } from 'vitest';
import { applyChanges } from './changes.ts';
import { createDraftEditor } from './draft-editor.ts';
import type { AnyDraft } from './draft-kind.ts';

type Design = Readonly<Record<string, unknown>>;

interface Draft extends AnyDraft {
  readonly design: Design;
}

const DESIGN: Design = {
  preset: null,
  target: { kind: 'date', date: '2031-07-01' },
  headline: { text: 'Old', size: 20 },
  layers: { Title: { text: 'Hello', x: 0 } },
};

/** Returns the changes that give a layer another name. */
const rename = (from: string, to: string) => (design: Design) => {
  const layer = (design.layers as Design)[from];
  return layer === undefined ? {} : { layers: { [from]: null, [to]: layer } };
};

/** Opens an editor of a draft that others change, too. Null removes a layer. A preset gives the headline a size. */
function open(id = 'shared', design = DESIGN) {
  let draft: Draft = { name: 'Card', design, revision: 1, status: 'draft' };
  const apply = (design: Design, changes: Design) => {
    const merged = applyChanges(design, changes);
    const layers = Object.entries(merged.layers as Design).filter(([, layer]) => layer !== null);
    return { ...merged, layers: Object.fromEntries(layers) };
  };
  const change = (changes: Design, name = draft.name) => {
    const preset = changes.preset === 'bold' ? { headline: { size: 60 } } : {};
    const design = apply(applyChanges(draft.design, preset), changes);
    draft = { ...draft, name, design, revision: draft.revision + 1 };
  };
  const refusals: number[] = [];
  /** Whether the server is reached, and its answers arrive. */
  const net = { isDown: false, isLosing: false };
  const editor = createDraftEditor<Draft, Design>(draft, {
    id,
    apply,
    async update(changes, name, revision) {
      if (net.isDown) throw new ConnectionError('network', 'No server.');
      if (draft.status === 'saved')
        throw new ValidationError('validation_failed', 'Saved.', { errors: { '': ['Saved.'] } });
      if (revision !== draft.revision) {
        refusals.push(revision);
        throw new ValidationError('validation_failed', 'Read it.', { errors: { revision: ['Read it.'] } });
      }
      change(changes, name);
      if (net.isLosing) throw new ConnectionError('network', 'No answer.');
      return draft;
    },
    get: async () => ({ ...draft }),
    preview: async () => new Blob(['picture']),
  });
  const stays = (step: () => void) => {
    const before = editor.stayed.value;
    step();
    return editor.stayed.value > before;
  };
  const sent = () => vi.waitUntil(() => !editor.isUnsent.value);
  const look = () => editor.refresh(new AbortController().signal);
  const close = () => {
    draft = { ...draft, status: 'saved' };
  };
  const failed = () => vi.waitUntil(() => editor.problem.value !== null);
  return { editor, change, close, stays, sent, failed, look, net, refusals, now: () => draft };
}

test('a refused change is about its own members only: one that names an entire design leaves what others have set', async () => {
  const { editor, change, sent, refusals, now } = open();
  change({ headline: { text: 'By others' }, target: { date: '2032-01-01' } });
  editor.change({ ...DESIGN, preset: 'none', headline: { text: 'Old', size: 24 } });
  expect(editor.design.value).toMatchObject({ headline: { text: 'Old', size: 24 } });
  await sent();
  expect(now().design).toEqual({
    ...DESIGN,
    preset: 'none',
    target: { kind: 'date', date: '2032-01-01' },
    headline: { text: 'By others', size: 24 },
  });
  expect(refusals).toEqual([1]);
  expect(editor.others.value[0]?.kept).toEqual([]);
});

test('a part takes along what others have made of it when it gets another name, and when it gets the earlier one again', async () => {
  const { editor, change, stays, sent, look, now } = open();
  change({ layers: { Title: { x: 44 } } });
  editor.renamePart({ forth: rename('Title', 'Head'), back: rename('Head', 'Title') });
  await sent();
  expect(now().design.layers).toEqual({ Head: { text: 'Hello', x: 44 } });
  change({ layers: { Head: { x: 55 } } });
  await look();
  expect(stays(editor.undo)).toBe(false);
  await sent();
  expect(now().design.layers).toEqual({ Title: { text: 'Hello', x: 55 } });
  expect(stays(editor.redo)).toBe(false);
  await sent();
  expect(now().design.layers).toEqual({ Head: { text: 'Hello', x: 55 } });
  change({ layers: { Head: null } });
  await look();
  expect(stays(editor.undo)).toBe(true);
});

test('undo takes back what others have not set since, and says that the rest stays', async () => {
  const { editor, change, stays, sent, look, now } = open();
  editor.change({ preset: 'bold' });
  await sent();
  expect(now().design).toMatchObject({ headline: { size: 60 } });
  change({ headline: { text: 'By others' }, target: { date: '2032-01-01' } });
  await look();
  expect(stays(editor.undo)).toBe(true);
  await sent();
  const theirs = { target: { kind: 'date', date: '2032-01-01' }, headline: { text: 'By others', size: 20 } };
  expect(now().design).toEqual({ ...DESIGN, ...theirs });
  expect(stays(editor.redo)).toBe(false);
  await sent();
  expect(now().design).toMatchObject({ preset: 'bold', headline: { text: 'By others' } });
});

test('undo leaves what others have set since, also if it is only seen when the undo is refused', async () => {
  const { editor, change, stays, sent, now } = open();
  editor.change({ headline: { text: 'Mine', size: 24 } });
  await sent();
  change({ headline: { text: 'Theirs' } });
  expect(stays(editor.undo)).toBe(false);
  await sent();
  expect(now().design.headline).toEqual({ text: 'Theirs', size: 20 });
  expect(editor.stayed.value).toBe(1);
  expect(editor.others.value[0]?.kept).toEqual([]);
});

test('undo of a value that others had set at the same time leads to theirs', async () => {
  const { editor, change, stays, sent, now } = open();
  editor.change({ headline: { text: 'Mine' } });
  await sent();
  editor.change({ headline: { text: 'Mine again' }, target: { date: '2033-01-01' } });
  change({ headline: { text: 'Theirs' } });
  await sent();
  expect(now().design).toMatchObject({ headline: { text: 'Mine again' } });
  expect(stays(editor.undo)).toBe(false);
  await sent();
  expect(now().design).toMatchObject({ headline: { text: 'Theirs' }, target: { date: '2031-07-01' } });
  expect(stays(editor.undo)).toBe(true);
  expect(editor.design.value).toMatchObject({ headline: { text: 'Theirs' } });
});

test('a part that was added stays when others have changed it since', async () => {
  const { editor, change, stays, sent, look } = open();
  editor.change({ layers: { Badge: { type: 'shape', x: 1 } } });
  await sent();
  change({ layers: { Badge: { x: 9 } } });
  await look();
  expect(stays(editor.undo)).toBe(true);
  expect(editor.design.value.layers).toMatchObject({ Badge: { x: 9 } });
});

test('a name is sent when it was typed since: others may give another one afterwards, whatever blanks were typed', async () => {
  const { editor, change, sent, look, now } = open();
  editor.rename('Sale ');
  await sent();
  expect([now().name, editor.name.value]).toEqual(['Sale', 'Sale ']);
  change({}, 'Winter');
  editor.change({ headline: { text: 'Mine' } });
  await sent();
  expect([now().name, editor.name.value]).toEqual(['Winter', 'Winter']);
  editor.rename('Winter sale ');
  await sent();
  change({}, 'Spring');
  await look();
  expect(editor.name.value).toBe('Spring');
  editor.rename('Own');
  change({}, 'Theirs');
  await sent();
  expect([now().name, editor.name.value]).toEqual(['Own', 'Own']);
});

test('the successor of a draft that was saved elsewhere has what came too late, and what others had set before', async () => {
  const { editor, change, close, now } = open();
  change({ headline: { text: 'By others' } });
  close();
  editor.change({ ...DESIGN, preset: 'none' });
  editor.rename('Own');
  await vi.waitUntil(() => editor.problem.value !== null);
  expect([editor.draft.value.status, editor.isUnsent.value]).toEqual(['saved', true]);
  editor.handOver('successor');
  editor.change({ target: { date: '2033-01-01' } });
  const { editor: next, sent, now: saved } = open('successor', now().design);
  expect(await editor.dispose(false)).toBeNull();
  await sent();
  expect([saved().name, next.design.value]).toEqual([
    'Own',
    {
      ...DESIGN,
      preset: 'none',
      target: { kind: 'date', date: '2033-01-01' },
      headline: { text: 'By others', size: 20 },
    },
  ]);
});

test('nothing is changed while a save is under way, and again after one that has failed', async () => {
  const { editor, sent } = open();
  const text = () => (editor.design.value.headline as Design).text;
  const saving = Promise.withResolvers<string>();
  const saved = editor.save(() => saving.promise);
  editor.change({ headline: { text: 'During the save' } });
  editor.undo();
  editor.rename('During the save');
  expect([text(), editor.name.value, editor.history.canUndo.value]).toEqual(['Old', 'Card', false]);
  saving.reject(new Error('No server.'));
  await expect(saved).rejects.toThrow('No server.');
  editor.change({ headline: { text: 'After it' } });
  expect(text()).toBe('After it');
  await sent();
  await editor.save(async () => 'saved');
  editor.change({ headline: { text: 'Too late' } });
  expect(text()).toBe('After it');
});

test('a part that is added and renamed without a server is no part of a colleague with its earlier name', async () => {
  const { editor, change, sent, failed, net, now } = open();
  net.isDown = true;
  editor.change({ layers: { Text: { text: 'Mine' } } });
  await failed();
  editor.renamePart({ forth: rename('Text', 'Head'), back: rename('Head', 'Text') });
  change({ layers: { Text: { text: 'Theirs', x: 7 } } });
  net.isDown = false;
  await sent();
  expect(now().design.layers).toMatchObject({ Text: { text: 'Theirs', x: 7 }, Head: { text: 'Mine' } });
});

test('changes whose answer was lost are not those of others, and undo takes them back', async () => {
  const { editor, stays, sent, failed, net, now } = open();
  net.isLosing = true;
  editor.change({ layers: { Badge: { x: 1, list: [1, 2] } }, headline: { text: 'Mine' } });
  await failed();
  net.isLosing = false;
  editor.retry();
  await sent();
  expect(editor.others.value).toEqual([]);
  expect(stays(editor.undo)).toBe(false);
  await sent();
  expect(now().design).toEqual(DESIGN);

  editor.redo();
  await sent();
  net.isLosing = true;
  expect(stays(editor.undo)).toBe(false);
  await failed();
  net.isLosing = false;
  editor.retry();
  await sent();
  expect([editor.others.value, now().design]).toEqual([[], DESIGN]);
  expect(editor.history.canRedo.value).toBe(true);
  expect(stays(editor.redo)).toBe(false);
  await sent();
  expect(now().design).toMatchObject({ layers: { Badge: { x: 1 } }, headline: { text: 'Mine' } });
});
