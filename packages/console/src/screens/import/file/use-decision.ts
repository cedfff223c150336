import { useMemo, useState } from 'preact/hooks';
import { useKeptForm } from '../../../forms/kept-form.ts';
import { path } from '../../../router/location.ts';

/** Forgets a decision about a file. */
export type Forget = () => void;

interface Decided<T> {
  /** The file, as far as browsers tell it. */
  readonly of: string;
  readonly decided: T;
}

/**
 * A decision about a file, such as the names of its columns. It is kept on this device, and found again when the same file
 * is chosen on the same page: after the end of the session, or a reload. Another file begins with `initial`.
 *
 * @returns the decision, what changes it, and what forgets it. Null: nothing is kept of this file.
 */
export function useDecision<T>(
  name: string,
  file: File | null,
  initial: T,
): readonly [T, (decided: T) => void, Forget | null] {
  const { typed, keep, forget } = useKeptForm<Decided<T>>(`import${path.value}/${name}`);
  const of = file === null ? '' : `${file.name}/${file.size}/${file.lastModified}`;
  const isKept = typed?.of === of;
  return [isKept ? typed.decided : initial, (decided) => keep({ of, decided }), isKept ? forget : null];
}

/**
 * Returns what forgets the decisions about a file that were kept when it was chosen. Null: there were none, or they are
 * forgotten.
 */
export function useBeginAnew(file: File | null, kept: readonly (Forget | null)[]): Forget | null {
  const wereKept = useMemo(() => kept.some((forget) => forget !== null), [file]);
  const [begunAnew, setBegunAnew] = useState<File | null>(null);
  if (!wereKept || begunAnew === file) return null;
  return () => {
    for (const forget of kept) forget?.();
    setBegunAnew(file);
  };
}
