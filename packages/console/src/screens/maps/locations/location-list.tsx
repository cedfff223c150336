import type { LocationResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/format.ts';
import { shellTexts } from '../../../texts/en/shell.ts';
import { describeState, titleOf } from './location-state.ts';

const STEP = 100;

interface LocationListProps {
  readonly locations: readonly LocationResponse[];
  readonly selectedId: string | null;
  readonly unit: string;
  readonly onSelect: (location: LocationResponse) => void;
}

/** The locations as a list of buttons, a hundred at first. The arrows move between them. */
export function LocationList({ locations, selectedId, unit, onSelect }: LocationListProps): JSX.Element {
  const [count, setCount] = useState(STEP);
  const ref = useRef<HTMLUListElement>(null);
  useEffect(() => {
    ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);
  return (
    <>
      <ul
        ref={ref}
        class="location-list"
        onKeyDown={(event) => {
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
          if (step === 0) return;
          const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
          const next = buttons[buttons.indexOf(document.activeElement as HTMLElement) + step];
          if (next === undefined) return;
          event.preventDefault();
          next.focus();
        }}
      >
        {locations.slice(0, count).map((location) => (
          <LocationItem
            key={location.id}
            {...{ location, unit, onSelect }}
            isSelected={location.id === selectedId}
          />
        ))}
      </ul>
      {locations.length > count && (
        <Button class="location-more" onClick={() => setCount(count + STEP)}>
          {shellTexts.more}
        </Button>
      )}
    </>
  );
}

interface LocationItemProps extends Pick<LocationListProps, 'unit' | 'onSelect'> {
  readonly location: LocationResponse;
  readonly isSelected: boolean;
}

function LocationItem({ location, unit, isSelected, onSelect }: LocationItemProps): JSX.Element {
  const { label, tone } = describeState(location);
  const title = titleOf(location);
  const { address, distance } = location;
  return (
    <li>
      <button
        type="button"
        data-id={location.id}
        aria-current={isSelected || undefined}
        onClick={() => onSelect(location)}
      >
        <span class="location-title cut" dir="auto" title={title}>
          {title}
        </span>
        {distance !== undefined && (
          <span class="number soft">
            {formatNumber(Math.round(distance * 10) / 10)} {unit}
          </span>
        )}
        {address !== null && address !== title && <span class="location-address cut">{address}</span>}
        <span class="location-state" data-tone={tone}>
          {label}
        </span>
      </button>
    </li>
  );
}
