import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { TextField } from '../../../components/field.tsx';
import { usePageHold } from '../../../router/leave-question.ts';

interface NameFieldProps {
  readonly label: string;
  readonly value: string;
  /** Returns why the name can't be used, or null. */
  readonly problemOf: (name: string) => string | null;
  readonly onRename: (name: string) => void;
}

/**
 * The name of a part. It takes effect as the field is left, or by Enter; before that, a reload is asked about. One that
 * can't be used stays in the field: if its problem went away, what is below would move under the press that leaves the
 * field.
 */
export function NameField({ label, value, problemOf, onRename }: NameFieldProps): JSX.Element {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  usePageHold(text !== value);
  const problem = text === value ? null : problemOf(text);
  const commit = () => {
    if (text !== value && problem === null) onRename(text);
  };
  return (
    <TextField
      label={label}
      value={text}
      maxLength={64}
      problem={problem}
      onValue={setText}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setText(value);
      }}
    />
  );
}
