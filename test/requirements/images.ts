import { rule } from './requirement.ts';

/**
 * decisions section 8 and its items in section 12; interface.md "Identity and images", "Image", and the image states of
 * "States".
 */
export const images = {
  'operation.list-image-types': rule(
    'interface Identity and images',
    'GET /v2/image-types is 200 ImageTypesList: the valid values for the type query of ListImages.',
  ),
  'operation.get-image-thumbnail': rule(
    'interface Identity and images',
    'GET /v2/image-thumbnails/{token}/{imageId} serves a URL that a list or detail contained, or is 404.',
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
    'DELETE /v2/images/{id} is 204, also when repeated, or 404.',
  ),
  'operation.rename-image': rule(
    'interface Identity and images',
    'PATCH /v2/images/{id} is 204, 404 or 400; only name is editable.',
  ),
  'operation.restore-image': rule(
    'interface Identity and images',
    'POST /v2/images/{id}/restore is 204, also when repeated, or 404.',
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
    'A detail is the summary with renderedUrl, html and warnings, and with timer for a timer.',
  ),
  'images.rendered-url': rule(
    'decisions 8',
    'renderedUrl is the production URL, with a version query for timers.',
  ),
  'images.warnings': rule(
    'beyond E',
    'The detail of a WebP picture warns that Outlook for Windows does not show it.',
  ),
  'images.html': rule('decisions 8', 'html is an img tag with width and height.'),
  'images.format': rule('decisions 12.20', 'format is png, jpeg, gif or webp.'),
  'images.bytes': rule('decisions 12.20', 'bytes is the length of the file at the production URL.'),
  'images.types': rule('decisions 8', 'The image types are static and timer, each with a label.'),
  'images.list.unknown-choice': rule(
    'decisions 8',
    'An unknown type or status in the query is 400 and names the valid ones.',
  ),
  'images.list.type': rule('interface Image', 'Images can be filtered by type.'),
  'images.list.status': rule('decisions 8', 'The list shows active images unless status is deleted or all.'),
  'images.list.q': rule('decisions 8', 'q is a case-insensitive substring of the name.'),
  'images.list.order': rule('decisions 8', 'The list is newest first.'),
  'images.deleted.served': rule('decisions 8', 'GetImage serves deleted images with active false.'),
  'images.delete': rule('interface States', 'DeleteImage sets Active to false; the deletion is soft.'),
  'images.restore': rule('interface States', 'RestoreImage restores the image into the root folder.'),
  'images.restore.folder': rule(
    'decisions 8',
    'A folder is a string or null (root); restore sets it to null.',
  ),
  'images.rename': rule('decisions 8', 'A rename takes a name of 1 to 200 characters that is not blank.'),
  'images.rename.other': rule('decisions 8', 'A rename with any other member is 400.'),
  'images.move': rule(
    'console 2',
    'POST /v2/images/{id}/move takes {folder}, a string of at most 200 characters or null, and is 204, 404 or 400. A blank folder is the root folder.',
  ),
  'images.ingest.gif-screen': rule(
    'decisions 8',
    'The screen of a GIF grows to hold its first frame; later frames are clipped to it.',
  ),
  'images.ingest.gamma': rule(
    'decisions 8',
    'The gamma of a PNG without a colour space becomes a colour profile, so that the served picture, its thumbnail and timers have the same colours.',
  ),
  'images.production-url': rule(
    'decisions 8',
    'The production URL is {base}/i/{publicId}, 12 base64url characters, and needs no key.',
  ),
  'images.production-url.suffix': rule(
    'decisions 8',
    'What follows the id in a production URL is ignored: a suffix in any case, a blank, a dot, a quote, a slash, a broken escape, further segments. Slashes before the id are ignored too.',
  ),
  'images.production-url.query': rule('decisions 8', 'Query parameters of the production URL are ignored.'),
  'images.production-url.static': rule(
    'decisions 8',
    'The production URL of a static image serves its stored bytes with a strong ETag and Cache-Control: public, max-age=300.',
  ),
  'images.production-url.conditional': rule(
    'decisions 8',
    'A production URL supports conditional requests (304) and HEAD.',
  ),
  'images.production-url.unknown': rule(
    'decisions 8',
    'An unknown image is 404 with a 1×1 transparent GIF and no-store.',
  ),
  'images.production-url.deleted': rule(
    'live images 4',
    'A deleted image is 200 with a 1×1 transparent GIF, no-cache and max-age=0, without an ETag, until it is restored.',
  ),
  'images.lookup.forms': rule(
    'decisions 8',
    'Lookup takes an absolute http or https URL on the base host, a protocol-relative URL or a bare path.',
  ),
  'images.lookup.ignores': rule(
    'decisions 8',
    'Lookup ignores query, fragment, suffix, trailing slash and &amp;.',
  ),
  'images.lookup.proxy': rule(
    'decisions 8',
    'Lookup unwraps the URL of a mail proxy that contains the production URL after #.',
  ),
  'images.lookup.not-a-url': rule('decisions 8', 'Lookup of anything but a URL is 400.'),
  'images.lookup.not-found': rule(
    'decisions 8',
    'Lookup of a foreign host, an unknown image or an image of another account is 404.',
  ),
  'images.lookup.deleted': rule('decisions 8', 'Lookup finds deleted images.'),
  'images.thumbnail': rule('decisions 8', 'A thumbnail is the first frame scaled to fit 320×320, as WebP.'),
  'images.thumbnail.kept': rule(
    'decisions 8',
    'A thumbnail is created on the first request and stored; an image is decoded at most once at a time.',
  ),
  'images.thumbnail.queue': rule('decisions 8', 'The queue of thumbnails is bounded.'),
  'images.thumbnail.life': rule(
    'decisions 8',
    'A thumbnail URL is valid for 15 to 20 minutes, in steps of 5 minutes, so that successive lists contain equal URLs.',
  ),
  'images.thumbnail.token': rule('decisions 8', 'A malformed, swapped or expired token is 404.'),
  'images.thumbnail.cache': rule(
    'decisions 8',
    'Cache-Control of a thumbnail is private, max-age=<seconds left>.',
  ),
  'images.ingest.formats': rule(
    'decisions 8',
    'Images are PNG, JPEG, GIF or WebP, detected by their bytes; SVG is refused.',
  ),
  'images.ingest.size': rule('decisions 8', 'A picture is at most 25 MB.'),
  'images.ingest.pixels': rule(
    'decisions 8',
    'A picture has at most 25 megapixels in a frame, 300 frames and 100 megapixels in total.',
  ),
  'images.ingest.orientation': rule(
    'decisions 8',
    'The orientation is applied to the pixels and metadata is removed.',
  ),
  'images.ingest.truncated': rule('decisions 8', 'Truncated files are refused.'),
  'images.ingest.field': rule('decisions 12.20', 'The multipart field is file.'),
  'images.ingest.name': rule(
    'decisions 12.20',
    'Without a name an image is named after its file, without the extension.',
  ),
  'images.ingest.trailing': rule('decisions 12.20', 'Bytes after the end of a picture are removed.'),
  'images.ingest.canvas': rule(
    'decisions 12.20',
    'Pixel limits count the canvas of a GIF as well as its frames; a GIF without its trailer is truncated.',
  ),
};
