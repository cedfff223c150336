import { foldName } from '../../gazetteer/place-names.ts';

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hangul}]/u;
/** Han characters and kana in a row, without spaces between the names. */
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]+/gu;
/** The longest name of a region or city, in characters. */
const LONGEST = 8;

/**
 * Returns an East Asian address in the order of others: `東京都千代田区丸の内1-1` becomes `丸の内1-1, 千代田区, 東京都`.
 * Such addresses begin with the country or region, and names follow each other without spaces (Chinese, Japanese) or
 * commas (Korean).
 */
export function arrangeEastAsian(address: string, isName: (folded: string) => boolean): string {
  if (!EAST_ASIAN.test(address)) return address;
  const names: string[] = [];
  const others = address
    .replace(RUN, (run) => {
      const found = namesOf(run, isName);
      names.push(...found.names);
      return ` ${run.slice(found.end)} `;
    })
    .split(/[\s,，、]+/u)
    .map((word) => {
      if (!HANGUL.test(word)) return word;
      const found = isName(foldName(word)) ? { names: [word], end: word.length } : namesOf(word, isName);
      // Other words may begin with the name of a city, such as that of a building.
      if (!found.names.every((name) => name === word || KOREAN_KIND.test(name))) return word;
      names.push(...found.names);
      return word.slice(found.end);
    })
    .filter((word) => word !== '');
  return [others.join(' '), ...names.toReversed()].filter((part) => part !== '').join(', ');
}

const HANGUL = /^\p{Script=Hangul}+$/u;
/** The words for cities, districts and regions. */
const KOREAN_KIND = /[시군구도]$/u;

/** A region before a city, by the word for its kind: 神奈川県横浜市. */
const UNKNOWN_REGION = /^.{2,3}[県縣省](?=.)/u;

/**
 * Returns the known names that a run begins with, one after the other, and the characters that they take. One region
 * among them may be unknown.
 */
function namesOf(
  run: string,
  isName: (folded: string) => boolean,
): { readonly names: readonly string[]; readonly end: number } {
  const names = longestNames(run, isName);
  const end = names.join('').length;
  const region = UNKNOWN_REGION.exec(run.slice(end))?.[0].length ?? 0;
  const inRegion = region === 0 ? [] : longestNames(run.slice(end + region), isName);
  if (inRegion.length === 0) return { names, end };
  return { names: [...names, ...inRegion], end: end + region + inRegion.join('').length };
}

/**
 * Returns the known names that together cover most of the beginning of a run, of several the ones that begin with the longest name. So
 * 東京都府中市 is 東京都 and 府中市, though 東京都府 is known without its last letter.
 */
function longestNames(run: string, isName: (folded: string) => boolean): string[] {
  // Characters that names cover from each place on, and the length of the first of them.
  const covered = new Array<number>(run.length + 1).fill(0);
  const first = new Array<number>(run.length + 1).fill(0);
  for (let at = run.length - 2; at >= 0; at--) {
    for (let length = Math.min(LONGEST, run.length - at); length > 1; length--) {
      const all = length + (covered[at + length] ?? 0);
      if (all > (covered[at] ?? 0) && isName(foldName(run.slice(at, at + length)))) {
        covered[at] = all;
        first[at] = length;
      }
    }
  }
  const names: string[] = [];
  for (let at = 0; (first[at] ?? 0) > 0; at += first[at] ?? 0) {
    names.push(run.slice(at, at + (first[at] ?? 0)));
  }
  return names;
}
