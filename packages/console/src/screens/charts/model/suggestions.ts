import type { IconName } from '../../../components/icon.tsx';
import type { Column } from '../../../records/value-types.ts';
import { chartsTexts as texts } from '../../../texts/en/stores/charts.ts';
import { type ChartView, newGrouping } from './chart-address.ts';

interface Suggestion {
  readonly label: string;
  readonly icon: IconName;
  readonly view: ChartView;
}

/** Suggestions at most. */
const MOST = 6;

/** Suggestions of one sort at most, so that there is something of each. */
const MOST_OF_A_SORT = 3;

/** Returns charts that suit the types of a store's properties. Looks at no record. */
export function suggestionsFor(columns: readonly Column[], empty: ChartView): readonly Suggestion[] {
  const own = columns.filter(({ isUnique, isSystem }) => !isUnique && !isSystem);
  const ofType = (...types: readonly Column['type'][]) => own.filter(({ type }) => types.includes(type));
  const numbers = ofType('number');
  const values = ofType('string', 'boolean');
  const times = [...ofType('datetime'), ...columns.filter(({ name }) => name === 'date_created')];
  const [number] = numbers;
  const [value] = values.toReversed();
  const suggestions: Suggestion[] = [
    ...values.slice(-MOST_OF_A_SORT).map(({ name }) => ({
      label: texts.suggestCount(name),
      icon: 'chart' as const,
      view: { ...empty, by: [newGrouping(name)] },
    })),
    ...times.slice(0, 1).map(({ name }) => ({
      label: texts.suggestTime(name),
      icon: 'history' as const,
      view: { ...empty, kind: 'line' as const, by: [newGrouping(name)] },
    })),
    ...numbers.slice(0, MOST_OF_A_SORT).map(({ name }) => ({
      label: texts.suggestHistogram(name),
      icon: 'chart' as const,
      view: { ...empty, kind: 'histogram' as const, by: [newGrouping(name)] },
    })),
    ...(number === undefined || value === undefined
      ? []
      : [
          {
            label: texts.suggestAverage(number.name, value.name),
            icon: 'chart' as const,
            view: { ...empty, op: 'avg' as const, of: number.name, by: [newGrouping(value.name)] },
          },
        ]),
  ];
  return suggestions.slice(0, MOST);
}
