import type { JSX } from 'preact';
import { designerTexts } from '../../../texts/en/images/designer.ts';
import { TextField } from '../../field.tsx';
import { useTypedText } from './use-typed-text.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly onValue: (value: number) => void;
  /** Called when the field becomes empty. Without it, a number is required. */
  readonly onEmpty?: () => void;
  readonly hint?: string;
  readonly problem?: string | null;
}

/** A field for a whole number. Only numbers within the limits leave it. */
export function NumberField(props: NumberFieldProps): JSX.Element {
  const { label, value, min, max, onValue, onEmpty, hint, problem = null } = props;
  const [text, setText] = useTypedText(value, showNumber, read);
  const number = read(text);
  const isAllowed = number === null ? text === '' && onEmpty !== undefined : isWithin(number, min, max);
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      value={text}
      hint={hint}
      problem={isAllowed ? problem : designerTexts.whole(min, max)}
      onValue={(typed) => {
        setText(typed);
        const next = read(typed);
        if (next === null) {
          if (typed === '') onEmpty?.();
        } else if (isWithin(next, min, max)) onValue(next);
      }}
    />
  );
}

function showNumber(value: number | null): string {
  return value === null ? '' : String(value);
}

function read(text: string): number | null {
  return text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text);
}

function isWithin(number: number, min: number, max: number): boolean {
  return Number.isInteger(number) && number >= min && number <= max;
}
