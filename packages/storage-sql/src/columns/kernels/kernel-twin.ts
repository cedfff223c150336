import type { KernelMemory, Kernels } from './kernels.ts';
import { roughTwin } from './rough-twin.ts';
import { textTwin } from './text-twin.ts';

/** The kernels in plain JavaScript, row by row. Tests compare them with the compiled ones. */
export function kernelTwin(memory: KernelMemory): Kernels {
  const view = new DataView(memory.buffer);
  const number = (address: number, row: number) => view.getFloat64(address + row * 8, true);
  const code = (address: number, row: number) => view.getUint16(address + row * 2, true);
  const isMarked = (mask: number, row: number) => ((view.getUint8(mask + (row >> 3)) >> (row & 7)) & 1) === 1;

  function mark(mask: number, rows: number, passes: (row: number) => boolean): void {
    for (let row = 0; row < rows; row++) {
      const address = mask + (row >> 3);
      const bit = 1 << (row & 7);
      const byte = view.getUint8(address);
      view.setUint8(address, passes(row) ? byte | bit : byte & ~bit);
    }
  }

  /** The marked rows, newest first. */
  function marked(mask: number, rows: number): number[] {
    return Array.from({ length: rows }, (_, i) => rows - 1 - i).filter((row) => isMarked(mask, row));
  }

  const between: Kernels['between'] = (values, rows, low, high, mask) =>
    mark(mask, rows, (row) => number(values, row) >= low && number(values, row) <= high);

  return {
    ...textTwin(view, mark),
    ...roughTwin(view, between),
    between,
    keepBetween(values, rows, low, high, mask) {
      const wasMarked = Array.from({ length: rows }, (_, row) => isMarked(mask, row));
      mark(
        mask,
        rows,
        (row) => wasMarked[row] === true && number(values, row) >= low && number(values, row) <= high,
      );
    },
    equalCode(codes, rows, wanted, mask) {
      mark(mask, rows, (row) => code(codes, row) === wanted);
    },
    listedCode(codes, rows, table, mask) {
      mark(mask, rows, (row) => view.getUint8(table + code(codes, row)) === 1);
    },
    and(mask, other, rows) {
      mark(mask, rows, (row) => isMarked(mask, row) && isMarked(other, row));
    },
    or(mask, other, rows) {
      mark(mask, rows, (row) => isMarked(mask, row) || isMarked(other, row));
    },
    not(mask, rows) {
      mark(mask, rows, (row) => !isMarked(mask, row));
    },
    count: (mask, rows) => marked(mask, rows).length,
    newest(mask, rows, limit, out) {
      const found = marked(mask, rows).slice(0, limit);
      found.forEach((row, i) => {
        view.setInt32(out + i * 4, row, true);
      });
      return found.length;
    },
    addUp(values, mask, rows, state, others) {
      let [sum, count, other] = [0n, 0n, 0];
      for (const row of marked(mask, rows).reverse()) {
        const value = number(values, row);
        const units = Math.round(value * 1e6);
        if (Number.isNaN(value)) continue;
        if (units / 1e6 === value && Math.abs(units) <= 1e15) {
          sum += BigInt(units);
          count++;
        } else view.setFloat64(others + 8 * other++, value, true);
      }
      view.setBigInt64(state, sum, true);
      view.setBigInt64(state + 8, count, true);
      return other;
    },
    extremes(values, mask, rows, state) {
      const set = marked(mask, rows).flatMap((row) => {
        const value = number(values, row);
        return Number.isNaN(value) ? [] : [value];
      });
      view.setFloat64(state, Math.min(number(state, 0), ...set), true);
      view.setFloat64(state + 8, Math.max(number(state, 1), ...set), true);
    },
    first(values, mask, rows, base, sign, ties, after, afterRow, limit, held, keys, out) {
      const entries = Array.from({ length: held }, (_, i) => ({
        key: number(keys, i),
        row: view.getInt32(out + i * 4, true),
      }));
      for (const row of marked(mask, rows))
        entries.push({ key: sign * number(values, row), row: base + row });
      const kept = entries
        .filter(({ key, row }) => key > after || (key === after && (row - afterRow) * ties > 0))
        .sort((a, b) => a.key - b.key || (a.row - b.row) * ties)
        .slice(0, limit)
        // Sorted with the last one first, which is a heap.
        .reverse();
      kept.forEach(({ key, row }, i) => {
        view.setFloat64(keys + i * 8, key, true);
        view.setInt32(out + i * 4, row, true);
      });
      return kept.length;
    },
  };
}
