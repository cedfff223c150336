import type { Caller, Media } from '@vitrine/core';

/** Returns media that accept every picture and font, render nothing, and record their calls. */
export function recordingMedia() {
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
    readFont: async () => ({ facts, sample: new Uint8Array(8) }),
    builtinFonts: [1, 2].map((id) => ({ id, facts })),
    async builtinSample(_id, options = {}) {
      asked.push({ what: 'sample', caller: { account: null, signal: options.signal } });
      return new Uint8Array(6);
    },
    fetchFont: async () => ({ refused: 'no' }),
    fetchPicture: async () => ({ result: 'none' }),
    async renderTimer(_scene, _secondsLeft, caller) {
      asked.push({ what: 'timer', caller });
      return new Uint8Array(5);
    },
    checkTimer: async () => ({ warnings: [], estimatedBytes: 5 }),
    async renderLive(_scene, caller) {
      asked.push({ what: 'live', caller });
      return { format: 'png', bytes: new Uint8Array(7) };
    },
    checkLive: async () => ({ warnings: [], estimatedBytes: 7 }),
    transparentPicture: () => new Uint8Array(8),
    close: async () => {},
  };
  return { media, asked };
}
