import type { LiveLayer } from '@vitrine/client';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { IconButton } from '../../../components/button.tsx';
import { FormSection } from '../../../components/designer/form-section.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { MenuButton } from '../../../components/overlays/menu.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { openPart, partOfAddress, selectPart } from '../draft/part.ts';
import {
  changesOf,
  duplicateLayer,
  hasRoom,
  isHidden,
  layersFromTop,
  moveLayer,
  removeLayer,
  toggledShow,
} from './layer-order.ts';
import { lockedLayers, toggleLock } from './locked-layers.ts';
import { addLayer } from './new-layer.ts';

const texts = liveImagesTexts.layers;
const ICONS: Readonly<Record<LiveLayer['type'], IconName>> = {
  text: 'font',
  image: 'image',
  shape: 'shape',
  timer: 'timer',
};
const TYPES = Object.keys(ICONS) as LiveLayer['type'][];

/**
 * The layers, the uppermost first. They are dragged, or moved with Alt and the arrow keys. Tab reaches one of them with its
 * buttons, arrow keys the others: a picture has many layers.
 */
export function LayerList({ form }: { readonly form: LiveForm }): JSX.Element {
  const { design, change } = form;
  const { layers } = design;
  const names = layersFromTop(layers);
  const part = partOfAddress(design);
  const [dragged, setDragged] = useState<string | null>(null);
  /** The layer that had the focus last. */
  const [reached, setReached] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const selected = part?.kind === 'layer' ? part.name : null;
  const reachable = [reached, selected].find((name) => name !== null && names.includes(name)) ?? names[0];
  const move = (name: string, to: number) => {
    const changes = moveLayer(layers, name, to);
    if (changes !== null) change(changes);
  };
  return (
    <FormSection title={texts.title} isOpen>
      <ol ref={list} class="layer-list">
        {names.map((name, at) => (
          <li
            key={name}
            draggable
            onFocusIn={() => setReached(name)}
            data-dragged={dragged === name || undefined}
            onDragStart={(event) => {
              event.dataTransfer?.setData('text/plain', name);
              setDragged(name);
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged !== null) event.preventDefault();
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, at);
              setDragged(null);
            }}
          >
            <LayerRow
              form={form}
              name={name}
              at={at}
              isSelected={selected === name}
              isReachable={reachable === name}
              onMove={(to) => move(name, to)}
              onReach={(to) =>
                list.current
                  ?.querySelectorAll<HTMLElement>('.part-row')
                  [(to + names.length) % names.length]?.focus()
              }
            />
          </li>
        ))}
      </ol>
      <MenuButton
        size="small"
        icon="add"
        label={texts.add}
        items={TYPES.map((type) => ({
          label: texts.types[type],
          icon: ICONS[type],
          isDisabled: !hasRoom(layers),
          onSelect: () => addLayer(form, type),
        }))}
      />
    </FormSection>
  );
}

interface LayerRowProps {
  readonly form: LiveForm;
  readonly name: string;
  readonly at: number;
  readonly isSelected: boolean;
  readonly isReachable: boolean;
  readonly onMove: (to: number) => void;
  /** Moves the focus to the layer at a place in the list. */
  readonly onReach: (to: number) => void;
}

function LayerRow(props: LayerRowProps): JSX.Element | null {
  const { form, name, at, isSelected, isReachable, onMove, onReach } = props;
  const { design, change } = form;
  const layer = design.layers[name];
  if (layer === undefined) return null;
  const isLocked = lockedLayers().includes(name);
  const hidden = isHidden(layer);
  const tabIndex = isReachable ? 0 : -1;
  function duplicate(): void {
    const copy = duplicateLayer(design.layers, name, form.named().layers);
    if (copy === null) return;
    change(copy.changes);
    openPart('layer', copy.name);
  }
  function remove(): void {
    if (isSelected) selectPart(null);
    change(removeLayer(design, name));
  }
  return (
    <div class="layer-row" data-hidden={hidden || undefined}>
      <button
        type="button"
        class="part-row"
        tabIndex={tabIndex}
        aria-pressed={isSelected}
        aria-description={texts.keys}
        onClick={() => selectPart('layer', name)}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
          if (step !== 0) (event.altKey ? onMove : onReach)(at + step);
          else if (event.key === 'Delete') remove();
          else return;
          event.preventDefault();
        }}
      >
        <Icon name={ICONS[layer.type]} />
        <span class="cut">{name}</span>
      </button>
      <IconButton
        size="small"
        tabIndex={tabIndex}
        icon={hidden ? 'eyeOff' : 'eye'}
        label={hidden ? texts.show(name) : texts.hide(name)}
        onClick={() => change(changesOf({ [name]: { show: toggledShow(layer) } }))}
      />
      <IconButton
        size="small"
        tabIndex={tabIndex}
        icon={isLocked ? 'lock' : 'unlock'}
        label={isLocked ? texts.unlock(name) : texts.lock(name)}
        onClick={() => toggleLock(name)}
      />
      <MenuButton
        isIconOnly
        icon="more"
        size="small"
        tabIndex={tabIndex}
        align="end"
        label={texts.actionsOf(name)}
        items={[
          { label: texts.up, icon: 'sortUp', keys: 'Alt+↑', onSelect: () => onMove(at - 1) },
          { label: texts.down, icon: 'sortDown', keys: 'Alt+↓', onSelect: () => onMove(at + 1) },
          {
            label: texts.duplicate,
            icon: 'copy',
            isDisabled: !hasRoom(design.layers),
            onSelect: duplicate,
          },
          null,
          { label: texts.remove, icon: 'trash', isDangerous: true, onSelect: remove },
        ]}
      />
    </div>
  );
}
