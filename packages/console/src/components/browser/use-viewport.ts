import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useState } from 'preact/hooks';

/**
 * Returns what is seen of a scrolled element, and a function that reads it at once, because the event of a scrolling comes
 * with the next frame.
 *
 * @param read reads the element. The page is rendered anew only when a member of the result differs.
 * @param initial what is returned before the element exists.
 */
export function useViewport<T extends { readonly [name in keyof T]: number }>(
  scroller: RefObject<HTMLElement | null>,
  read: (element: HTMLElement) => T,
  initial: T,
): readonly [port: T, measure: () => void] {
  const [port, setPort] = useState(initial);
  const measure = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const next = read(element);
    setPort((before) => {
      const names = Object.keys(next) as (keyof T)[];
      return names.every((name) => next[name] === before[name]) ? before : next;
    });
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  return [port, measure];
}
