import { useState } from 'preact/hooks';
import { query, setQuery } from '../../router/location.ts';
import { type Arguments, readArguments } from './argument-fields.ts';

/** The arguments of a call, as they are written. They are in the address. */
export interface ArgumentsDraft {
  readonly text: string;
  /** Null while the text is no JSON object. */
  readonly value: Arguments | null;
  readonly setText: (text: string) => void;
  readonly setValue: (value: Arguments) => void;
  readonly clear: () => void;
}

const NONE = '{}';

export function useArguments(): ArgumentsDraft {
  const [text, setShown] = useState(() => query.peek().get('arguments') ?? NONE);
  const setText = (next: string) => {
    setShown(next);
    setQuery({ arguments: next === NONE ? null : next });
  };
  return {
    text,
    value: readArguments(text),
    setText,
    setValue: (value) => setText(JSON.stringify(value)),
    clear: () => setText(NONE),
  };
}
