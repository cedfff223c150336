/** The primaries of sRGB and the white of the profile connection space, as XYZ for D50. */
const PRIMARIES = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
} as const;
const WHITE = [0.9642, 1, 0.82491] as const;

const HEADER_LENGTH = 128;
const NAME = 'Gamma';

/**
 * Returns a colour profile (ICC.1, version 2) of samples that are a power of the light, with the primaries of sRGB.
 *
 * @param exponent of the samples: 1 for samples that are proportional to the light.
 */
export function gammaProfile(exponent: number, isGrey: boolean): Buffer {
  const curve = curveOf(exponent);
  const tags: [string, Buffer][] = [
    ['desc', description()],
    ['wtpt', xyz(WHITE)],
    ['cprt', Buffer.from('text\0\0\0\0none\0\0\0\0', 'latin1')],
    ...(isGrey
      ? ([['kTRC', curve]] as [string, Buffer][])
      : [
          ...Object.entries(PRIMARIES).map(([name, value]): [string, Buffer] => [name, xyz(value)]),
          ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, curve]),
        ]),
  ];
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length, 0);
  let offset = HEADER_LENGTH + table.length;
  tags.forEach(([name, value], at) => {
    table.write(name, 4 + 12 * at, 'latin1');
    table.writeUInt32BE(offset, 8 + 12 * at);
    table.writeUInt32BE(value.length, 12 + 12 * at);
    offset += value.length;
  });
  const header = Buffer.alloc(HEADER_LENGTH);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x0210_0000, 8);
  header.write(`mntr${isGrey ? 'GRAY' : 'RGB '}XYZ `, 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  xyz(WHITE).copy(header, 68, 8);
  return Buffer.concat([header, table, ...tags.map(([, value]) => value)]);
}

function curveOf(exponent: number): Buffer {
  const curve = Buffer.alloc(16);
  curve.write('curv', 'latin1');
  curve.writeUInt32BE(1, 8);
  curve.writeUInt16BE(Math.round(exponent * 256), 12);
  return curve;
}

function xyz(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.write('XYZ ', 'latin1');
  values.forEach((value, at) => {
    bytes.writeInt32BE(Math.round(value * 65_536), 8 + 4 * at);
  });
  return bytes;
}

function description(): Buffer {
  const bytes = Buffer.alloc(108);
  bytes.write('desc', 'latin1');
  bytes.writeUInt32BE(NAME.length + 1, 8);
  bytes.write(NAME, 12, 'latin1');
  return bytes;
}
