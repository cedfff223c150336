import type { JSX } from 'preact';
import { type Difference, showMember } from './draft/differences.ts';

interface DifferenceListProps {
  readonly differences: readonly Difference[];
  /** Returns what is said behind a member. Null: nothing. */
  readonly noteOf?: (member: string) => string | null;
}

/** The members of a design that differ, each with both values. */
export function DifferenceList({ differences, noteOf = () => null }: DifferenceListProps): JSX.Element {
  return (
    <ul>
      {differences.map(({ member, before, after }) => {
        const note = noteOf(member);
        return (
          <li key={member}>
            <code>{member}</code> <del>{showMember(before)}</del> <span aria-hidden="true">→</span>{' '}
            <ins>{showMember(after)}</ins>
            {note !== null && <strong> {note}</strong>}
          </li>
        );
      })}
    </ul>
  );
}
