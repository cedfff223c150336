import type { JSX } from 'preact';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { gridTexts } from '../../../texts/en/stores/grid.ts';

/** The keys of the grid, and their effects. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog title={gridTexts.keys} width={560} onClose={onClose}>
      <dl class="grid-keys">
        {gridTexts.keyRows.map(([keys, effect]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
