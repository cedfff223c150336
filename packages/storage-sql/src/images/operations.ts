import type {
  BlobHash,
  ImageChange,
  ImageRow,
  ImageType,
  Millis,
  NewImage,
  RestoredImage,
  SeqPage,
  Slice,
  TimerTarget,
} from '@vitrine/core/storage';
import { foldedShadow } from '../layout/record-values.ts';
import { read, write } from '../operation.ts';
import { holdBlobs, listHeldBlobs } from '../statements/blob-uses.ts';
import { onlyRow } from '../statements/cells.ts';
import { and, assignmentList, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { reserveAccountNumber, takeAccountNumber } from '../statements/numbers.ts';
import { takePage } from '../statements/seq-page.ts';
import { ident, type Sql, type SqlValue, sql } from '../statements/sql.ts';
import { keptStatement, type Steps, statement } from '../statements/statement.ts';
import { designCells, IMAGE, imageOrNull, readImage } from './rows.ts';

export const imageOperations = {
  findPublicImage: read(findPublicImage, { cached: { table: 'images', key: ({ publicId }) => publicId } }),
  getImage: read(getImage),
  insertImage: write(insertImage, { succeeded: () => true }),
  listImages: read(listImages, {
    // Filters may pass over all images of the account.
    isScan: ({ nameContains, type }) => nameContains !== null || type !== null,
  }),
  listImageUses: read(listImageUses),
  restoreImage: write(restoreImage),
  setImageTarget: write(setImageTarget, { changes: { table: 'images', othersForget: 'after' } }),
  setImageThumbnail: write(setImageThumbnail, { changes: { table: 'images', othersForget: 'after' } }),
  updateImage: write(updateImage, { changes: { table: 'images', othersForget: 'after' } }),
};

export function holderOf(accountId: string, id: number): string {
  return `image ${accountId} ${id}`;
}

export interface ImageRef {
  readonly accountId: string;
  readonly id: number;
}

export function named({ accountId, id }: ImageRef): Sql {
  return and([sql`account_id = ${accountId}`, sql`id = ${id}`]);
}

export function* insertImage(dialect: SqlDialect, { image }: { readonly image: NewImage }): Steps<ImageRow> {
  const id = yield* reserveAccountNumber(dialect, image.accountId, 'images');
  return yield* insertRow(dialect, { ...image, id, version: 1, thumbnail: null });
}

function* restoreImage(dialect: SqlDialect, { image }: { readonly image: RestoredImage }): Steps<boolean> {
  if (!(yield* takeAccountNumber(dialect, image.accountId, 'images', image.id))) return false;
  yield* insertRow(dialect, image);
  return true;
}

function* insertRow(dialect: SqlDialect, image: RestoredImage): Steps<ImageRow> {
  const { accountId, id, publicId, type, name, folder, width, height, format, bytes, blob } = image;
  const { version, thumbnail, createdAt, updatedAt } = image;
  yield* holdBlobs(dialect, holderOf(accountId, id), image.uses);
  const values = list([
    ...[accountId, id, publicId, type, name, folder, Number(image.active), width, height, format],
    ...[Number(image.animated), bytes, blob, thumbnail, ...designCells(image)],
    ...[version, createdAt, updatedAt, foldedShadow(name)],
  ]);
  return readImage(
    onlyRow(
      yield statement(
        dialect,
        sql`
          INSERT INTO images (${IMAGE}, name_folded)
          VALUES (${values})
          RETURNING ${IMAGE}`,
      ),
    ),
  );
}

function* listImageUses(dialect: SqlDialect, { accountId, id }: ImageRef): Steps<BlobHash[]> {
  return yield* listHeldBlobs(dialect, holderOf(accountId, id));
}

export function* getImage(dialect: SqlDialect, ref: ImageRef): Steps<ImageRow | null> {
  return imageOrNull(
    yield statement(
      dialect,
      sql`
        SELECT ${IMAGE}
        FROM images
        WHERE ${named(ref)}`,
    ),
  );
}

const selectPublic = keptStatement<{ publicId: string }>(
  (_, { publicId }) => sql`
    SELECT ${IMAGE}
    FROM images
    WHERE public_id = ${publicId}`,
);

function* findPublicImage(
  dialect: SqlDialect,
  { publicId }: { readonly publicId: string },
): Steps<ImageRow | null> {
  return imageOrNull(yield selectPublic(dialect, { publicId }));
}

function* listImages(
  dialect: SqlDialect,
  args: {
    readonly accountId: string;
    readonly nameContains: string | null;
    readonly type: ImageType | null;
    readonly active: boolean | null;
  } & SeqPage,
): Steps<Slice<ImageRow>> {
  const { accountId, nameContains, type, active, before, limit } = args;
  const conditions = [sql`account_id = ${accountId}`];
  if (active !== null) conditions.push(sql`active = ${Number(active)}`);
  if (before !== null) conditions.push(sql`id < ${before}`);
  if (type !== null) conditions.push(sql`type = ${type}`);
  if (nameContains !== null && nameContains !== '') {
    conditions.push(dialect.contains(sql`coalesce(name_folded, lower(name))`, nameContains));
  }
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${IMAGE}
      FROM images
      WHERE ${and(conditions)}
      ORDER BY id DESC
      LIMIT ${limit + 1}`,
  );
  return takePage(rows, limit, readImage);
}

function* updateImage(
  dialect: SqlDialect,
  args: ImageRef & { readonly change: ImageChange; readonly now: Millis },
): Steps<ImageRow | null> {
  const { change, now } = args;
  const assignments = [sql`updated_at = ${now}`];
  const assign = (column: string, value: SqlValue) => {
    assignments.push(sql`${ident(column)} = ${value}`);
  };
  if (change.name !== undefined) {
    assign('name', change.name);
    assign('name_folded', foldedShadow(change.name));
  }
  if (change.folder !== undefined) assign('folder', change.folder);
  if (change.active !== undefined) assign('active', Number(change.active));
  return imageOrNull(
    yield statement(
      dialect,
      sql`
        UPDATE images
        SET ${assignmentList(assignments)}
        WHERE ${named(args)}
        RETURNING ${IMAGE}`,
    ),
  );
}

function* setImageTarget(
  dialect: SqlDialect,
  args: ImageRef & { readonly target: TimerTarget; readonly now: Millis },
): Steps<ImageRow | null> {
  const { local, timeZone, instant } = args.target;
  return imageOrNull(
    yield statement(
      dialect,
      sql`
        UPDATE images
        SET version = version + 1,
            updated_at = ${args.now},
            target_local = ${local},
            target_zone = ${timeZone},
            target_instant = ${instant}
        WHERE ${named(args)}
          AND type = 'timer'
        RETURNING ${IMAGE}`,
    ),
  );
}

function* setImageThumbnail(
  dialect: SqlDialect,
  args: ImageRef & { readonly thumbnail: BlobHash },
): Steps<null> {
  const { accountId, id, thumbnail } = args;
  const set = yield statement(
    dialect,
    sql`
      UPDATE images
      SET thumbnail = ${thumbnail}
      WHERE ${named(args)}
        AND thumbnail IS NULL
      RETURNING id`,
  );
  if (set.length > 0) yield* holdBlobs(dialect, holderOf(accountId, id), [thumbnail]);
  return null;
}
