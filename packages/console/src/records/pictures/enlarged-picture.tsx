import type { JSX } from 'preact';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { valueTexts } from '../../texts/en/stores/values.ts';

interface EnlargedPictureProps {
  readonly url: string;
  readonly onClose: () => void;
}

/** A picture of this server, as large as the window allows. */
export function EnlargedPicture({ url, onClose }: EnlargedPictureProps): JSX.Element {
  return (
    <Dialog title={valueTexts.picture.one} width={1_000} onClose={onClose}>
      <img class="enlarged-picture" src={url} alt={valueTexts.picture.one} />
    </Dialog>
  );
}
