import type { Color } from '@vitrine/core/contracts';

/** A color; each channel is 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

const WHITE: Rgb = [255, 255, 255];

/** Reads `#rrggbb`, and ignores the opacity of `#rrggbbaa`. */
export function rgbOf(color: Color): Rgb {
  const value = Number.parseInt(color.slice(1, 7), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Returns the opacity of a color, 0 to 1: that of `#rrggbbaa`, or 1. */
export function opacityOf(color: Color): number {
  return color.length === 9 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
}

/** Returns a color of the background. Its opacity is blended with white, because nothing else is behind it. */
export function groundColor(color: Color): Rgb {
  return mix(WHITE, rgbOf(color), opacityOf(color));
}

/** Blends `over` onto `under` with an opacity of 0 to 1. */
export function mix(under: Rgb, over: Rgb, opacity: number): Rgb {
  return [
    Math.round(under[0] + (over[0] - under[0]) * opacity),
    Math.round(under[1] + (over[1] - under[1]) * opacity),
    Math.round(under[2] + (over[2] - under[2]) * opacity),
  ];
}

export function packed([red, green, blue]: Rgb): number {
  return (red << 16) | (green << 8) | blue;
}

export function packedAt(channels: Uint8Array, at: number): number {
  return ((channels[at] ?? 0) << 16) | ((channels[at + 1] ?? 0) << 8) | (channels[at + 2] ?? 0);
}

/** Returns the contrast ratio of WCAG 2, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
