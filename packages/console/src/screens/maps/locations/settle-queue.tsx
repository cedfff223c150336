import type { LocationResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import type { IconName } from '../../../components/icon.tsx';
import { EmptyState } from '../../../components/pages/states.tsx';
import { useKeptForm } from '../../../forms/kept-form.ts';
import { mapsTexts } from '../../../texts/en/maps/maps.ts';
import { shellTexts } from '../../../texts/en/shell.ts';
import { AddressText } from './address-text.tsx';
import { formOfAddress } from './location-form.ts';
import { placeOf, titleOf } from './location-state.ts';
import { StateLine } from './state-line.tsx';

const { settle } = mapsTexts;

interface SettleQueueProps {
  readonly locations: readonly LocationResponse[];
  readonly current: LocationResponse | null;
  readonly isPlacing: boolean;
  readonly onCurrent: (location: LocationResponse | null) => void;
  readonly onAccept: (location: LocationResponse) => void;
  /** Resolves to whether the server has accepted it. */
  readonly onAddress: (location: LocationResponse, address: string) => Promise<boolean>;
  readonly onAgain: (location: LocationResponse) => void;
  readonly onPlacing: (isPlacing: boolean) => void;
  readonly onRemove: (location: LocationResponse) => void;
}

/** The addresses that need a person, one after the other, by buttons or by keys. */
export function SettleQueue(props: SettleQueueProps): JSX.Element {
  const { locations, current, onCurrent } = props;
  const at = Math.max(
    0,
    locations.findIndex(({ id }) => id === current?.id),
  );
  const location = locations[at];
  const id = location?.id ?? null;

  useEffect(() => {
    if (location !== undefined && current?.id !== location.id) onCurrent(location);
  }, [id, current?.id]);

  if (location === undefined) {
    return (
      <EmptyState icon="check" title={settle.done}>
        {settle.doneText}
      </EmptyState>
    );
  }

  return <Settled key={location.id} {...props} location={location} at={at} />;
}

interface SettledProps extends SettleQueueProps {
  readonly location: LocationResponse;
  /** Its place in the queue. */
  readonly at: number;
}

/** One address of the queue. What is typed as its correction is kept until it is sent or given up. */
function Settled(props: SettledProps): JSX.Element {
  const { location, at, locations, isPlacing, onCurrent, onPlacing } = props;
  const kept = useKeptForm<string>(formOfAddress(location.id));
  const [isEditing, setEditing] = useState(kept.typed !== null);
  const address = kept.typed ?? location.address ?? '';
  const ref = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // Layout effects, so that keys that follow at once go to what is shown.
  useLayoutEffect(() => {
    if (isEditing) field.current?.select();
  }, [isEditing]);
  useLayoutEffect(() => {
    // The map has the focus while a place is chosen on it.
    if (!isPlacing) ref.current?.focus({ preventScroll: true });
  }, [isPlacing]);
  const end = () => {
    if (!kept.forget()) return;
    setEditing(false);
    ref.current?.focus();
  };

  const go = (step: number) =>
    onCurrent(locations[(at + step + locations.length) % locations.length] ?? null);
  const actions: readonly Action[] = [
    {
      key: 'Enter',
      label: settle.accept,
      icon: 'check',
      isOff: placeOf(location) === null,
      run: () => props.onAccept(location),
    },
    { key: 'E', label: settle.edit, icon: 'edit', run: () => setEditing(true) },
    { key: 'P', label: settle.place, icon: 'pin', run: () => onPlacing(!isPlacing) },
    {
      key: 'R',
      label: settle.again,
      icon: 'refresh',
      isOff: location.address === null,
      run: () => props.onAgain(location),
    },
    { key: 'N', label: settle.skip, icon: 'chevronRight', run: () => go(1) },
    { key: 'B', label: settle.back, icon: 'chevronLeft', run: () => go(-1) },
    { key: 'Delete', label: settle.remove, icon: 'trash', run: () => props.onRemove(location) },
  ];

  return (
    <div
      ref={ref}
      class="settle"
      tabIndex={0}
      role="group"
      aria-label={`${titleOf(location)}, ${settle.position(at + 1, locations.length)}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isPlacing) onPlacing(false);
        if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement)
          return;
        // A button in focus is pressed by Enter itself.
        if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) return;
        const action = actions.find(({ key }) => key.toLowerCase() === event.key.toLowerCase());
        if (action === undefined || action.isOff === true) return;
        event.preventDefault();
        action.run();
      }}
    >
      <p class="settle-position number">{settle.position(at + 1, locations.length)}</p>
      <h2 class="settle-title">{titleOf(location)}</h2>
      <StateLine location={location} />
      {location.address !== null && (
        <p class="location-matched">
          <AddressText address={location.address} matched={location.geocodeMatched} />
        </p>
      )}
      {location.geocodeMatched !== null && <p class="faint">{mapsTexts.matched}</p>}
      {isEditing && (
        <form
          class="settle-edit"
          onSubmit={(event) => {
            event.preventDefault();
            void props.onAddress(location, address).then((isDone) => {
              // What was refused, or could not be sent, stays to be sent again.
              if (isDone) end();
            });
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            end();
          }}
        >
          <TextField
            label={settle.edit}
            value={address}
            onValue={kept.keep}
            inputRef={field}
            maxLength={1_000}
          />
          <Button kind="primary" type="submit">
            {shellTexts.save}
          </Button>
        </form>
      )}
      {isPlacing && <p class="note">{settle.placing}</p>}
      <div class="settle-actions">
        {actions.map((action) => (
          <Button
            key={action.key}
            icon={action.icon}
            kind={action.key === 'Enter' ? 'primary' : 'plain'}
            disabled={action.isOff ?? false}
            aria-keyshortcuts={action.key}
            {...(action.key === 'P' ? { 'aria-pressed': isPlacing } : {})}
            onClick={action.run}
          >
            <span>{action.label}</span>
            <kbd>{action.key}</kbd>
          </Button>
        ))}
      </div>
    </div>
  );
}

interface Action {
  readonly key: string;
  readonly label: string;
  readonly icon: IconName;
  readonly isOff?: boolean;
  readonly run: () => void;
}
