import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { sharedMedia } from '../shared-media.ts';

test('undefined is absent in designs of timers', verifies('library.undefined'), async () => {
  const vitrine = await createVitrine({ storage: memoryStorage(), media: sharedMedia() });
  const me = accountPrincipal((await vitrine.accounts.create('a')).id);
  const draft = await vitrine.timerFrames.create(me, {
    conversationId: 'c',
    name: undefined,
    design: { preset: undefined, target: { date: '2030-01-01T00:00:00', timeZone: undefined } },
  });
  const { design } = await vitrine.timerFrames.update(me, draft.timerFrameId, {
    conversationId: 'c',
    changes: { target: undefined, width: undefined, altText: 'changed' },
  });
  expect(design).toEqual({ ...draft.design, altText: 'changed' });
  await vitrine.close();
});
