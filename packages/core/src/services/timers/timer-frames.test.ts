import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { UnavailableError, ValidationError, VitrineError } from '../../ground/errors.ts';
import type { Media } from '../../media/media.ts';
import type { TimerScene } from '../../media/timer-scene.ts';
import { accountPrincipal, type Principal } from '../../ports/access.ts';
import type { FontFacts } from '../../storage/images/fonts.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import type { Storage } from '../../storage/storage.ts';
import { createVitrine, type Vitrine } from '../../vitrine.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const HOUR = 3_600_000;
const conversationId = 'chat-1';

const facts = (fullName: string, hasDigits = true): FontFacts => ({
  family: fullName,
  style: 'Regular',
  fullName,
  weight: 400,
  italic: false,
  format: 'ttf',
  variable: false,
  glyphCount: 200,
  hasDigits,
  bytes: 3,
});

interface RecordingMedia extends Media {
  readonly rendered: { scene: TimerScene; secondsLeft: number }[];
  isBusy: boolean;
}

/** A media engine whose GIF is the JSON of its input. */
function recordingMedia(): RecordingMedia {
  const rendered: { scene: TimerScene; secondsLeft: number }[] = [];
  const unused = () => Promise.reject(new Error('not of timers'));
  return {
    rendered,
    readImage: unused,
    thumbnail: unused,
    readFont: unused,
    builtinFonts: [
      { id: 1, facts: facts('Inter') },
      { id: 2, facts: facts('Inter Bold') },
      { id: 3, facts: facts('Signs', false) },
    ],
    builtinSample: unused,
    fetchFont: unused,
    fetchPicture: unused,
    async renderTimer(scene, { secondsLeft }) {
      rendered.push({ scene, secondsLeft });
      const { digitFont, labelFont, background, expiredImage } = scene;
      for (const font of [digitFont, labelFont]) if ('blob' in font) await scene.load(font.blob);
      for (const picture of [background, expiredImage]) if (picture !== null) await scene.load(picture);
      return Buffer.from(JSON.stringify({ key: scene.key, secondsLeft }));
    },
    isBusy: false,
    async checkTimer() {
      if (this.isBusy) throw new UnavailableError('Too many wait.');
      return { warnings: ['The text is wider than the picture.'], estimatedBytes: 30_000 };
    },
    transparentPicture: () => new Uint8Array(),
    renderLive: unused,
    checkLive: unused,
    close: async () => undefined,
  };
}

interface Setting {
  readonly vitrine: Vitrine;
  readonly storage: Storage;
  readonly media: ReturnType<typeof recordingMedia>;
  readonly principal: Principal;
  readonly accountId: string;
  at(now: number): void;
  addFont(bytes: string, hasDigits?: boolean): Promise<number>;
  addImage(bytes: string): Promise<number>;
}

async function arrange(): Promise<Setting> {
  const storage = memoryStorage();
  const media = recordingMedia();
  let now = NOW;
  const vitrine = await createVitrine({ storage, media, clock: () => now, baseUrl: 'https://v.test' });
  const { id: accountId } = await vitrine.accounts.create('Own');
  return {
    vitrine,
    storage,
    media,
    accountId,
    principal: accountPrincipal(accountId),
    at(next) {
      now = next;
    },
    async addFont(bytes, hasDigits = true) {
      const blob = `font-${bytes}`;
      await storage.blobs.put(blob, Buffer.from(bytes), now);
      await storage.blobs.put('sample', Buffer.from('sample'), now);
      const font = { ...facts(bytes, hasDigits), accountId, blob, sample: 'sample', createdAt: now };
      return (await storage.fonts.insert(font)).id;
    },
    async addImage(bytes) {
      const blob = `image-${bytes}`;
      await storage.blobs.put(blob, Buffer.from(bytes), now);
      const image = await storage.images.insert({
        accountId,
        publicId: bytes.padEnd(12, '0'),
        type: 'static',
        name: bytes,
        folder: null,
        active: true,
        width: 10,
        height: 10,
        format: 'png',
        animated: false,
        bytes: 3,
        blob,
        timer: null,
        live: null,
        createdAt: now,
        updatedAt: now,
        uses: [blob],
      });
      return image.id;
    },
  };
}

async function refusalOf(call: Promise<unknown>): Promise<Record<string, string>> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ValidationError)) throw new Error(`Not refused as not valid: ${String(error)}`);
  return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]));
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof VitrineError)) throw new Error(`Not refused: ${String(error)}`);
  return error.code;
}

