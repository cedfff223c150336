import type { JSX } from 'preact';
import { setQuery } from '../../router/location.ts';
import { Button } from '../button.tsx';
import { EmptyState } from './states.tsx';

interface NoMatchProps {
  readonly title: string;
  /** The label of the button that ends the search. */
  readonly showAll: string;
}

/** Says that the search of the address found nothing, and offers to end it. */
export function NoMatch({ title, showAll }: NoMatchProps): JSX.Element {
  return (
    <EmptyState
      icon="search"
      title={title}
      actions={<Button onClick={() => setQuery({ q: null })}>{showAll}</Button>}
    />
  );
}
