import { crc32, deflateSync } from 'node:zlib';

const SIDE = 240;

/** Returns a square PNG that stands for a photo: a round thing in front of a soft ground. @param hue in degrees. */
export function photo(hue: number): Uint8Array {
  const rows: Buffer[] = [];
  for (let y = 0; y < SIDE; y++) {
    const row = Buffer.alloc(1 + SIDE * 3);
    for (let x = 0; x < SIDE; x++) {
      const distance = Math.hypot(x - SIDE / 2, y - SIDE / 2) / SIDE;
      const light = 0.9 - (0.25 * y) / SIDE;
      const color = distance < 0.3 ? hslToRgb(hue, 0.55, 0.62 - distance) : hslToRgb(hue + 30, 0.4, light);
      row.set(color, 1 + x * 3);
    }
    rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // Eight bits for each of three colors.
  header.set([8, 2], 8);
  const data = deflateSync(Buffer.concat(rows));
  const chunks = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

function hslToRgb(hue: number, saturation: number, lightness: number): number[] {
  return [0, 8, 4].map((part) => {
    const at = (part + hue / 30) % 12;
    const range = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - range * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  });
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}
