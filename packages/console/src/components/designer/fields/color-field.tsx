import type { JSX } from 'preact';
import { designerTexts } from '../../../texts/en/images/designer.ts';
import { TextField } from '../../field.tsx';
import { useTypedText } from './use-typed-text.ts';

interface ColorFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly problem?: string | null;
}

const FORM = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** A colour, typed or chosen. The chooser keeps the opacity of a colour that has one. */
export function ColorField({ label, value, onValue, problem = null }: ColorFieldProps): JSX.Element {
  const [text, setText] = useTypedText(value, String, sixDigits);
  const isColor = FORM.test(text);
  return (
    <div class="color-field">
      <TextField
        label={label}
        value={text}
        maxLength={9}
        class="mono"
        problem={isColor ? problem : designerTexts.colorHint}
        onValue={(typed) => {
          setText(typed);
          if (FORM.test(typed)) onValue(sixDigits(typed));
        }}
      />
      <input
        type="color"
        aria-label={designerTexts.pickerOf(label)}
        value={value.slice(0, 7)}
        onInput={(event) => onValue(`${event.currentTarget.value}${value.slice(7)}`)}
      />
    </div>
  );
}

/** `#abc` is short for `#aabbcc`, as the server returns it. */
function sixDigits(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === 4 ? lower.replace(/[0-9a-f]/g, (digit) => digit + digit) : lower;
}
