/** The content of a file: a `File` has a name, other forms may be given one. */
export type FileContent = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** Returns a form with one file and texts. Members without a value are omitted. */
export function formOf(
  file: FileContent,
  {
    fileName,
    ...texts
  }: { readonly fileName?: string | undefined } & Readonly<Record<string, string | undefined>>,
): FormData {
  const form = new FormData();
  const blob = file instanceof Blob ? file : new Blob([file]);
  const name = fileName ?? (file instanceof File ? file.name : undefined);
  if (name === undefined) form.append('file', blob);
  else form.append('file', blob, name);
  for (const [member, text] of Object.entries(texts)) if (text !== undefined) form.append(member, text);
  return form;
}

/** Returns the bytes of a response with their media type. */
export async function toBlob({
  body,
  headers,
}: {
  readonly body: ReadableStream<Uint8Array>;
  readonly headers: Headers;
}): Promise<Blob> {
  const bytes = await new Response(body).arrayBuffer();
  return new Blob([bytes], { type: headers.get('content-type') ?? '' });
}

/** Returns the last segments of the path of a signed URL, decoded. */
export function lastSegments(url: string, count: number): string[] {
  return new URL(url).pathname.split('/').slice(-count).map(decodeURIComponent);
}
