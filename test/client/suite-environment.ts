import type { SuiteEnvironment } from './suite.ts';

/** The environment as JSON can hold it: bytes as lists. */
export interface PlainEnvironment extends Omit<SuiteEnvironment, 'picture' | 'font'> {
  readonly picture: readonly number[];
  readonly font: readonly number[];
}

export function environmentOf({ picture, font, ...rest }: PlainEnvironment): SuiteEnvironment {
  return { ...rest, picture: new Uint8Array(picture), font: new Uint8Array(font) };
}

export function plainEnvironment({ picture, font, ...rest }: SuiteEnvironment): PlainEnvironment {
  return { ...rest, picture: [...picture], font: [...font] };
}
