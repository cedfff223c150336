import sharp from 'sharp';

/** Returns a small picture of one color. */
export function samplePng(): Promise<Uint8Array> {
  return sharp({ create: { width: 20, height: 10, channels: 3, background: '#1d4ed8' } })
    .png()
    .toBuffer();
}
