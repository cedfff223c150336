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
  form.append('file', asBlob(file), ...((fileName ? [fileName] : []) as [string]));
  for (const [member, text] of Object.entries(texts)) if (text !== undefined) form.append(member, text);
  return form;
}

export function asBlob(content: FileContent | string): Blob {
  return content instanceof Blob ? content : new Blob([content]);
}
