import { acceptedMembers, parseContract } from '../../contracts/ground/contract.ts';
import {
  RenamePropertyRequest,
  type StoreDetail,
  StorePropertyRequest,
  UpdatePropertyRequest,
} from '../../contracts/stores/stores.ts';
import { NotFoundError, ValidationError } from '../../ground/errors.ts';
import { clearSlotJob } from '../../jobs/job-kinds.ts';
import { type Principal, requireAccountKey } from '../../ports/access.ts';
import { requireValid } from '../../schema/checked.ts';
import {
  addProperties,
  findChangeIssues,
  findPropertyIssues,
  findRenameIssues,
  removeProperty,
  renameProperty,
  updateProperty,
} from '../../schema/property.ts';
import { schemaOf } from '../../schema/store-schema.ts';
import type { PropertyRow, StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { writeUnderSchema } from './open-store.ts';
import { NOT_EMPTY, type PlannedChange, requireSlots, writeSchema } from './schema-write.ts';
import type { StoreService } from './store-service.ts';
import { showStoreNow } from './store-view.ts';

type PropertyCalls = Pick<
  StoreService,
  'addProperty' | 'updateProperty' | 'renameProperty' | 'deleteProperty'
>;

/** The calls that change the schema of a store. */
export function propertyCalls(context: ServiceContext): PropertyCalls {
  const { clock } = context;

  /** Applies a schema change. Plans it again if another one came first. */
  async function changeSchema(
    principal: Principal,
    storeId: string,
    plan: (store: StoreRow) => PlannedChange,
  ): Promise<StoreDetail> {
    const changed = await writeUnderSchema(context, principal, storeId, async (store) => {
      // Before the property is looked up (docs/rules.md#order-of-checks).
      requireAccountKey(principal);
      return writeSchema(context, store, plan(store), { by: principal.key });
    });
    if (changed === null) throw new NotFoundError('store');
    if (changed === 'not_empty') throw new ValidationError([{ path: 'unique', message: NOT_EMPTY }]);
    return showStoreNow(context, changed);
  }

  return {
    addProperty: (principal, storeId, request) =>
      changeSchema(principal, storeId, (store) => {
        const pathOf = (_: number, member: string) => member;
        const input = parseContract(StorePropertyRequest, request, (refused) =>
          findPropertyIssues(store.properties, [acceptedMembers(StorePropertyRequest, refused)], pathOf),
        );
        requireSlots(store);
        const properties = requireValid(
          addProperties(store.properties, [input], store.freedSlots, pathOf, store.version + 1),
        );
        return { properties, requireEmpty: input.unique === true };
      }),

    updateProperty: (principal, storeId, name, request) =>
      changeSchema(principal, storeId, (store) => {
        const property = requireProperty(store, name);
        const change = parseContract(UpdatePropertyRequest, request, (input) =>
          findChangeIssues(property, acceptedMembers(UpdatePropertyRequest, input)),
        );
        const changed = requireValid(updateProperty(property, change));
        const properties = store.properties.map((other) => (other === property ? changed : other));
        return { properties, requireEmpty: false };
      }),

    renameProperty: (principal, storeId, name, request) =>
      changeSchema(principal, storeId, (store) => {
        const property = requireProperty(store, name);
        const { name: newName } = parseContract(RenamePropertyRequest, request, (input) =>
          findRenameIssues(store.properties, property, acceptedMembers(RenamePropertyRequest, input).name),
        );
        const properties = requireValid(renameProperty(store.properties, property, newName));
        return { properties, requireEmpty: false };
      }),

    deleteProperty: (principal, storeId, name) =>
      changeSchema(principal, storeId, (store) => {
        const property = requireProperty(store, name);
        const properties = requireValid(removeProperty(store.properties, property));
        return {
          properties,
          requireEmpty: false,
          freedSlots: [...store.freedSlots, property.slot],
          enqueue: [property.slot, ...(property.becoming === undefined ? [] : [property.becoming.slot])].map(
            (slot) => clearSlotJob(store, slot, clock()),
          ),
        };
      }),
  };
}

function requireProperty(store: StoreRow, name: string): PropertyRow {
  const property = schemaOf(store).propertiesByName.get(name);
  if (property === undefined) throw new NotFoundError('property');
  return property;
}
