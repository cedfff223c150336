import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { SelectField, TextField } from '../../components/field.tsx';
import { zoneChoices } from '../../components/zoned-time.ts';
import { readNumber } from '../../records/read-value.ts';
import type { Column } from '../../records/value-types.ts';
import { chartsTexts } from '../../texts/en/stores/charts.ts';
import { type ChartGrouping, TIME_UNITS } from './model/chart-address.ts';

const texts = chartsTexts.form;

interface BucketFieldsProps {
  readonly label: string;
  readonly grouping: ChartGrouping;
  readonly columns: readonly Column[];
  /** Whether numbers may be grouped by each value. */
  readonly hasEach: boolean;
  readonly onGrouping: (grouping: ChartGrouping) => void;
}

/** The buckets of a grouping: units of time in a zone, steps of numbers. Other types have none. */
export function BucketFields(props: BucketFieldsProps): JSX.Element | null {
  const { grouping, columns } = props;
  const type = columns.find(({ name }) => name === grouping.field)?.type;
  if (type === 'datetime') return <TimeFields {...props} />;
  return type === 'number' ? <StepFields {...props} /> : null;
}

function TimeFields({ label, grouping, onGrouping }: BucketFieldsProps): JSX.Element {
  const { bucket, timeZone } = grouping;
  const unit = TIME_UNITS.find((one) => one === bucket);
  return (
    <>
      <SelectField
        label={label}
        value={unit ?? 'auto'}
        choices={[
          { value: 'auto', label: texts.auto },
          ...TIME_UNITS.map((value) => ({ value, label: texts.units[value] })),
        ]}
        onValue={(next) => onGrouping({ ...grouping, bucket: next })}
      />
      <SelectField
        label={texts.zone}
        value={timeZone}
        choices={zoneChoices(timeZone)}
        onValue={(next) => onGrouping({ ...grouping, timeZone: next })}
      />
    </>
  );
}

const DEFAULT_WIDTH = 10;
const PAUSE_MS = 400;

function StepFields({ label, grouping, hasEach, onGrouping }: BucketFieldsProps): JSX.Element {
  const { bucket } = grouping;
  const width = typeof bucket === 'number' ? bucket : null;
  return (
    <>
      <SelectField
        label={label}
        value={width !== null ? 'width' : bucket === 'each' && hasEach ? 'each' : 'auto'}
        choices={[
          { value: 'auto', label: texts.auto },
          { value: 'width', label: texts.width },
          ...(hasEach ? [{ value: 'each' as const, label: texts.each }] : []),
        ]}
        onValue={(next) => onGrouping({ ...grouping, bucket: next === 'width' ? DEFAULT_WIDTH : next })}
      />
      {width !== null && (
        <WidthField width={width} onWidth={(typed) => onGrouping({ ...grouping, bucket: typed })} />
      )}
    </>
  );
}

interface WidthFieldProps {
  readonly width: number;
  readonly onWidth: (width: number) => void;
}

/** The width of a step, which takes effect as it is typed. */
function WidthField({ width, onWidth }: WidthFieldProps): JSX.Element {
  const [text, setText] = useState(String(width));
  const known = useRef(width);
  if (known.current !== width) {
    // Back and Forward change the address.
    known.current = width;
    setText(String(width));
  }
  useEffect(() => {
    const typed = readNumber(text);
    if (text === String(known.current) || typed === null || typed <= 0) return;
    const timer = setTimeout(() => {
      known.current = typed;
      onWidth(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <TextField label={texts.widthOf} inputMode="decimal" value={text} onValue={setText} />;
}
