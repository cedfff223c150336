import type { JSX } from 'preact';
import { Button, IconButton } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/format.ts';
import { imagesTexts } from '../../../texts/en/images/images.ts';

interface SelectionBarProps {
  readonly count: number;
  readonly isDeleted: boolean;
  readonly onMove: () => void;
  readonly onRemove: () => void;
  readonly onRestore: () => void;
  readonly onClear: () => void;
}

/** What can be done with the selected images. */
export function SelectionBar(props: SelectionBarProps): JSX.Element {
  const { count, isDeleted, onMove, onRemove, onRestore, onClear } = props;
  return (
    <div class="selection-bar">
      <strong role="status">{imagesTexts.selected(formatNumber(count))}</strong>
      {isDeleted ? (
        <Button size="small" icon="undo" onClick={onRestore}>
          {imagesTexts.restore}
        </Button>
      ) : (
        <>
          <Button size="small" icon="folder" onClick={onMove}>
            {imagesTexts.move}
          </Button>
          <Button size="small" icon="trash" onClick={onRemove}>
            {imagesTexts.delete}
          </Button>
        </>
      )}
      <IconButton size="small" icon="close" label={imagesTexts.unselect} onClick={onClear} />
    </div>
  );
}
