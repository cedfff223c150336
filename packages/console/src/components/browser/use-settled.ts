import { useEffect, useState } from 'preact/hooks';

/** Returns a text once it has not changed for a moment, in milliseconds. */
export function useSettled(text: string, pause = 150): string {
  const [settled, setSettled] = useState(text.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return settled;
}
