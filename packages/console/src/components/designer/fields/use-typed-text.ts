import { useEffect, useState } from 'preact/hooks';
import { usePageHold } from '../../../router/leave-question.ts';

/**
 * Keeps the text of a field as it is typed, while the design has what it means. Another value of the design, such as one
 * that undo restores, replaces the text. A reload is asked about while the text means anything else than the design has.
 *
 * @param read returns what a text means. Undefined: nothing.
 */
export function useTypedText<Value>(
  value: Value,
  write: (value: Value) => string,
  read: (text: string) => Value | undefined,
): readonly [text: string, setText: (text: string) => void] {
  const written = write(value);
  const [text, setText] = useState(written);
  const key = JSON.stringify(value);
  const isMeant = (typed: string) => typed === written || JSON.stringify(read(typed)) === key;
  useEffect(() => setText((typed) => (isMeant(typed) ? typed : written)), [key]);
  usePageHold(!isMeant(text));
  return [text, setText];
}
