import { query } from '../../../router/location.ts';

/** How a mail program shows the picture. */
export interface Look {
  /** The width of the mail. Null: that of the picture. */
  readonly width: number | null;
  readonly isDark: boolean;
  readonly isOff: boolean;
  readonly isDense: boolean;
}

/** Switches of the address. */
export const LOOKS = ['dark', 'off', 'dense'] as const;
export const WIDTHS = [600, 375, 320] as const;

/** Returns the look in the address. */
export function lookOfAddress(): Look {
  const parameters = query.value;
  const width = Number(parameters.get('width'));
  return {
    width: WIDTHS.find((one) => one === width) ?? null,
    isDark: parameters.has('dark'),
    isOff: parameters.has('off'),
    isDense: parameters.has('dense'),
  };
}
