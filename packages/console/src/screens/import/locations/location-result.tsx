import type { MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/format.ts';
import { Link } from '../../../router/link.tsx';
import { locationImportTexts } from '../../../texts/en/maps/location-import.ts';
import { importTexts } from '../../../texts/en/stores/import.ts';
import { ChangesTable } from '../file/changes-table.tsx';
import { Counts } from '../file/import-counts.tsx';
import { ImportProgress } from '../file/import-progress.tsx';
import { RefusedLocations } from './refused-locations.tsx';
import type { LocationImport, LocationImportState } from './use-location-import.ts';

const imports = locationImportTexts;

interface LocationResultProps {
  readonly map: MapResponse;
  readonly run: LocationImport;
  readonly state: LocationImportState;
  readonly onImport: () => void;
  readonly onAnother: () => void;
}

/** How far an import of locations is, then what it has done. */
export function LocationResult(props: LocationResultProps): JSX.Element {
  const { run, state } = props;
  const { progress, phase, isTrial } = state;
  return (
    <div class="import">
      <section class="import-state card">
        <div role="status">
          <h2>{titleOf(state)}</h2>
        </div>
        {phase === 'running' && <Progress done={progress.done} all={progress.all} />}
        <Counts job={progress} />
        {phase === 'stopped' && !isTrial && <p class="soft">{importTexts.stays}</p>}
        {phase === 'running' && <p class="faint">{imports.keepOpen}</p>}
        <div class="import-actions">
          {phase === 'running' ? (
            <Button onClick={run.stop}>{imports.stop}</Button>
          ) : (
            <EndActions {...props} />
          )}
        </div>
      </section>
      {isTrial && progress.changes.length > 0 && (
        <ChangesTable changes={progress.changes} updated={progress.updated} />
      )}
      {phase !== 'running' && progress.refusals.length > 0 && <RefusedLocations run={run} state={state} />}
    </div>
  );
}

function EndActions({ map, run, state, onImport, onAnother }: LocationResultProps): JSX.Element {
  if (state.isTrial) {
    return (
      <>
        <Button kind="primary" onClick={onImport}>
          {importTexts.start}
        </Button>
        <Button onClick={run.close}>{importTexts.change}</Button>
      </>
    );
  }
  return (
    <>
      <Link class="button primary" to={`/maps/${map.id}`}>
        {imports.toMap}
      </Link>
      <Button onClick={onAnother}>{importTexts.another}</Button>
    </>
  );
}

function titleOf({ phase, isTrial }: LocationImportState): string {
  if (phase === 'running') return isTrial ? imports.trying : imports.running;
  if (phase === 'stopped') return imports.stopped;
  return isTrial ? imports.tried : imports.ended;
}

function Progress({ done, all }: { readonly done: number; readonly all: number }): JSX.Element {
  const percent = all === 0 ? 100 : Math.floor((100 * done) / all);
  return (
    <ImportProgress
      label={imports.running}
      percent={percent}
      text={imports.progress(formatNumber(done), formatNumber(all))}
    />
  );
}
