import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Returns whether an element has been visible, so that what it shows is loaded only then. */
export function useVisible(ref: RefObject<Element | null>): boolean {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || isVisible) return;
    const watching = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setVisible(true);
    });
    watching.observe(element);
    return () => watching.disconnect();
  }, [isVisible]);
  return isVisible;
}
