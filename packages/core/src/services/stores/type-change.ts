import { parseContract } from '../../contracts/ground/contract.ts';
import { ChangePropertyTypeRequest } from '../../contracts/stores/property-type.ts';
import { NotFoundError, ValidationError } from '../../ground/errors.ts';
import { changeTypeJob } from '../../jobs/job-kinds.ts';
import { requireAccountKey } from '../../ports/access.ts';
import { schemaOf } from '../../schema/store-schema.ts';
import { beginTypeChange, endTypeChange } from '../../schema/type-change.ts';
import type { PropertyRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { writeUnderSchema } from './open-store.ts';
import { requireSlots, writeTypeStep } from './schema-write.ts';
import type { StoreService } from './store-service.ts';
import { findForm, type TypeTrial, tryTypeChange } from './type-change-trial.ts';

type TypeCalls = Pick<StoreService, 'changePropertyType'>;

/** The call that changes the type of a property (docs/schema-changes.md). */
export function typeChangeCalls(context: ServiceContext): TypeCalls {
  const { clock, alarm } = context;
  return {
    changePropertyType: (principal, storeId, name, request) =>
      writeUnderSchema(context, principal, storeId, async (store) => {
        requireAccountKey(principal);
        const property = schemaOf(store).propertiesByName.get(name);
        if (property === undefined) throw new NotFoundError('property');
        const {
          type,
          unset = false,
          dryRun = false,
          ...given
        } = parseContract(ChangePropertyTypeRequest, request);
        requireChangeable(property);
        const options = { by: principal.key };
        if (type === property.type) {
          const trial = nothing(property);
          if (dryRun) return { ...trial, status: 'dry_run' };
          if (property.becoming !== undefined) {
            const written = await writeTypeStep(context, store, endTypeChange(store, property), options);
            if (written === 'stale') return written;
            if (written === null) throw new NotFoundError('store');
          }
          return { ...trial, status: 'unchanged' };
        }
        const form = await findForm(context, store, property, type, given);
        const trial = await tryTypeChange(context, store, property, type, form);
        if (dryRun) return { ...trial, status: 'dry_run' };
        if (!unset) requireFitting(trial);
        requireSlots(store);
        const begun = beginTypeChange(store, property, { type, form, unsets: unset });
        const jobs = [changeTypeJob(store, begun.slot, clock())];
        const written = await writeTypeStep(context, store, begun, options, jobs);
        if (written === 'stale') return written;
        if (written === null) throw new NotFoundError('store');
        alarm.ring();
        return { ...trial, status: 'running' };
      }),
  };
}

function requireChangeable({ unique, name }: PropertyRow): void {
  if (!unique) return;
  const message = `"${name}" is unique and keeps its type: the ids of records are made from its values.`;
  throw new ValidationError([{ path: '', message }]);
}

/** @throws ValidationError at `type` if some values do not fit. */
function requireFitting({ values, refused, to, refusedExamples: [first] }: TypeTrial): void {
  if (refused === 0 || first === undefined) return;
  const example = `for example ${JSON.stringify(first.value)} of the record ${JSON.stringify(first.id)}`;
  const message =
    `${refused} of ${values} values are no ${to}, ${example}: ${first.message} ` +
    'Change them, or give "unset": true to unset them.';
  throw new ValidationError([{ path: 'type', message }]);
}

/** Returns what a change to the present type does. */
function nothing({ name, type }: PropertyRow): TypeTrial {
  const counts = { values: 0, converted: 0, unset: 0, refused: 0 };
  const form = { decimal: null, dates: null, unit: null };
  return { property: name, from: type, to: type, ...counts, ...form, examples: [], refusedExamples: [] };
}