describe('a draft', () => {
  test('is returned completely, with the results of the media engine', async () => {
    const { vitrine, principal } = await arrange();
    const frame = await vitrine.timerFrames.create(principal, { conversationId });
    expect(frame).toMatchObject({
      timerFrameId: expect.stringMatching(/^tf_[\w-]{22}$/),
      conversationId,
      name: 'Countdown',
      revision: 1,
      status: 'draft',
      estimatedBytes: 30_000,
      warnings: ['The text is wider than the picture.'],
      date_created: '2026-11-21T12:00:00.000Z',
      expiresAt: '2026-11-22T12:00:00.000Z',
    });
    expect(frame.previewUrl).toMatch(
      new RegExp(
        `^https://v\\.test/v2/timer-frame-previews/[\\w-]+/chat-1/${frame.timerFrameId}\\?revision=1$`,
      ),
    );
  });

  test('accepts only resources of the account, and names those in issues', async () => {
    const { vitrine, principal, addFont } = await arrange();
    const fontId = await addFont('Own');
    const signs = await addFont('Own Signs', false);
    const create = (design: object) =>
      refusalOf(vitrine.timerFrames.create(principal, { conversationId, design }));
    expect(
      await create({
        digits: { fontId: 7, size: 1 },
        labels: { fontId: 9 },
        background: { imageId: 1 },
        expired: { imageId: 2 },
      }),
    ).toEqual({
      'design.digits.size': 'Expected a whole number from 8 to 400.',
      'design.digits.fontId': `No font has the id 7. Allowed: ${fontId} (Own), 1 (Inter), 2 (Inter Bold).`,
      'design.labels.fontId': `No font has the id 9. Allowed: ${fontId} (Own), ${signs} (Own Signs), 1 (Inter), 2 (Inter Bold), 3 (Signs).`,
      'design.background.imageId': 'No image has the id 1. Allowed: null, and the ids of static images.',
      'design.expired.imageId': 'No image has the id 2. Allowed: null, and the ids of static images.',
    });
    expect(await create({ digits: { fontId: 3 } })).toEqual({
      'design.digits.fontId': `The font 3 has no digits 0 to 9. Allowed: ${fontId} (Own), 1 (Inter), 2 (Inter Bold).`,
    });
    expect(await create({ digits: { fontId: signs } })).toHaveProperty(['design.digits.fontId']);
    await vitrine.timerFrames.create(principal, { conversationId, design: { labels: { fontId: signs } } });
  });

  test('rejects a timer or a deleted image as its background', async () => {
    const { vitrine, principal, addImage } = await arrange();
    const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId });
    const { imageId } = await vitrine.timerFrames.save(principal, timerFrameId, { conversationId });
    const deleted = await addImage('gone');
    await vitrine.images.delete(principal, deleted);
    for (const [id, reason] of [
      [imageId, `The image ${imageId} is a timer.`],
      [deleted, `The image ${deleted} is deleted.`],
    ] as const) {
      const design = { background: { imageId: id } };
      const refusal = await refusalOf(vitrine.timerFrames.create(principal, { conversationId, design }));
      expect(refusal['design.background.imageId']).toContain(reason);
    }
  });

  test('whose font is deleted uses the default font with a warning, and can be changed but not saved', async () => {
    const { vitrine, principal, addFont, media } = await arrange();
    const fontId = await addFont('Own');
    const design = { digits: { fontId } };
    const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId, design });
    await vitrine.fonts.delete(principal, fontId);
    const changes = { digits: { size: 20 } };
    const frame = await vitrine.timerFrames.update(principal, timerFrameId, { conversationId, changes });
    expect(frame.design.digits).toMatchObject({ fontId, size: 20 });
    expect(frame.warnings[0]).toBe(
      `design.digits.fontId: No font has the id ${fontId}. Allowed: 1 (Inter), 2 (Inter Bold).`,
    );
    const [, , , token = ''] = new URL(frame.previewUrl).pathname.split('/');
    await (await vitrine.timerFrames.preview(token, conversationId, timerFrameId)).render();
    expect(media.rendered.at(-1)?.scene.digitFont).toEqual({ builtin: 2 });
    expect(await refusalOf(vitrine.timerFrames.save(principal, timerFrameId, { conversationId }))).toEqual({
      'design.digits.fontId': `No font has the id ${fontId}. Allowed: 1 (Inter), 2 (Inter Bold).`,
    });
  });

  test('shows zeros and a warning if a message or a picture is missing', async () => {
    const { vitrine, principal, media } = await arrange();
    for (const behaviour of ['message', 'image'] as const) {
      const design = { expired: { behaviour }, target: { date: '2020-01-01' } };
      const frame = await vitrine.timerFrames.create(principal, { conversationId, design });
      expect(frame.design.expired.behaviour).toBe(behaviour);
      expect(frame.warnings.slice(0, 2)).toEqual([
        'design.target.date: It is past, so the timer shows its expired state.',
        `design.expired.${behaviour === 'image' ? 'imageId' : 'message'}: It is null, so an expired timer shows zeros.`,
      ]);
      const [, , , token = ''] = new URL(frame.previewUrl).pathname.split('/');
      await (await vitrine.timerFrames.preview(token, conversationId, frame.timerFrameId)).render();
      expect(media.rendered.at(-1)).toMatchObject({
        secondsLeft: 0,
        scene: { design: { expired: { behaviour: 'zeros' } } },
      });
    }
  });

  test('requires its conversation before any lookup', async () => {
    const { vitrine, principal } = await arrange();
    const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId });
    const nothing = {} as never;
    for (const id of [timerFrameId, 'tf_unknown']) {
      for (const call of [
        vitrine.timerFrames.get(principal, id, nothing),
        vitrine.timerFrames.delete(principal, id, nothing),
        vitrine.timerFrames.update(principal, id, { changes: {} } as never),
        vitrine.timerFrames.save(principal, id, nothing),
      ]) {
        expect(await refusalOf(call)).toHaveProperty(['conversationId']);
      }
    }
    const wrong = { conversationId: 'chat-2', nonsense: 1 };
    expect(await codeOf(vitrine.timerFrames.get(principal, timerFrameId, wrong))).toBe('not_found');
    expect(await codeOf(vitrine.timerFrames.save(principal, timerFrameId, wrong as never))).toBe('not_found');
    expect(await codeOf(vitrine.timerFrames.update(principal, timerFrameId, wrong as never))).toBe(
      'not_found',
    );
    expect(await codeOf(vitrine.timerFrames.delete(principal, timerFrameId, wrong))).toBe('not_found');
  });

  test('expires a day after its last change, and after seven days at most', async () => {
    const { vitrine, principal, at } = await arrange();
    const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId });
    const get = () => vitrine.timerFrames.get(principal, timerFrameId, { conversationId });
    let now = NOW;
    for (let change = 0; change < 7; change++) {
      now += 23 * HOUR;
      at(now);
      const changes = { frames: change + 1 };
      const { expiresAt } = await vitrine.timerFrames.update(principal, timerFrameId, {
        conversationId,
        changes,
      });
      expect(Date.parse(expiresAt)).toBe(Math.min(now + 24 * HOUR, NOW + 7 * 24 * HOUR));
    }
    at(NOW + 7 * 24 * HOUR - 1);
    await get();
    at(NOW + 7 * 24 * HOUR);
    expect(await codeOf(get())).toBe('not_found');
  });

  test(
    'is purged in the background after it has expired',
    verifies('timers.frames.life.purged'),
    async () => {
      const { vitrine, principal, storage, at } = await arrange();
      const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId });
      at(NOW + 25 * HOUR);
      const stop = new AbortController();
      const working = vitrine.work({ signal: stop.signal });
      await vi.waitFor(async () => expect(await storage.drafts.find(timerFrameId, NOW)).toBeNull(), {
        timeout: 10_000,
      });
      stop.abort();
      await working;
    },
  );
});

