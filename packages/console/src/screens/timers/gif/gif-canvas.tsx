import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { createGifPlayer, type GifPlayer } from './gif-player.ts';

/** Reads the frames of a GIF. Null while there is none, or if it can't be read: then it can only be played. */
export function useGifPlayer(blob: Blob | null): GifPlayer | null {
  const [player, setPlayer] = useState<GifPlayer | null>(null);
  useEffect(() => {
    let isWanted = true;
    const read = async () =>
      blob === null ? null : createGifPlayer(new Uint8Array(await blob.arrayBuffer()));
    read().then(
      (next) => isWanted && setPlayer(next),
      () => isWanted && setPlayer(null),
    );
    return () => {
      isWanted = false;
    };
  }, [blob]);
  return player;
}

interface GifCanvasProps {
  readonly player: GifPlayer;
  readonly index: number;
  readonly label: string;
  /** The width in which it is shown, in CSS pixels. */
  readonly width: number;
}

/** One frame of a GIF. */
export function GifCanvas({ player, index, label, width }: GifCanvasProps): JSX.Element {
  const ref = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const { width, height } = player;
    const pixels = new ImageData(player.show(index), width, height);
    ref.current?.getContext('2d')?.putImageData(pixels, 0, 0);
  }, [player, index]);
  return (
    <canvas
      ref={ref}
      width={player.width}
      height={player.height}
      style={{ width: `${width}px` }}
      role="img"
      aria-label={label}
    />
  );
}
