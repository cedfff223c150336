import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { useCommands } from '../../../components/commands.ts';
import { PICTURES } from '../../../components/files/file-drop.tsx';
import { imagesTexts } from '../../../texts/en/images/images.ts';

interface UploadButtonProps {
  readonly folder: string;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Opens the file dialog. The command palette does so, too. */
export function UploadButton({ folder, onFiles }: UploadButtonProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const open = () => input.current?.click();
  useCommands(useMemo(() => [{ label: imagesTexts.add, icon: 'upload' as const, run: open }], []));
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={PICTURES}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button
        kind="primary"
        icon="upload"
        title={folder === '' ? undefined : imagesTexts.addTo(folder)}
        onClick={open}
      >
        {imagesTexts.add}
      </Button>
    </>
  );
}
