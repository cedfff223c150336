/** Maximum bytes of a file. Mail clients load larger ones slowly or not at all. */
export const FILE_MAX = 1_000_000;
/** The numbers of colors that are tried until a file is small enough. */
export const COLOR_COUNTS = [256, 64, 16] as const;
