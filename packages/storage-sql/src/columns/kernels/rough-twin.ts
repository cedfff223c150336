import type { Kernels } from './kernels.ts';
import { BOUND_COUNT } from './rough-bounds.ts';

/** The kernels of rough codes in plain JavaScript. A range is compared with the values alone. */
export function roughTwin(
  view: DataView,
  between: Kernels['between'],
): Pick<Kernels, 'roughCode' | 'writeRough' | 'betweenRough'> {
  const number = (address: number, place: number) => view.getFloat64(address + place * 8, true);

  const roughCode: Kernels['roughCode'] = (bounds, value) => {
    const bound = Array.from({ length: BOUND_COUNT }, (_, i) => number(bounds, i + 1));
    return Number.isNaN(value) ? 0 : 1 + bound.filter((one) => one <= value).length;
  };

  return {
    roughCode,
    writeRough(values, rows, bounds, codes) {
      const numbers = Array.from({ length: rows }, (_, row) => number(values, row));
      numbers.forEach((value, row) => {
        view.setUint8(codes + row, roughCode(bounds, value));
      });
      const set = numbers.filter((value) => !Number.isNaN(value));
      const [least = Number.POSITIVE_INFINITY] = set.toSorted((a, b) => a - b);
      const [most = Number.NEGATIVE_INFINITY] = set.toSorted((a, b) => b - a);
      view.setFloat64(bounds, least, true);
      view.setFloat64(bounds + 255 * 8, most, true);
    },
    betweenRough(_codes, values, _bounds, rows, low, high, mask) {
      between(values, rows, low, high, mask);
    },
  };
}
