import type { MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { readSeparatorLine } from '../../../../core/src/imports/csv/separator-line.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { type Choice, SelectField } from '../../components/field.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { formatNumber } from '../../components/format.ts';
import { messageOf } from '../../session/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { mapsTexts } from '../../texts/en/maps.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import {
  formOf,
  guessTargets,
  hasPlace,
  type LocationFile,
  newFields,
  type Target,
  toLocation,
  withFields,
} from './import-columns.ts';
import { type ImportProgress, importRows, NOTHING_DONE } from './import-run.ts';

const { imports } = mapsTexts;
const REFUSED_SHOWN = 20;

interface ImportLocationsProps {
  readonly map: MapResponse;
  readonly onClose: () => void;
  /** Called when the map has got fields. */
  readonly onFields: (map: MapResponse) => void;
  /** Called when rows were written. */
  readonly onDone: () => void;
}

/** Reads a CSV file, asks what its columns hold, and adds its rows to the map. */
export function ImportLocations({ map, onClose, onFields, onDone }: ImportLocationsProps): JSX.Element {
  const { client } = useSession();
  const [file, setFile] = useState<LocationFile | null>(null);
  const [targets, setTargets] = useState<readonly Target[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [isRunning, setRunning] = useState(false);
  const aborting = useRef(new AbortController());
  useEffect(() => () => aborting.current.abort(), []);

  async function read(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    const { default: papa } = await import('papaparse');
    const text = await chosen.text();
    const named = readSeparatorLine(text);
    const { data, meta } = papa.parse<string[]>(text.slice(named?.length ?? 0), {
      skipEmptyLines: 'greedy',
      ...(named === null ? {} : { delimiter: named.delimiter }),
    });
    const [columns = [], ...rows] = data;
    if (columns.length === 0 || rows.length === 0) {
      setProblem(imports.unreadable);
      return;
    }
    setProblem(null);
    setTargets(guessTargets(columns, map));
    setFile({ columns, rows, form: formOf(meta.delimiter) });
  }

  async function run(file: LocationFile): Promise<void> {
    const { columns, rows, form } = file;
    setRunning(true);
    setProgress(NOTHING_DONE);
    try {
      const added = newFields(file, targets);
      const filled =
        added.length === 0 ? map : await client.maps.update(map.id, { fields: [...map.fields, ...added] });
      if (filled !== map) onFields(filled);
      const holds = withFields(columns, targets);
      const bodies = rows.map((row) => toLocation(row, holds, filled, form));
      await importRows(client, map.id, bodies, { signal: aborting.current.signal, onProgress: setProgress });
    } catch (error) {
      setProblem(messageOf(error));
      setProgress((before) => (before === NOTHING_DONE ? null : before));
    }
    setRunning(false);
    onDone();
  }

  const count = file === null ? '' : formatNumber(file.rows.length);
  const isReady = file !== null && progress === null;
  return (
    <Dialog
      title={imports.title}
      width={620}
      onClose={onClose}
      {...(isReady && hasPlace(targets) ? { onSubmit: () => void run(file) } : {})}
      actions={
        isReady ? (
          <>
            <Button onClick={onClose}>{shellTexts.cancel}</Button>
            <Button kind="primary" type="submit" disabled={!hasPlace(targets)}>
              {imports.start(imports.rows(count, file.rows.length === 1))}
            </Button>
          </>
        ) : progress !== null ? (
          <Button kind="primary" onClick={() => (isRunning ? aborting.current.abort() : onClose())}>
            {isRunning ? imports.stop : shellTexts.done}
          </Button>
        ) : null
      }
    >
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {file === null && (
        <FileDrop
          label={imports.drop}
          hint={imports.hint}
          accept=".csv,.tsv,.txt"
          onFiles={([chosen]) => void read(chosen)}
        />
      )}
      {isReady && <Columns file={file} targets={targets} map={map} onTargets={setTargets} />}
      {isReady && !hasPlace(targets) && <p class="note">{imports.nothing}</p>}
      {file !== null && progress !== null && <Progress progress={progress} all={file.rows.length} />}
    </Dialog>
  );
}

interface ColumnsProps {
  readonly file: LocationFile;
  readonly targets: readonly Target[];
  readonly map: MapResponse;
  readonly onTargets: (targets: readonly Target[]) => void;
}

function Columns({ file, targets, map, onTargets }: ColumnsProps): JSX.Element {
  const choices: readonly Choice<Target>[] = [
    { value: 'skip', label: imports.skip },
    { value: 'uniqueId', label: 'uniqueId' },
    { value: 'name', label: mapsTexts.panel.name },
    { value: 'address', label: imports.addressPart },
    { value: 'lat', label: 'lat' },
    { value: 'lng', label: 'lng' },
    { value: 'newField', label: imports.newField },
    ...map.fields.map(({ name }) => ({ value: `field:${name}` as const, label: imports.field(name) })),
  ];
  return (
    <div class="table-scroll">
      <table class="table">
        <caption class="unseen">{imports.columns}</caption>
        <thead>
          <tr>
            <th scope="col">{imports.column}</th>
            <th scope="col">{imports.sample}</th>
            <th scope="col">{imports.holds}</th>
          </tr>
        </thead>
        <tbody>
          {file.columns.map((column, at) => (
            <tr key={at}>
              <th scope="row" class="cut">
                {column}
              </th>
              <td class="cut soft">{file.rows[0]?.[at]}</td>
              <td>
                <SelectField<Target>
                  label={`${imports.holds}: ${column}`}
                  isLabelUnseen
                  value={targets[at] ?? 'skip'}
                  choices={choices}
                  onValue={(target) => onTargets(targets.with(at, target))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Progress({
  progress,
  all,
}: {
  readonly progress: ImportProgress;
  readonly all: number;
}): JSX.Element {
  const { done, added, updated, refused, refusedCount } = progress;
  return (
    <div class="import-progress">
      <progress
        class="progress"
        value={done}
        max={all}
        aria-label={imports.progress(String(done), String(all))}
      />
      <p class="number" role="status">
        {imports.progress(formatNumber(done), formatNumber(all))}
        {' · '}
        {imports.result(formatNumber(added), formatNumber(updated), formatNumber(refusedCount))}
      </p>
      <ul>
        {refused.slice(0, REFUSED_SHOWN).map(({ line, message }) => (
          <li key={line}>{imports.refusedRow(line, message)}</li>
        ))}
      </ul>
    </div>
  );
}
