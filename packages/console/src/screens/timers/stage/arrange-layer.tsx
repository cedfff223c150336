import type { TimerDesign, TimerDesignChanges } from '@vitrine/client';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { useViewport } from '../../../components/browser/use-viewport.ts';
import { Grip, type GripProps } from '../../../components/designer/grip.tsx';
import type { Mover } from '../../../components/designer/pointer-drag.ts';
import { useSession } from '../../../session/session.ts';
import { timersTexts } from '../../../texts/en/images/timers.ts';
import { UNITS, type UnitName } from '../design/design-form.ts';
import type { TimerEditor } from '../design/timer-editor.ts';
import { handlesApart } from './handles-apart.ts';
import type { Place, UnitPlaces } from './unit-places.ts';
import { useUnitPlaces } from './use-unit-places.ts';

const { arrange, labelOf } = timersTexts.designer;
const ALIGNS = ['left', 'center', 'right'] as const;
const WIDTH = { min: 50, max: 1_200 };
const HEIGHT = { min: 20, max: 600 };
const DIGITS = { min: 8, max: 400 };

type Handle = Pick<GripProps, 'kind' | 'label' | 'onBegin' | 'onReset' | 'sideStep'> & Place;

/**
 * Handles over the picture: for each unit, for the row, for the size of the digits and of the picture. In a small picture they
 * are moved apart.
 */
export function ArrangeLayer({ editor }: { readonly editor: TimerEditor }): JSX.Element {
  const { client } = useSession();
  const drawn = editor.draft.value;
  const places = useUnitPlaces(client, drawn);
  const layer = useRef<HTMLDivElement>(null);
  const { width, height } = drawn.design;
  const [{ shown }] = useViewport(layer, ({ clientWidth }) => ({ shown: clientWidth }), { shown: width });
  const scale = shown / width;
  const handles = handlesOf(editor, places ?? { units: {}, row: null });
  const ways = handlesApart(
    handles.map(({ kind, x, y }) => ({ x: x * scale, y: y * scale, width: kind === 'row' ? 44 : 24 })),
  );
  return (
    <div ref={layer} class="arrange-layer">
      {handles.map(({ x, y, ...handle }, at) => (
        <Grip
          key={handle.label}
          {...handle}
          left={(100 * x) / width}
          top={(100 * y) / height}
          offset={[`${ways[at]?.x ?? 0}px`, `${ways[at]?.y ?? 0}px`]}
          scaleOf={() => scale}
        />
      ))}
    </div>
  );
}

/** Returns the handles in the order of Tab. */
function handlesOf(editor: TimerEditor, { units: found, row }: UnitPlaces): readonly Handle[] {
  const design = editor.design.value;
  const { width, height, units } = design;
  const unitHandles = UNITS.flatMap((name): Handle[] => {
    const place = found[name];
    const { show, x, y } = units[name];
    if (place === undefined || !show) return [];
    const at = { x: x ?? place.x, y: y ?? place.y };
    return [
      {
        ...{ kind: 'unit', label: arrange.unit(labelOf[name]), ...at },
        onBegin: () => moverOfUnit(editor, name, at),
        onReset: () => editor.change({ units: { [name]: { x: null, y: null } } }),
      },
    ];
  });
  const rowHandles: Handle[] =
    row === null
      ? []
      : [
          {
            ...{ kind: 'row', label: arrange.row, x: (row.left + row.right) / 2, y: row.top },
            sideStep: width / 3,
            onBegin: () => moverOfRow(editor, (row.top + row.bottom) / 2),
            onReset: () => editor.change({ units: inRow(design, null) }),
          },
          {
            ...{ kind: 'size', label: arrange.digits, x: row.right, y: row.top },
            onBegin: () => moverOfDigits(editor, row.bottom - row.top),
          },
        ];
  return [
    ...unitHandles,
    ...rowHandles,
    { kind: 'size', label: arrange.picture, x: width, y: height, onBegin: () => moverOfPicture(editor) },
  ];
}

function moverOfUnit({ design, change }: TimerEditor, name: UnitName, from: Place): Mover {
  const { width, height } = design.peek();
  return (dx, dy, drag) => {
    const x = within(from.x + dx, { min: 0, max: width });
    const y = within(from.y + dy, { min: 0, max: height });
    change({ units: { [name]: { x, y } } }, drag);
  };
}

/** Up and down, the row follows. To the side it is at the left, in the middle or at the right. */
function moverOfRow({ design, change }: TimerEditor, fromY: number): Mover {
  const before = design.peek();
  const aligned = ALIGNS.indexOf(before.layout.align);
  return (dx, dy, drag) => {
    const align = ALIGNS[within(aligned + (3 * dx) / before.width, { min: 0, max: ALIGNS.length - 1 })];
    const y = within(fromY + dy, { min: 0, max: before.height });
    const isMoved = Math.round(dy) !== 0;
    const layout = { align: align ?? before.layout.align };
    change({ layout, ...(isMoved ? { units: inRow(before, y) } : {}) }, drag);
  };
}

/** Up and to the side of the row, the digits grow with it. */
function moverOfDigits({ design, change }: TimerEditor, rowHeight: number): Mover {
  const { size } = design.peek().digits;
  return (dx, dy, drag) =>
    change({ digits: { size: within(size * (1 + (dx - dy) / Math.max(rowHeight, 1)), DIGITS) } }, drag);
}

function moverOfPicture({ design, change }: TimerEditor): Mover {
  const { width, height } = design.peek();
  return (dx, dy, drag) =>
    change({ width: within(width + dx, WIDTH), height: within(height + dy, HEIGHT) }, drag);
}

/** Returns the same height for each unit of the row. Null: that of the layout. */
function inRow({ units }: TimerDesign, y: number | null): NonNullable<TimerDesignChanges['units']> {
  const names = UNITS.filter((name) => units[name].show && units[name].x === null);
  return Object.fromEntries(names.map((name) => [name, { y }]));
}

function within(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.max(min, Math.min(max, Math.round(value)));
}
