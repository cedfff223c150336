import type { JSX } from 'preact';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { gridTexts } from '../../texts/en/stores/grid.ts';

interface EnlargedPictureProps {
  readonly url: string;
  readonly onClose: () => void;
}

/** A picture of this server, as large as the window allows. */
export function EnlargedPicture({ url, onClose }: EnlargedPictureProps): JSX.Element {
  return (
    <Dialog title={gridTexts.picture.one} width={1_000} onClose={onClose}>
      <img class="enlarged-picture" src={url} alt={gridTexts.picture.one} />
    </Dialog>
  );
}
