import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { valueTexts } from '../texts/en/stores/values.ts';
import { readValue } from './read-value.ts';
import { showValue } from './value-types.ts';

interface DatePickerProps {
  /** The text of the field, which may be no date. */
  readonly text: string;
  /** Gets the picked time as the grid shows times: in UTC. */
  readonly onPick: (text: string) => void;
}

/** A button that opens the browser's calendar for a date that is typed beside it. */
export function DatePicker({ text, onPick }: DatePickerProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const value = readValue(text, 'datetime');
  const local =
    typeof value === 'string' && /Z$/.test(value) ? value.slice(0, 'YYYY-MM-DDTHH:MM'.length) : '';
  return (
    <span class="date-picker">
      <input
        ref={input}
        type="datetime-local"
        tabIndex={-1}
        aria-hidden="true"
        value={local}
        onInput={(event) => {
          const picked = event.currentTarget.value;
          if (picked !== '') onPick(showValue(`${picked.slice(0, 16)}:00.000Z`, 'datetime'));
        }}
      />
      <IconButton
        icon="calendar"
        size="small"
        tabIndex={-1}
        label={valueTexts.pickDate}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => input.current?.showPicker()}
      />
    </span>
  );
}
