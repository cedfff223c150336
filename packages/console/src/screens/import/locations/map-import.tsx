import type { InferStoreResponse, MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { SelectField } from '../../../components/field.tsx';
import { formatNumber } from '../../../components/format.ts';
import { Icon } from '../../../components/icon.tsx';
import { Page } from '../../../components/pages/page.tsx';
import { Loaded, useLoad } from '../../../components/pages/use-load.tsx';
import { useSession } from '../../../session/session.ts';
import { locationImportTexts } from '../../../texts/en/maps/location-import.ts';
import { shellTexts } from '../../../texts/en/shell.ts';
import { importTexts } from '../../../texts/en/stores/import.ts';
import { FileForm } from '../file/file-form.tsx';
import { ImportActions } from '../file/import-actions.tsx';
import { type Forget, useBeginAnew, useDecision } from '../file/use-decision.ts';
import { type ImportDraft, useImportDraft } from '../file/use-import-draft.ts';
import { guessPlan, hasPlace, type LocationPlan } from './location-columns.ts';
import { LocationPreview } from './location-preview.tsx';
import { LocationResult } from './location-result.tsx';
import { MeaningList } from './meaning-list.tsx';
import { useLocationImport } from './use-location-import.ts';

const imports = locationImportTexts;
const NONE = '';

/** Imports a file into the map of the path. */
export function MapImport({ mapId }: { readonly mapId: number }): JSX.Element {
  const { client } = useSession();
  const load = useLoad<MapResponse>((signal) => client.maps.get(mapId, { signal }), [client, mapId]);
  return (
    <Loaded load={load} isPage>
      {(map) => <ImportInto map={map} onChanged={load.replace} />}
    </Loaded>
  );
}

interface ImportIntoProps {
  readonly map: MapResponse;
  /** Called when the map has got fields. */
  readonly onChanged: (map: MapResponse) => void;
}

function ImportInto({ map, onChanged }: ImportIntoProps): JSX.Element {
  const draft = useImportDraft(null);
  const [plan, changePlan, keptPlan] = useLocationPlan(draft, map);
  const beginAnew = useBeginAnew(draft.file, [...draft.kept, keptPlan]);
  const setPlan = (next: LocationPlan) => {
    changePlan(next);
    draft.decide();
  };
  const run = useLocationImport(map, onChanged);

  function start(isTrial: boolean): void {
    const { file, found } = draft;
    if (file === null || found === null || plan === null) return;
    if (hasPlace(plan)) {
      if (!isTrial) draft.finish();
      run.start({ file, found, plan }, isTrial).catch(draft.fail);
    } else draft.setProblem('mapping', imports.nothing);
  }

  return (
    <Page title={imports.title(map.name)} parent={{ to: `/maps/${map.id}`, label: map.name }}>
      {run.state !== null ? (
        <LocationResult
          map={map}
          run={run}
          state={run.state}
          onImport={() => start(false)}
          onAnother={() => {
            if (run.corrected.length > 0 && !window.confirm(shellTexts.leave)) return;
            run.close();
            draft.choose(null);
          }}
        />
      ) : (
        <FileForm
          draft={draft}
          onSubmit={() => start(true)}
          onAnew={beginAnew}
          actions={
            <ImportActions
              busy={run.isReading ? 'dry' : null}
              problems={draft.problems}
              onStart={() => start(false)}
            />
          }
        >
          {(found) =>
            plan !== null && (
              <>
                <KeyColumn map={map} found={found} plan={plan} onPlan={setPlan} />
                <MeaningList map={map} found={found} plan={plan} onPlan={setPlan} />
                <LocationPreview rows={draft.firstRows} found={found} plan={plan} map={map} />
              </>
            )
          }
        </FileForm>
      )}
    </Page>
  );
}

/** Returns the meanings of the columns: as they are guessed, until the user changes them for this file. */
function useLocationPlan(
  { file, found }: ImportDraft,
  map: MapResponse,
): readonly [LocationPlan | null, (plan: LocationPlan) => void, Forget | null] {
  const [edited, setPlan, forget] = useDecision<LocationPlan | null>('meanings', file, null);
  if (found === null) return [null, setPlan, forget];
  const isCurrent = edited?.meanings.length === found.properties.length;
  return [isCurrent ? edited : guessPlan(found, map), setPlan, forget];
}

interface KeyColumnProps {
  readonly map: MapResponse;
  readonly found: InferStoreResponse;
  readonly plan: LocationPlan;
  readonly onPlan: (plan: LocationPlan) => void;
}

/** Asks which column identifies a location, and warns if a second import would double what the map has. */
function KeyColumn({ map, found, plan, onPlan }: KeyColumnProps): JSX.Element {
  const { total } = map.locationCounts;
  const column = plan.key === null ? undefined : found.properties[plan.key]?.column;
  return (
    <>
      <div class="import-name">
        <SelectField
          label={imports.key.question}
          hint={column === undefined ? imports.key.noneHint : imports.key.hint(column)}
          value={plan.key === null ? NONE : String(plan.key)}
          choices={[
            { value: NONE, label: importTexts.key.none },
            ...found.properties.map((property, at) => ({
              value: String(at),
              label: property.distinct ? importTexts.key.distinct(property.column) : property.column,
            })),
          ]}
          onValue={(value) => onPlan({ ...plan, key: value === NONE ? null : Number(value) })}
        />
      </div>
      {column === undefined && total > 0 && (
        <p class="note warn">
          <Icon name="alert" />
          <span>{imports.key.doubles(formatNumber(total), total === 1)}</span>
        </p>
      )}
    </>
  );
}
