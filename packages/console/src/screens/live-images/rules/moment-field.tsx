import type { JSX } from 'preact';
import { useTypedText } from '../../../components/designer/fields/use-typed-text.ts';
import { TextField } from '../../../components/field.tsx';
import { wallTimeOf, withWallTime } from '../../../components/zoned-time.ts';

interface MomentFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly timeZone: string;
  readonly onValue: (moment: string | undefined) => void;
}

/** A moment by its wall time in the zone of the design. */
export function MomentField({ label, value, timeZone, onValue }: MomentFieldProps): JSX.Element {
  const read = (wall: string) => (wall === '' ? undefined : withWallTime(value, wall, timeZone));
  const [text, setText] = useTypedText(value, (moment) => wallTimeOf(moment, timeZone), read);
  return (
    <TextField
      label={label}
      hint={timeZone}
      type="datetime-local"
      value={text}
      onValue={(wall) => {
        setText(wall);
        onValue(read(wall));
      }}
    />
  );
}
