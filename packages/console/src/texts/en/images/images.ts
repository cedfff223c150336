const images = (count: string, isOne: boolean) => `${count} ${isOne ? 'image' : 'images'}`;

export const imagesTexts = {
  title: 'Images',
  add: 'Add images',
  addTo: (folder: string) => `Add to “${folder}”`,
  drop: 'Drop the pictures to add them',
  dropTo: (folder: string) => `Drop the pictures to add them to “${folder}”`,
  tooLarge: 'A picture may have at most 25 MB.',
  added: (count: string, isOne: boolean) => `${images(count, isOne)} added.`,
  search: 'Search by name',

  emptyTitle: 'No images yet',
  emptyText:
    'PNG, JPEG, GIF and WebP, up to 25 MB each. Every image gets a URL that needs no key, for e-mails and pages.',
  emptyDrop: 'Drop, choose or paste pictures',
  noMatch: 'No image matches',
  noMatchText: 'Names are searched in upper and lower case.',
  noDeleted: 'No deleted images',
  noDeletedText: 'Deleted images stay here and can be restored at any time.',
  emptyFolder: (folder: string) => `No image in “${folder}”`,
  emptyRoot: 'No image without a folder',
  emptyFolderText: 'A folder exists as long as an image is in it. Drop pictures here to add them.',
  showAll: 'Show all images',

  type: 'Type',
  types: { any: 'All types', static: 'Pictures', timer: 'Timers' },
  deleted: 'Deleted',
  folders: 'Folders',
  allFolders: 'All images',
  root: 'Without a folder',
  count: images,
  countSoFar: (count: string) => `${count} images so far…`,
  cut: (count: string) => `The newest ${count} images. Search by name to find older ones.`,

  gallery: 'Images',
  help: 'Arrows move, Enter opens, Space selects, F2 renames, Delete deletes.',
  dimensions: (width: number, height: number) => `${width} × ${height}`,
  timer: 'Timer',
  animated: 'Animated',

  selected: (count: string) => `${count} selected`,
  unselect: 'Clear the selection',
  move: 'Move…',
  restore: 'Restore',
  delete: 'Delete',
  rename: 'Rename…',

  renameTitle: 'Rename the image',
  name: 'Name',
  nameMissing: 'An image needs a name.',
  renameAction: 'Rename',
  renamed: (name: string) => `Renamed to “${name}”.`,

  moveTitle: (count: string, isOne: boolean) => (isOne ? 'Move the image' : `Move ${images(count, false)}`),
  folder: 'Folder',
  folderHint: 'A new name makes a new folder. Empty: without a folder.',
  moveAction: 'Move',
  moved: (count: string, isOne: boolean, folder: string) =>
    `${images(count, isOne)} moved to ${folder === '' ? 'the images without a folder' : `“${folder}”`}.`,

  deletedOne: (name: string) => `“${name}” is deleted. Its URL shows nothing until it is restored.`,
  deletedMany: (count: string) =>
    `${images(count, false)} deleted. Their URLs show nothing until they are restored.`,
  restored: (count: string, isOne: boolean) => `${images(count, isOne)} restored.`,
  failedSome: (failed: string, total: string, reason: string) =>
    `${failed} of ${total} images failed: ${reason}`,

  panel: {
    title: 'Image',
    pictureOf: (name: string) => `The image ${name}`,
    timerOf: (name: string) => `The timer ${name} as it is now`,
    previous: 'Previous image',
    next: 'Next image',
    copyUrl: 'Copy URL',
    copyHtml: 'Copy HTML',
    openPicture: 'Open in a new tab',
    openTimer: 'Open in the designer',
    openLive: 'Open it in the designer',
    isDeleted: 'This image is deleted. Its URL shows nothing until it is restored.',
    type: 'Type',
    typeOf: (format: string, isAnimated: boolean) =>
      `${format.toUpperCase()}${isAnimated ? ', animated' : ''}`,
    timerType: 'Countdown timer, GIF',
    dimensions: 'Dimensions',
    pixels: (width: number, height: number) => `${width} × ${height} px`,
    size: 'Size',
    sizeOfTimer: (size: string) => `${size} when it was saved`,
    folder: 'Folder',
    noFolder: 'None',
    added: 'Added',
    changed: 'Changed',
    target: 'Counts down to',
    id: 'Id',
  },

  uses: {
    background: 'background',
    expired: 'after its end',
    stay: 'They keep the picture, also if it is deleted.',
    notSearched: 'Not searched: e-mails, pages and records that contain its URL.',
  },
} as const;
