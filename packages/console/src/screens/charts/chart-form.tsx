import type { JSX } from 'preact';
import { type Choice, SelectField } from '../../components/field.tsx';
import type { Column } from '../../records/value-types.ts';
import { chartsTexts } from '../../texts/en/stores/charts.ts';
import { BucketFields } from './bucket-fields.tsx';
import {
  CHART_KINDS,
  type ChartGrouping,
  type ChartKind,
  type ChartView,
  MEASURE_OPS,
  type MeasureOp,
  newGrouping,
  TOPS,
} from './model/chart-address.ts';

const texts = chartsTexts.form;

interface ChartFormProps {
  readonly view: ChartView;
  readonly columns: readonly Column[];
  readonly onView: (view: ChartView) => void;
}

const choicesOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value): Choice<Value> => ({ value, label: labels[value] }));

/** Whether a field has an order that a line and a histogram need. */
function isOrdered(columns: readonly Column[], field: string | undefined): boolean {
  const type = columns.find(({ name }) => name === field)?.type;
  return type === 'number' || type === 'datetime';
}

/** What is measured, how it is grouped, and how that is drawn. */
export function ChartForm({ view, columns, onView }: ChartFormProps): JSX.Element {
  const { kind, op, of, by, order, top } = view;
  const [first, second] = by;
  const isLineable = first === undefined || isOrdered(columns, first.field);
  const groupable = columns.filter(({ name }) => name !== 'id');
  const fieldChoices = (none: string, without: string | undefined): readonly Choice[] => [
    { value: '', label: none },
    ...groupable.filter(({ name }) => name !== without).map(({ name }) => ({ value: name, label: name })),
  ];
  const setGroupings = (groupings: readonly (ChartGrouping | undefined)[]) => {
    const next = groupings.filter((one) => one !== undefined);
    const fits = kind === 'bar' || isOrdered(columns, next[0]?.field);
    onView({ ...view, by: next, kind: fits ? kind : 'bar' });
  };
  const isEach = first !== undefined && (!isOrdered(columns, first.field) || first.bucket === 'each');

  return (
    <div class="chart-form" role="group" aria-label={texts.label}>
      <SelectField
        label={texts.kind}
        value={kind}
        choices={choicesOf(CHART_KINDS, texts.kinds).map((choice) => ({
          ...choice,
          isDisabled: choice.value !== 'bar' && !isLineable,
        }))}
        hint={isLineable ? null : texts.lineNeeds}
        onValue={(next: ChartKind) => onView({ ...view, kind: next, by: orderedGroupings(next, by) })}
      />
      <SelectField
        label={texts.op}
        value={op}
        choices={choicesOf(MEASURE_OPS, texts.ops)}
        onValue={(next) => onView({ ...view, op: next, of: measuredBy(next, of, columns) })}
      />
      <SelectField
        label={texts.of}
        value={of ?? ''}
        choices={measurable(op, columns).map((name) => ({
          value: name ?? '',
          label: name === null ? texts.ofRecords : op === 'count' ? texts.ofValues(name) : name,
        }))}
        onValue={(name) => onView({ ...view, of: name === '' ? null : name })}
      />
      <SelectField
        label={texts.by}
        value={first?.field ?? ''}
        choices={fieldChoices(texts.choose, second?.field)}
        onValue={(field) => setGroupings(field === '' ? [] : [newGrouping(field), second])}
      />
      {first !== undefined && (
        <BucketFields
          label={texts.bucket}
          grouping={first}
          columns={columns}
          hasEach={kind === 'bar'}
          onGrouping={(next) => setGroupings([next, second])}
        />
      )}
      {first !== undefined && (
        <SelectField
          label={texts.secondBy}
          value={second?.field ?? ''}
          choices={fieldChoices(texts.none, first.field)}
          onValue={(field) => setGroupings([first, field === '' ? undefined : newGrouping(field)])}
        />
      )}
      {first !== undefined && second !== undefined && (
        <BucketFields
          label={texts.bucketThen}
          grouping={second}
          columns={columns}
          hasEach
          onGrouping={(next) => setGroupings([first, next])}
        />
      )}
      {isEach && (
        <>
          <SelectField
            label={texts.order}
            value={order}
            choices={choicesOf(['value', 'key'] as const, texts.orders)}
            onValue={(next) => onView({ ...view, order: next })}
          />
          <SelectField
            label={texts.top}
            value={String(top)}
            choices={TOPS.map((value) => ({ value, label: texts.tops(value) }))}
            onValue={(next) => onView({ ...view, top: Number(next) })}
          />
        </>
      )}
    </div>
  );
}

/** Returns what an operation can measure; null: the records themselves. */
function measurable(op: MeasureOp, columns: readonly Column[]): readonly (string | null)[] {
  if (op === 'count') return [null, ...columns.filter(({ isSystem }) => !isSystem).map(({ name }) => name)];
  const isFitting = ({ type, name }: Column) => (op === 'countDistinct' ? name !== 'id' : type === 'number');
  const names = columns.filter(isFitting).map(({ name }) => name);
  return names.length === 0 ? [null] : names;
}

/** Returns what an operation measures after another: the same if it can, or the first that it can. */
function measuredBy(op: MeasureOp, of: string | null, columns: readonly Column[]): string | null {
  const names = measurable(op, columns);
  if (op === 'count') return null;
  return names.includes(of) ? of : (names[0] ?? null);
}

/** Returns groupings that a kind of chart can draw: lines and histograms have no single values. */
function orderedGroupings(kind: ChartKind, by: readonly ChartGrouping[]): readonly ChartGrouping[] {
  const [first, ...rest] = by;
  if (kind === 'bar' || first?.bucket !== 'each') return by;
  return [{ ...first, bucket: 'auto' }, ...rest];
}