describe('an update', () => {
  test('of two racing ones with the same revision, one is rejected', async () => {
    const { vitrine, principal } = await arrange();
    const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId });
    const update = (changes: object, revision?: number) =>
      vitrine.timerFrames.update(principal, timerFrameId, {
        conversationId,
        changes,
        ...(revision === undefined ? {} : { revision }),
      });
    const results = await Promise.allSettled([update({ frames: 5 }, 1), update({ loop: true }, 1)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusalOf(update({ frames: 6 }, 1))).toEqual({
      revision: 'The draft is at revision 2 now; read it and decide again.',
    });
    expect(Object.keys(await refusalOf(update({ frames: 0, x: 1 }, 1)))).toEqual([
      'revision',
      'changes.x',
      'changes.frames',
    ]);
    expect((await update({ frames: 6 }, 2)).revision).toBe(3);
    const save = (revision: number) =>
      vitrine.timerFrames.save(principal, timerFrameId, { conversationId, revision });
    expect(await refusalOf(save(2))).toEqual({
      revision: 'The draft is at revision 3 now; read it and decide again.',
    });
    const { imageId } = await save(3);
    expect((await save(3)).imageId).toBe(imageId);
    expect(await refusalOf(save(2))).toHaveProperty('revision');
  });

  test('without a revision survives concurrent ones', async () => {
    const { vitrine, principal } = await arrange();
    const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId });
    const changes = [
      { frames: 5 },
      { loop: true },
      { digits: { size: 30 } },
      { digits: { color: '#ABCDEF' } },
    ];
    await Promise.all(
      changes.map((one) =>
        vitrine.timerFrames.update(principal, timerFrameId, { conversationId, changes: one }),
      ),
    );
    const frame = await vitrine.timerFrames.get(principal, timerFrameId, { conversationId });
    expect(frame).toMatchObject({
      revision: 5,
      design: { frames: 5, loop: true, digits: { size: 30, color: '#abcdef' } },
    });
  });

  test('without a revision succeeds among many concurrent ones', async () => {
    const { vitrine, principal } = await arrange();
    const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId });
    const texts = Array.from({ length: 40 }, (_, index) => `${index}`);
    const frames = await Promise.all(
      texts.map((altText) =>
        vitrine.timerFrames.update(principal, timerFrameId, { conversationId, changes: { altText } }),
      ),
    );
    expect(frames.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(
      texts.map((_, index) => index + 2),
    );
    for (const [index, { design }] of frames.entries()) expect(design.altText).toBe(texts[index]);
  });

  test('without members changes nothing', async () => {
    const { vitrine, principal, at } = await arrange();
    const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId });
    at(NOW + HOUR);
    const frame = await vitrine.timerFrames.update(principal, timerFrameId, { conversationId, changes: {} });
    expect(frame).toMatchObject({ revision: 1, date_updated: '2026-11-21T12:00:00.000Z' });
  });
});

