import type { ImageFormat, ImageReplacement, ImageRow, ImageType, NewImage } from '@vitrine/core/storage';
import { booleanCell, numberCell, textCell, textOrNull } from '../statements/cells.ts';
import { columnList } from '../statements/clauses.ts';
import type { Row, SqlValue } from '../statements/sql.ts';

export const IMAGE = columnList(`
  account_id, id, public_id, type, name, folder, active, width, height, format, animated, bytes,
  blob, thumbnail, design, resources, target_local, target_zone, target_instant, version,
  created_at, updated_at
`);

export function readImage(row: Row): ImageRow {
  return {
    accountId: textCell(row[0]),
    id: numberCell(row[1]),
    publicId: textCell(row[2]),
    type: textCell(row[3]) as ImageType,
    name: textCell(row[4]),
    folder: textOrNull(row[5]),
    active: booleanCell(row[6]),
    width: numberCell(row[7]),
    height: numberCell(row[8]),
    format: textCell(row[9]) as ImageFormat,
    animated: booleanCell(row[10]),
    bytes: numberCell(row[11]),
    blob: textOrNull(row[12]),
    thumbnail: textOrNull(row[13]),
    ...readDesign(textCell(row[3]) as ImageType, row.slice(14, 19)),
    version: numberCell(row[19]),
    createdAt: numberCell(row[20]),
    updatedAt: numberCell(row[21]),
  };
}

/** What a row has of its design: both kinds share two columns, and only a timer has a target. */
type Designed = Pick<ImageRow, 'timer' | 'live'>;

function readDesign(type: ImageType, [design, resources, local, timeZone, instant]: Row): Designed {
  if (type === 'static') return { timer: null, live: null };
  const texts = { design: textCell(design), resources: textCell(resources) };
  if (type === 'live') return { timer: null, live: texts };
  const target = {
    local: textCell(local),
    timeZone: textCell(timeZone),
    instant: numberCell(instant),
  };
  return { timer: { ...texts, target }, live: null };
}

/** Returns the cells of `design`, `resources` and the three columns of the target. */
export function designCells({ timer, live }: Designed): SqlValue[] {
  const { design = null, resources = null } = timer ?? live ?? {};
  const { local = null, timeZone = null, instant = null } = timer?.target ?? {};
  return [design, resources, local, timeZone, instant];
}

export function imageOrNull([row]: readonly Row[]): ImageRow | null {
  return row === undefined ? null : readImage(row);
}

/** Returns the image without other members of the caller's object, so that only the row crosses to the writer. */
export function plainImage(image: NewImage): NewImage {
  const { accountId, publicId, type, name, folder, active, width, height, format, animated } = image;
  const { bytes, blob, timer, live, createdAt, updatedAt, uses } = image;
  return {
    ...{ accountId, publicId, type, name, folder, active, width, height, format, animated },
    ...{ bytes, blob, createdAt, updatedAt },
    ...plainDesign({ timer, live }),
    uses: [...uses],
  };
}

/** Returns the replacement without other members of the caller's object, as `plainImage`. */
export function plainReplacement(replacement: ImageReplacement): ImageReplacement {
  const { imageId, width, height, format, animated, bytes, uses, name, folder } = replacement;
  return {
    ...{ imageId, width, height, format, animated, bytes },
    ...plainDesign(replacement),
    uses: [...uses],
    ...(name === undefined ? {} : { name }),
    ...(folder === undefined ? {} : { folder }),
  };
}

function plainDesign({ timer, live }: Pick<NewImage, 'timer' | 'live'>): Pick<NewImage, 'timer' | 'live'> {
  return { timer: timer && { ...timer, target: { ...timer.target } }, live: live && { ...live } };
}
