/** Blocks whose characters take two columns: Hangul, CJK, kana, and full-width forms. */
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFD}]/u;
/** Emoji, which terminals draw in two columns. */
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u;
/** Characters without a width of their own: a grapheme of only these takes no column. */
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const ASCII = /^[\x20-\x7e]*$/;

let segmenter: Intl.Segmenter | null = null;

/** Creates the segmenter when it is first needed, because that takes long and few texts need it. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Returns the number of terminal columns of a text without control characters. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemesOf(text)) width += graphemeWidth(segment);
  return width;
}

/** Returns the text in at most `width` columns. A longer one ends with `…`. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return '';
  let used = 0;
  let end = 0;
  for (const { segment, index } of graphemesOf(text)) {
    used += graphemeWidth(segment);
    if (used > width - 1) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end)}…`;
}

function graphemeWidth(grapheme: string): number {
  if (ZERO.test(grapheme)) return 0;
  return WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1;
}
