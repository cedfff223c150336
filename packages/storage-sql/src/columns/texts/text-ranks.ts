import type { TextColumn } from './text-column.ts';

/** The places of the texts of a column in their order. */
export interface CodeRanks {
  /** By code. NaN for the code of unset ones. */
  readonly byCode: Float64Array;
  /** Returns the rank of any text: between two ranks if the column does not have it. */
  of(text: string): number;
}

const kept = new WeakMap<TextColumn, CodeRanks>();

/** Returns the ranks, which are kept until the column has another text. */
export function codeRanks(column: TextColumn): CodeRanks {
  let ranks = kept.get(column);
  if (ranks?.byCode.length !== column.values.length) {
    ranks = rankCodes(column.values);
    kept.set(column, ranks);
  }
  return ranks;
}

function rankCodes(values: readonly (string | null)[]): CodeRanks {
  const sorted = values.flatMap((text, code) => (text === null ? [] : [{ bytes: Buffer.from(text), code }]));
  sorted.sort((one, other) => Buffer.compare(one.bytes, other.bytes));
  const byCode = new Float64Array(values.length).fill(Number.NaN);
  sorted.forEach(({ code }, rank) => {
    byCode[code] = rank;
  });
  return {
    byCode,
    of(text) {
      const wanted = Buffer.from(text);
      const rank = sorted.findIndex(({ bytes }) => Buffer.compare(bytes, wanted) >= 0);
      if (rank < 0) return sorted.length;
      return sorted[rank]?.bytes.equals(wanted) ? rank : rank - 0.5;
    },
  };
}
