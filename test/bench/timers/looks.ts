import type { TimerDesign } from '@vitrine/core/contracts';

export interface Look {
  readonly name: string;
  readonly changes: (plain: TimerDesign) => Partial<TimerDesign>;
}

const BOX = {
  style: 'flip' as const,
  color: '#26282e',
  gradient: null,
  radius: 7,
  padding: 9,
  border: null,
  shadow: null,
};

/** The plain design of the bench with one more look each. */
export const LOOKS: readonly Look[] = [
  { name: 'flip', changes: ({ digits }) => ({ digits: { ...digits, box: BOX } }) },
  {
    name: 'rings',
    changes: ({ digits }) => ({
      digits: { ...digits, ring: { color: '#38bdf8', track: '#1c2550', width: 6, padding: 12 } },
    }),
  },
  {
    name: 'gradient',
    changes: ({ background }) => ({
      background: { ...background, gradient: { color: '#ec4899', angle: 120 } },
    }),
  },
  {
    name: 'shadow',
    changes: ({ digits }) => ({ digits: { ...digits, shadow: { color: '#0000005e', x: 0, y: 3, blur: 8 } } }),
  },
  {
    name: 'transparent',
    changes: ({ background }) => ({ background: { ...background, transparent: true } }),
  },
  {
    name: 'Arabic headline and labels',
    changes: ({ headline, labels }) => ({
      headline: { ...headline, text: 'ينتهي العرض خلال' },
      labels: { ...labels, locale: 'ar' },
    }),
  },
];