describe('a saved timer', () => {
  test('draws with the same bytes after its fonts and images are deleted', async () => {
    const { vitrine, principal, storage, media, addFont, addImage, at } = await arrange();
    const [digits, labels] = [await addFont('Digits'), await addFont('Labels', false)];
    const [background, over] = [await addImage('Photo'), await addImage('Over')];
    const design = {
      digits: { fontId: digits },
      labels: { fontId: labels },
      background: { imageId: background },
      expired: { behaviour: 'image', imageId: over },
    } as const;
    const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId, design });
    at(NOW + 2 * HOUR);
    const { imageId } = await vitrine.timerFrames.save(principal, timerFrameId, {
      conversationId,
      name: 'Sale',
    });
    const before = media.rendered.at(-1)?.scene;
    await vitrine.fonts.delete(principal, digits);
    await vitrine.fonts.delete(principal, labels);
    for (const id of [background, over]) await vitrine.images.delete(principal, id);
    at(NOW + 6 * HOUR);
    await storage.blobs.purgeUnused(NOW + 6 * HOUR, 100);
    for (const hash of ['font-Digits', 'font-Labels', 'image-Photo', 'image-Over'])
      expect(await storage.blobs.get(hash)).not.toBeNull();
    const frame = await vitrine.timerFrames.get(principal, timerFrameId, { conversationId });
    expect(frame).toMatchObject({ status: 'saved', warnings: ['The text is wider than the picture.'] });
    const { productionUrl } = await vitrine.images.get(principal, imageId);
    const opened = await vitrine.publicImages.open(new URL(productionUrl).pathname.slice('/i/'.length));
    if (opened?.kind === 'timer') await opened.render();
    const after = media.rendered.at(-1);
    expect(after?.scene.key).toBe(before?.key);
    expect(after?.secondsLeft).toBe((7 * 24 - 6) * 3_600);
  });

  test('is one image after repeated and racing saves', async () => {
    const { vitrine, principal } = await arrange();
    const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId });
    const save = (name: string) =>
      vitrine.timerFrames.save(principal, timerFrameId, { conversationId, name });
    const saved = await Promise.all([save('a'), save('b'), save('c')]);
    expect(new Set(saved.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await save('d')).toEqual(saved[0]);
    expect((await vitrine.images.list(principal)).items).toHaveLength(1);
    expect(await refusalOf(save(' '))).toHaveProperty('name');
  });

  test('leaves a draft that is read-only, deletable, and not counted', async () => {
    const { vitrine, principal } = await arrange();
    const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId });
    const { imageId } = await vitrine.timerFrames.save(principal, timerFrameId, { conversationId });
    const update = vitrine.timerFrames.update(principal, timerFrameId, {
      conversationId,
      changes: { frames: 1 },
    });
    expect(await refusalOf(update)).toEqual({
      '': `The draft is saved as image ${imageId} and read-only; to change that image, make a draft of it.`,
    });
    for (let draft = 0; draft < 101; draft++) await vitrine.timerFrames.create(principal, { conversationId });
    await vitrine.timerFrames.delete(principal, timerFrameId, { conversationId });
    expect((await vitrine.images.get(principal, imageId)).type).toBe('timer');
  });
});

