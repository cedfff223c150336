/** Saves bytes as a file of the user, as a download. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Saves what a stream has as a file of the user. Rejects with the error of the stream. */
export async function saveStream(
  stream: ReadableStream<Uint8Array>,
  name: string,
  type: string,
): Promise<void> {
  saveFile(await new Response(stream, { headers: { 'Content-Type': type } }).blob(), name);
}

/** Returns the name of a file for something that a user has named. */
export function fileNameOf(name: string, extension: string): string {
  return `${name.replace(/[^\p{L}\p{N} _-]+/gu, '_').slice(0, 80)}.${extension}`;
}
