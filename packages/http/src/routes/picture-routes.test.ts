import { accountPrincipal, type Caller, createVitrine, type Media, memoryStorage } from '@vitrine/core';
import { expect, test } from 'vitest';
import { createApp } from '../app.ts';

/** Returns media that render nothing and record their calls. */
function recordingMedia() {
  const asked: { what: string; caller: Caller }[] = [];
  const facts = {
    family: 'Test',
    style: 'Bold',
    fullName: 'Test Bold',
    weight: 700,
    italic: false,
    format: 'ttf',
    variable: false,
    glyphCount: 20,
    hasDigits: true,
    bytes: 4,
  } as const;
  const media: Media = {
    readImage: async (bytes) => ({ bytes, format: 'png', width: 4, height: 3, animated: false }),
    async thumbnail(_bytes, caller) {
      asked.push({ what: 'thumbnail', caller });
      return new Uint8Array(7);
    },
    readFont: async () => ({ refused: 'no' }),
    builtinFonts: [1, 2].map((id) => ({ id, facts })),
    async builtinSample(_id, options = {}) {
      asked.push({ what: 'sample', caller: { account: null, signal: options.signal } });
      return new Uint8Array(6);
    },
    fetchFont: async () => ({ refused: 'no' }),
    async renderTimer(_scene, _secondsLeft, caller) {
      asked.push({ what: 'timer', caller });
      return new Uint8Array(5);
    },
    checkTimer: async () => ({ warnings: [], estimatedBytes: 5 }),
    close: async () => {},
  };
  return { media, asked };
}

async function open() {
  const { media, asked } = recordingMedia();
  const vitrine = await createVitrine({ storage: memoryStorage(), media, baseUrl: 'http://pictures.test' });
  const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
  const image = await vitrine.images.add(me, { file: { bytes: Uint8Array.of(1), name: 'x.png' } });
  const conversationId = 'c';
  const frame = await vitrine.timerFrames.create(me, { conversationId });
  const saved = await vitrine.timerFrames.save(me, frame.timerFrameId, { conversationId });
  const [font] = await vitrine.fonts.list(me);
  asked.length = 0;
  const app = createApp(vitrine);
  return {
    asked,
    account: me.accountId,
    urls: {
      thumbnail: image.thumbnailUrl,
      timer: saved.productionUrl,
      preview: frame.previewUrl,
      sample: font?.previewUrl ?? '',
    },
    request: (method: string, url: string) => app.request(url, { method }),
  };
}

test('HEAD of a rendered picture renders nothing', async () => {
  const { urls, request, asked } = await open();
  for (const url of Object.values(urls)) {
    const { status, headers } = await request('HEAD', url);
    expect({ url, status, type: headers.get('content-type') }).toEqual({
      url,
      status: 200,
      type: expect.stringMatching(/^image\//),
    });
  }
  expect(asked).toEqual([]);
});

test('rendering a picture without a key counts against the account that owns it', async () => {
  const { urls, request, asked, account } = await open();
  for (const [name, url] of Object.entries(urls)) {
    asked.length = 0;
    expect((await request('GET', url)).status).toBe(200);
    expect(asked.map((call) => call.caller.account)).toEqual([name === 'sample' ? null : account]);
    expect(asked[0]?.caller.signal?.aborted).toBe(false);
  }
});
