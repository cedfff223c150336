import { rule } from './requirement.ts';

/** decisions section 8 with its items of 12; interface.md "Identity and images", "Image", and what States says of images. */
export const images = {
  'operation.list-image-types': rule(
    'interface Identity and images',
    'GET /v2/image-types is 200 ImageTypesList: the valid values for the type query of ListImages.',
  ),
  'operation.get-image-thumbnail': rule(
    'interface Identity and images',
    'GET /v2/image-thumbnails/{token}/{imageId} serves a URL minted in a list or detail, or is 404.',
  ),
  'operation.list-images': rule(
    'interface Identity and images',
    'GET /v2/images with limit, cursor, type, status and q is 200 CursorPageOfImageSummary.',
  ),
  'operation.get-image': rule(
    'interface Identity and images',
    'GET /v2/images/{id} is 200 ImageDetail or 404.',
  ),
  'operation.delete-image': rule(
    'interface Identity and images',
    'DELETE /v2/images/{id} is 204, also again, or 404.',
  ),
  'operation.rename-image': rule(
    'interface Identity and images',
    'PATCH /v2/images/{id} is 204, 404 or 400; only name is editable.',
  ),
  'operation.restore-image': rule(
    'interface Identity and images',
    'POST /v2/images/{id}/restore is 204, also again, or 404.',
  ),
  'operation.lookup-image-by-url': rule(
    'interface Identity and images',
    'POST /v2/images/lookup is 200 ImageDetail, 404 or 400.',
  ),
  'images.id': rule('interface Image', 'The id of an image is an int32.'),
  'images.summary': rule(
    'decisions 8',
    'A summary has id, name, type, status, active, folder, width, height, format, animated, bytes, productionUrl, thumbnailUrl, thumbnailExpiresAt, date_created and date_updated.',
  ),
  'images.detail': rule(
    'decisions 8',
    'A detail is the summary and renderedUrl, html, and timer for a timer.',
  ),
  'images.rendered-url': rule(
    'decisions 8',
    'renderedUrl is the production URL, with a version query for timers.',
  ),
  'images.html': rule('decisions 8', 'html is an img tag with width and height.'),
  'images.format': rule('decisions 12.20', 'format is png, jpeg, gif or webp.'),
  'images.bytes': rule('decisions 12.20', 'bytes is the length that the production URL serves.'),
  'images.types': rule('decisions 8', 'The types are static and timer, with labels.'),
  'images.list.unknown-choice': rule(
    'decisions 8',
    'An unknown type or status in the query is 400 naming the legal ones.',
  ),
  'images.list.type': rule('interface Image', 'The type of an image is filterable.'),
  'images.list.status': rule('decisions 8', 'The list shows active images unless status is deleted or all.'),
  'images.list.q': rule('decisions 8', 'q is a case-insensitive substring of the name.'),
  'images.list.order': rule('decisions 8', 'The list is newest first.'),
  'images.deleted.served': rule('decisions 8', 'GetImage serves deleted images with active false.'),
  'images.delete': rule('interface States', 'DeleteImage sets Active to false; the deletion is soft.'),
  'images.restore': rule('interface States', 'RestoreImage restores the image into the root folder.'),
  'images.restore.folder': rule('decisions 8', 'A folder is a string or null (root); restore sets null.'),
  'images.rename': rule('decisions 8', 'A rename takes name, 1 to 200 characters, not blank.'),
  'images.rename.other': rule('decisions 8', 'Any other member of a rename is 400.'),
  'images.production-url': rule(
    'decisions 8',
    'The production URL is {base}/i/{publicId}, 12 base64url characters, and needs no key.',
  ),
  'images.production-url.suffix': rule(
    'decisions 8',
    'An optional .gif, .png, .jpg or .webp suffix of the production URL is ignored.',
  ),
  'images.production-url.query': rule('decisions 8', 'Query parameters of the production URL are free.'),
  'images.production-url.static': rule(
    'decisions 8',
    'A static image is its stored bytes with a strong ETag and Cache-Control: public, max-age=300.',
  ),
  'images.production-url.conditional': rule('decisions 8', 'A production URL answers with 304s, and HEAD.'),
  'images.production-url.gone': rule(
    'decisions 8',
    'A deleted or unknown image is 404 with a 1×1 transparent GIF and no-store.',
  ),
  'images.lookup.forms': rule(
    'decisions 8',
    'Lookup takes an absolute http or https URL on the base host, a protocol-relative one or a bare path.',
  ),
  'images.lookup.ignores': rule(
    'decisions 8',
    'Lookup ignores query, fragment, suffix, trailing slash and &amp;.',
  ),
  'images.lookup.proxy': rule(
    'decisions 8',
    'Lookup unwraps the URL of a mail proxy that carries ours after #.',
  ),
  'images.lookup.not-a-url': rule('decisions 8', 'Lookup of what is no URL is 400.'),
  'images.lookup.not-found': rule(
    'decisions 8',
    'Lookup of a foreign host, an unknown image or another account is 404.',
  ),
  'images.lookup.deleted': rule('decisions 8', 'Lookup finds deleted images.'),
  'images.thumbnail': rule('decisions 8', 'A thumbnail is the first frame inside 320×320 as WebP.'),
  'images.thumbnail.kept': rule(
    'decisions 8',
    'A thumbnail is made on first request and kept; one decode per image at a time.',
  ),
  'images.thumbnail.queue': rule('decisions 8', 'The queue of thumbnails is bounded.'),
  'images.thumbnail.life': rule(
    'decisions 8',
    'A thumbnail URL lasts 15 to 20 minutes, stepped by 5, so that lists give equal URLs.',
  ),
  'images.thumbnail.token': rule('decisions 8', 'A bad, swapped or expired token is 404.'),
  'images.thumbnail.cache': rule(
    'decisions 8',
    'Cache-Control of a thumbnail is private, max-age=<seconds left>.',
  ),
  'images.ingest.formats': rule('decisions 8', 'Images are PNG, JPEG, GIF or WebP by their bytes; no SVG.'),
  'images.ingest.size': rule('decisions 8', 'A picture has at most 25 MB.'),
  'images.ingest.pixels': rule(
    'decisions 8',
    'A picture has at most 25 megapixels a frame, 300 frames and 100 megapixels over all.',
  ),
  'images.ingest.orientation': rule('decisions 8', 'Orientation is baked in and metadata stripped.'),
  'images.ingest.truncated': rule('decisions 8', 'Truncated files are refused.'),
  'images.ingest.field': rule('decisions 12.20', 'The multipart field is file.'),
  'images.ingest.name': rule(
    'decisions 12.20',
    'Without a name an image takes its file name without extension.',
  ),
  'images.ingest.trailing': rule('decisions 12.20', "Trailing bytes behind a picture's end are cut."),
  'images.ingest.canvas': rule(
    'decisions 12.20',
    'Pixel limits count the canvas of a GIF as well as its frames; a GIF without its trailer is truncated.',
  ),
};
