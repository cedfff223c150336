import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface FirstFrameProps {
  readonly src: string;
  /** Empty for a picture that is hidden from screen readers. */
  readonly label: string;
  /** The width in which it is shown, if that is not its own. */
  readonly width?: number;
}

/** The first frame of a GIF, which does not move. */
export function FirstFrame({ src, label, width }: FirstFrameProps): JSX.Element {
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
  const style = width === undefined ? {} : { width: `${width}px` };
  return label === '' ? (
    <canvas ref={ref} style={style} />
  ) : (
    <canvas ref={ref} style={style} role="img" aria-label={label} />
  );
}
