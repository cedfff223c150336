import sharp from 'sharp';

/**
 * Returns a landscape with soft light, hills and grain as a PNG. It has the colors of a photograph, without a
 * copyright.
 */
export async function photo(kind: 'dusk' | 'meadow'): Promise<Uint8Array> {
  const [width, height] = [800, 300];
  const pixels = new Uint8Array(width * height * 3);
  const sky = kind === 'dusk' ? DUSK : MEADOW;
  let seed = 7;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      const grain = ((seed >>> 16) % 9) - 4;
      const ridges = sky.ridges.findLastIndex(({ level, height: rise, wave }, at) => {
        const line =
          level + rise * Math.sin(x / wave + at * 1.7) + rise * 0.35 * Math.sin((x * 2.3) / wave + at);
        return y / height > line;
      });
      const depth = y / height;
      const sun = Math.exp(-((x / width - 0.72) ** 2 / 0.02 + (depth - 0.38) ** 2 / 0.05));
      for (let part = 0; part < 3; part++) {
        const air = (sky.top[part] ?? 0) * (1 - depth) + (sky.bottom[part] ?? 0) * depth + 120 * sun;
        const hill = sky.ridges[ridges]?.color[part];
        const value = hill === undefined ? air : hill + (air - hill) * 0.18;
        pixels[(y * width + x) * 3 + part] = Math.max(0, Math.min(255, value + grain));
      }
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

const DUSK = {
  top: [38, 24, 84],
  bottom: [232, 112, 78],
  ridges: [
    { level: 0.62, height: 0.07, wave: 90, color: [92, 40, 88] },
    { level: 0.74, height: 0.06, wave: 60, color: [58, 26, 66] },
    { level: 0.88, height: 0.05, wave: 110, color: [28, 14, 40] },
  ],
};

const MEADOW = {
  top: [120, 186, 232],
  bottom: [226, 240, 236],
  ridges: [
    { level: 0.5, height: 0.06, wave: 100, color: [124, 168, 150] },
    { level: 0.66, height: 0.07, wave: 70, color: [112, 172, 96] },
    { level: 0.82, height: 0.05, wave: 120, color: [150, 196, 88] },
  ],
};
