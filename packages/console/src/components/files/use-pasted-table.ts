import { useEffect, useRef } from 'preact/hooks';
import { shellTexts } from '../../texts/en/shell.ts';

const FIELDS = 'input, textarea, select, [contenteditable]';

const pasted = new WeakSet<File>();

/** Returns a pasted table as a file. */
export function pastedFile(text: string): File {
  const file = new File([text], `${shellTexts.pastedTable}.tsv`);
  pasted.add(file);
  return file;
}

/** Whether a file was made of a pasted table, so that nobody can choose it again. */
export function isPasted(file: File): boolean {
  return pasted.has(file);
}

/** Takes a table that is pasted from a spreadsheet anywhere but into a field, as a file. */
export function usePastedTable(onFile: (file: File) => void): void {
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const isInField = event.target instanceof Element && event.target.matches(FIELDS);
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (event.defaultPrevented || isInField || !isTable(text)) return;
      event.preventDefault();
      latest.current(pastedFile(text));
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);
}

/** Spreadsheets put tabs between cells, and a line for each row. */
function isTable(text: string): boolean {
  return /\t/.test(text) && /[\r\n]\s*\S/.test(text);
}
