/** Saves bytes as a file of the user, as a download. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Returns the name of a file for something that a user has named. */
export function fileNameOf(name: string, extension: string): string {
  return `${name.replace(/[^\p{L}\p{N} _-]+/gu, '_').slice(0, 80)}.${extension}`;
}
