import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordEncoder } from '../encoding/record-encoder.ts';
import type { PropertyRow, PropertyType, RecordRow, SlotValue, StoreRow } from '../ground/rows.ts';
import { PROPERTY_TYPES, TYPE_RULES } from '../values/value.ts';
import { type ExportChoice, exportLayout } from './export-layout.ts';
import { isReservedName } from './property.ts';
import { pickFields, showRecord } from './record-json.ts';
import { shownDocument } from './shown-document.ts';

const piece = fc.constantFrom(
  ...['"', "'", ',', '\\', '\r\n', '\n', '\t', '\0', '\u001f', '\u007f', '\u2028', '\u2029', '\ufeff'],
  ...['=', '＝', '+', '-', '@', 'a', '0', ' ', '{', '}', '</script>'],
  ...['ß', 'ÿ', '\u0800', '\uffff', '\ud800', '\udc00', '\u{1F600}', 'x'.repeat(79), 'é'.repeat(41)],
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary' }),
);
const name = fc.oneof(text, fc.constantFrom('7', '2024', 'toString', 'valueOf'));
const instant = fc.integer({
  min: Date.parse('0000-01-01T00:00:00.000Z'),
  max: Date.parse('9999-12-31T23:59:59.999Z'),
});

function storedValue(type: PropertyType): fc.Arbitrary<SlotValue> {
  const set: Record<PropertyType, fc.Arbitrary<SlotValue>> = {
    string: text,
    url_image: text,
    url_link: text,
    number: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()),
    boolean: fc.constantFrom(0, 1),
    datetime: instant,
  };
  return fc.option(set[type]);
}

const properties = fc
  .uniqueArray(fc.record({ name, type: fc.constantFrom(...PROPERTY_TYPES), unique: fc.boolean() }), {
    selector: (property) => property.name,
    maxLength: 6,
  })
  .chain((given) => fc.boolean().map((isIdKey) => (isIdKey ? [...given, ID_KEY] : given)))
  .map((given) =>
    given
      .filter((property) => property === ID_KEY || !isReservedName(property.name))
      .map((property, i): PropertyRow => {
        const slot = `${TYPE_RULES[property.type].slotKind}${i}` as const;
        return { ...property, slot, required: false, description: null };
      }),
  );
const ID_KEY = { name: 'id', type: 'string' as const, unique: true };

const example = properties.chain((list) => {
  const names = ['id', ...list.map((property) => property.name), 'date_created', 'date_updated'];
  return fc.record({
    store: fc.constant({ properties: list } as unknown as StoreRow),
    rows: fc.array(
      fc.record<RecordRow>({
        id: text,
        seq: fc.nat(),
        createdAt: instant,
        updatedAt: instant,
        values: fc.tuple(...list.map(({ type }) => storedValue(type))),
      }),
      { maxLength: 4 },
    ),
    choice: fc.record<ExportChoice>({
      format: fc.constantFrom('csv', 'json'),
      formulas: fc.constantFrom('raw', 'guarded'),
      fields: fc.option(fc.shuffledSubarray([...new Set(names)], { minLength: 1 })),
    }),
  });
});

/** Returns the document that lists and pages of the same records have, in which each record is an object. */
function showDocument(store: StoreRow, rows: readonly RecordRow[], choice: ExportChoice): string {
  const document = shownDocument(exportLayout(store, choice));
  const { fields } = choice;
  const shown = rows.map((row) => {
    const record = showRecord(store, row);
    return fields === null ? record : pickFields(record, fields);
  });
  return document.add(shown) + document.end();
}

function encodeDocument(store: StoreRow, rows: readonly RecordRow[], choice: ExportChoice): Buffer {
  const { encoding } = exportLayout(store, choice);
  const encoder = new RecordEncoder(encoding);
  const parts: Uint8Array[] = [];
  for (const row of rows) {
    encoder.add(
      encoding.columns.map((column) => {
        if (column === 'id') return row.id;
        if (column === 'created_at') return row.createdAt;
        if (column === 'updated_at') return row.updatedAt;
        return row.values[store.properties.findIndex(({ slot }) => slot === column)] ?? null;
      }),
    );
    if (encoder.isFull) parts.push(encoder.take().bytes);
  }
  return Buffer.concat([...parts, encoder.end().bytes]);
}

test('the encoder writes the same bytes as the shown records have', () => {
  fc.assert(
    fc.property(example, ({ store, rows, choice }) => {
      expect(encodeDocument(store, rows, choice)).toEqual(Buffer.from(showDocument(store, rows, choice)));
    }),
  );
});

test.each(['csv', 'json'] as const)('large texts have as much room as they need, in %s', (format) => {
  const property = { name: 't', type: 'string', unique: false, required: false, description: null };
  const store = { properties: [{ ...property, slot: 't0' }] } as unknown as StoreRow;
  const rows = ['\u001f', '"', '\uffff', '\ud800', 'x'].flatMap((unit) =>
    [100, 20_000, 300_000].map((length): RecordRow => {
      const values = [`=${unit.repeat(length)}`];
      return { id: 'a', seq: 1, createdAt: 0, updatedAt: 1, values };
    }),
  );
  const choice: ExportChoice = { format, formulas: 'guarded', fields: null };
  expect(encodeDocument(store, rows, choice).equals(Buffer.from(showDocument(store, rows, choice)))).toBe(
    true,
  );
});
