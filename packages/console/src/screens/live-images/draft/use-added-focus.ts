import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusIn } from '../../../components/pages/focus-in.ts';

/**
 * Returns a function to call when a condition or a filter is added to the selected part: its first field then gets the focus.
 *
 * @param count how many conditions or filters the part has.
 */
export function useAddedFocus(count: number): () => void {
  const isAdding = useRef(false);
  useLayoutEffect(() => {
    if (!isAdding.current) return;
    isAdding.current = false;
    focusIn([...document.querySelectorAll('.live-selected .condition')].at(-1));
  }, [count]);
  return () => {
    isAdding.current = true;
  };
}
