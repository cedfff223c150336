import type { TimerDesign, TimerDesignChanges } from '@vitrine/client';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Grip } from '../../../components/designer/grip.tsx';
import type { Mover } from '../../../components/designer/pointer-drag.ts';
import { useSession } from '../../../session/session.ts';
import { timersTexts } from '../../../texts/en/images/timers.ts';
import { UNITS, type UnitName } from '../design/design-form.ts';
import type { TimerEditor } from '../design/timer-editor.ts';
import type { Place } from './unit-places.ts';
import { useUnitPlaces } from './use-unit-places.ts';

const { arrange, labelOf } = timersTexts.designer;
const ALIGNS = ['left', 'center', 'right'] as const;
const WIDTH = { min: 50, max: 1_200 };
const HEIGHT = { min: 20, max: 600 };
const DIGITS = { min: 8, max: 400 };

/** Handles over the picture: for each unit, for the row, for the size of the digits and of the picture. */
export function ArrangeLayer({ editor }: { readonly editor: TimerEditor }): JSX.Element {
  const { client } = useSession();
  const drawn = editor.draft.value;
  const places = useUnitPlaces(client, drawn);
  const layer = useRef<HTMLDivElement>(null);
  const design = editor.design.value;
  const { width, height, units } = design;
  const scaleOf = () => (layer.current?.clientWidth ?? drawn.design.width) / drawn.design.width;
  const at = ({ x, y }: Place) => ({
    left: (100 * x) / drawn.design.width,
    top: (100 * y) / drawn.design.height,
  });
  const row = places?.row ?? null;
  const rowPlace = row === null ? null : { x: (row.left + row.right) / 2, y: (row.top + row.bottom) / 2 };

  return (
    <div ref={layer} class="arrange-layer">
      {UNITS.map((name) => {
        const given = units[name];
        const found = places?.units[name];
        if (found === undefined || !given.show) return null;
        const place = { x: given.x ?? found.x, y: given.y ?? found.y };
        return (
          <Grip
            key={name}
            scaleOf={scaleOf}
            {...at(place)}
            kind="unit"
            label={arrange.unit(labelOf[name])}
            onBegin={() => moverOfUnit(editor, name, place)}
            onReset={() => editor.change({ units: { [name]: { x: null, y: null } } })}
          />
        );
      })}
      {row !== null && rowPlace !== null && (
        <>
          <Grip
            scaleOf={scaleOf}
            {...at({ x: rowPlace.x, y: row.top })}
            kind="row"
            label={arrange.row}
            sideStep={width / 3}
            onBegin={() => moverOfRow(editor, rowPlace.y)}
            onReset={() => editor.change({ units: inRow(design, null) })}
          />
          <Grip
            scaleOf={scaleOf}
            {...at({ x: row.right, y: row.top })}
            kind="size"
            label={arrange.digits}
            onBegin={() => moverOfDigits(editor, row.bottom - row.top)}
          />
        </>
      )}
      <Grip
        scaleOf={scaleOf}
        {...at({ x: width, y: height })}
        kind="size"
        label={arrange.picture}
        onBegin={() => moverOfPicture(editor)}
      />
    </div>
  );
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
