import { useEffect, useState } from 'preact/hooks';

/** Returns whether a media query such as `(width < 900px)` matches now. */
export function useMedia(text: string): boolean {
  const [isMatching, setMatching] = useState(() => window.matchMedia(text).matches);
  useEffect(() => {
    const media = window.matchMedia(text);
    const follow = () => setMatching(media.matches);
    follow();
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [text]);
  return isMatching;
}
