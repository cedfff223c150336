import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The first frame of a GIF, which does not move, beside a text. Screen readers skip it. */
export function FirstFrame({ src }: { readonly src: string }): JSX.Element {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const image = new Image();
    image.onload = () => {
      const canvas = ref.current;
      if (canvas === null) return;
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      // A canvas draws the first frame of an animated picture.
      canvas.getContext('2d')?.drawImage(image, 0, 0);
    };
    image.src = src;
    return () => {
      image.onload = null;
    };
  }, [src]);
  return <canvas ref={ref} />;
}
