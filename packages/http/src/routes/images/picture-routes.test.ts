import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import { expect, test } from 'vitest';
import { recordingMedia } from '../../../test/recording-media.ts';
import { createApp } from '../../app.ts';

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
