import type { ImportRequest } from '@vitrine/client';

/** How the file is read, where the user decides it. What is absent is detected. */
export type FileSettings = Pick<
  ImportRequest,
  'delimiter' | 'encoding' | 'skipLines' | 'header' | 'quotes' | 'dates' | 'decimal'
>;

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
};

/** Returns the bytes with a media type of the file's name, because systems call the same file differently. */
export function toUpload(file: File): Blob {
  return file.slice(0, file.size, TYPES[extensionOf(file)] ?? '');
}

/** Returns a name for a store with the records of the file. */
export function storeNameOf(file: File): string {
  const bare = file.name.replace(/\.[^.]*$/, '').replaceAll('_', ' ');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

function extensionOf({ name }: File): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
