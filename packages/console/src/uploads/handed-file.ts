/** A file on its way from the screen where it was dropped to the import. Browsers can't put it into an address. */
let handed: File | null = null;

/** Hands a file over to the import. Navigate to `/import` or `/stores/:storeId/import` afterwards. */
export function handFile(file: File): void {
  handed = file;
}

/** Returns the file that was dropped on another screen, once. */
export function takeHandedFile(): File | null {
  const file = handed;
  handed = null;
  return file;
}