describe('while the media are too busy', () => {
  test('a draft that cannot be drawn is not stored', async () => {
    const { vitrine, principal, media } = await arrange();
    const create = (frames: number) =>
      vitrine.timerFrames.create(principal, { conversationId, design: { frames } });
    const { timerFrameId } = await create(1);
    media.isBusy = true;
    const changes = { frames: 2 };
    const update = vitrine.timerFrames.update(principal, timerFrameId, { conversationId, changes });
    expect(await codeOf(update)).toBe('unavailable');
    for (let draft = 0; draft < 101; draft++) expect(await codeOf(create(3))).toBe('unavailable');
    media.isBusy = false;
    const frame = await vitrine.timerFrames.get(principal, timerFrameId, { conversationId });
    expect(frame).toMatchObject({ revision: 1, design: { frames: 1 } });
  });
});

describe('without media', () => {
  test('issues are reported, calls that need media are unavailable, and nothing is stored', async () => {
    const vitrine = await createVitrine({ storage: memoryStorage(), clock: () => NOW });
    const principal = accountPrincipal((await vitrine.accounts.create('Own')).id);
    const create = (design: object) => vitrine.timerFrames.create(principal, { conversationId, design });
    expect(await refusalOf(create({ width: 1 }))).toHaveProperty(['design.width']);
    expect(await codeOf(create({}))).toBe('unavailable');
  });
});

test('the key of a scene contains everything that is drawn except the time', async () => {
  const { vitrine, principal, media } = await arrange();
  async function keyOf(design: object): Promise<string | undefined> {
    const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId, design });
    await vitrine.timerFrames.save(principal, timerFrameId, { conversationId });
    return media.rendered.at(-1)?.scene.key;
  }
  const plain = await keyOf({});
  expect(await keyOf({ target: { date: '2030-01-01' }, altText: 'Sale' })).toBe(plain);
  expect(await keyOf({ digits: { color: '#FFFFFF' } })).toBe(plain);
  expect(await keyOf({ digits: { color: '#fffffe' } })).not.toBe(plain);
});

test('lists the live drafts of all conversations of the account, newest first', async () => {
  const { vitrine, principal, at } = await arrange();
  const first = await vitrine.timerFrames.create(principal, { conversationId, name: 'First' });
  at(NOW + HOUR);
  const second = await vitrine.timerFrames.create(principal, { conversationId: 'chat-2', name: 'Second' });
  const { imageId } = await vitrine.timerFrames.save(principal, first.timerFrameId, { conversationId });
  const other = accountPrincipal((await vitrine.accounts.create('Other')).id);
  await vitrine.timerFrames.create(other, { conversationId });
  expect(await vitrine.timerFrames.list(principal)).toMatchObject([
    { timerFrameId: second.timerFrameId, conversationId: 'chat-2', status: 'draft', timerId: null },
    { timerFrameId: first.timerFrameId, conversationId, name: 'First', status: 'saved', timerId: imageId },
  ]);
  at(NOW + 24.5 * HOUR);
  await vitrine.timerFrames.update(principal, second.timerFrameId, {
    ...{ conversationId: 'chat-2', name: 'Last days', changes: {} },
  });
  const [left, ...others] = await vitrine.timerFrames.list(principal);
  expect([left?.name, left?.revision, others]).toEqual(['Last days', 2, []]);
  expect(left?.previewUrl).toContain(`/chat-2/${second.timerFrameId}?revision=2`);
});
