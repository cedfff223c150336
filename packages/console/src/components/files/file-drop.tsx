import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { shellTexts } from '../../texts/en/shell.ts';
import { Icon } from '../icon.tsx';
import { showToast } from '../toast.tsx';

/** What the file dialog offers where pictures are added. */
export const PICTURES = '.png,.jpg,.jpeg,.gif,.webp';
/** What it offers where fonts are added. */
export const FONTS = '.ttf,.otf,.woff,.woff2,.ttc';
/** What it offers where a table is imported. */
export const TABLES = '.xlsx,.xlsm,.csv,.tsv,.txt,.json,.ndjson,.jsonl';

interface FileDropProps {
  readonly label: string;
  readonly hint?: string;
  /** What the file dialog offers: `.csv,.json`. */
  readonly accept?: string;
  readonly isMultiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A field into which files are dropped, and which opens the file dialog when pressed. */
export function FileDrop({ label, hint, accept, isMultiple = false, onFiles }: FileDropProps): JSX.Element {
  const [isOver, setOver] = useState(false);
  return (
    <label
      class="file-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        const files = takenOf(event.dataTransfer, isMultiple);
        if (files.length > 0) onFiles(files);
      }}
    >
      <Icon name="upload" />
      <strong>{label}</strong>
      {hint && <span class="faint">{hint}</span>}
      <input
        type="file"
        class="unseen"
        accept={accept}
        multiple={isMultiple}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}

/** Returns the files that are dropped or pasted, or the first of them, and says so. */
function takenOf(data: DataTransfer | null, isMultiple: boolean): readonly File[] {
  const files = [...(data?.files ?? [])];
  const [first] = files;
  if (isMultiple || first === undefined || files.length === 1) return files;
  showToast(shellTexts.onlyFirst(first.name), { isBad: true });
  return [first];
}

/** Keeps a file that is dropped where nothing takes it from replacing the console. Called once, at the start. */
export function keepDroppedFiles(): void {
  window.addEventListener('dragover', (event) => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    // The browser drops nothing then. Whoever takes files sets another effect afterwards.
    event.dataTransfer.dropEffect = 'none';
  });
}

interface DropAnywhereProps {
  readonly label: string;
  readonly isMultiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  /** Whether pasted files are taken too. */
  readonly isPasteTaken?: boolean;
  /** Whether something else takes what is dragged. Default: nothing else does. */
  readonly isLeft?: (data: DataTransfer | null) => boolean;
}

/** Takes files that are dropped anywhere on the window, and says so while they are above it. */
export function DropAnywhere({
  label,
  isMultiple = false,
  onFiles,
  isPasteTaken = false,
  isLeft = () => false,
}: DropAnywhereProps): JSX.Element | null {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  const latestIsLeft = useRef(isLeft);
  latestIsLeft.current = isLeft;
  useEffect(() => {
    let depth = 0;
    const hasFiles = ({ dataTransfer }: DragEvent) =>
      dataTransfer?.types.includes('Files') === true && !latestIsLeft.current(dataTransfer);
    const change = (by: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const enter = change(1);
    const leave = change(-1);
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      const files = takenOf(event.dataTransfer, isMultiple);
      if (files.length > 0) latest.current(files);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [isMultiple]);
  useEffect(() => {
    if (!isPasteTaken) return;
    const paste = (event: ClipboardEvent) => {
      const files = event.defaultPrevented ? [] : takenOf(event.clipboardData, isMultiple);
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [isPasteTaken, isMultiple]);
  if (!isOver) return null;
  return (
    <div class="drop-veil" role="status">
      <Icon name="upload" />
      {label}
    </div>
  );
}
