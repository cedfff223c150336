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
      const named = found.join('');
      names.push(...found);
      return ` ${run.slice(named === '' ? 0 : run.indexOf(named) + named.length)} `;
    })
    .split(/[\s,，、]+/u)
    .filter((word) => {
      const isKnown = /^\p{Script=Hangul}+$/u.test(word) && isName(foldName(word));
      if (isKnown) names.push(word);
      return word !== '' && !isKnown;
    });
  return [others.join(' '), ...names.toReversed()].filter((part) => part !== '').join(', ');
}

/** A region before a city, by the word for its kind: 神奈川県横浜市. */
const UNKNOWN_REGION = /^.{2,3}[県縣省](?=.)/u;

/** Returns the longest known names that a run begins with, one after the other. The first may follow an unknown region. */
function namesOf(run: string, isName: (folded: string) => boolean): string[] {
  const names: string[] = [];
  let at = 0;
  while (at < run.length) {
    let length = Math.min(LONGEST, run.length - at);
    while (length > 1 && !isName(foldName(run.slice(at, at + length)))) length--;
    if (length <= 1 && at === 0) {
      at = UNKNOWN_REGION.exec(run)?.[0].length ?? run.length;
      continue;
    }
    if (length <= 1) break;
    names.push(run.slice(at, at + length));
    at += length;
  }
  return names;
}
