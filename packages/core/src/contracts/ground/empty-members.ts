import { z } from 'zod';
import { isJsonObject } from '../../ground/json/json-object.ts';

/** The contracts of members that read an empty text and null themselves. */
const keeping = new WeakSet<z.ZodType>();

/**
 * Marks the contract of an optional member that reads `""` and null itself: because they are values of it, or because
 * it grants or limits rights (docs/rules.md#empty-values). Has to be the last step in building the contract.
 */
export function keepsEmpty<Contract extends z.ZodType>(contract: Contract): Contract {
  keeping.add(contract);
  return contract;
}

interface Member {
  readonly name: string;
  readonly contract: z.ZodType;
  /** The value of an empty text: null where null is a value of the member, otherwise undefined. */
  readonly empty: null | undefined;
  /** Whether `""` and null are read here: the member is optional, and its contract does not read them itself. */
  readonly mayBeEmpty: boolean;
}

const members = new WeakMap<z.ZodObject, readonly Member[]>();

function membersOf(contract: z.ZodObject): readonly Member[] {
  let found = members.get(contract);
  if (found === undefined) {
    found = Object.entries(contract.shape).map(([name, own]) => {
      const member = own as z.ZodType;
      const mayBeEmpty = member.isOptional() && !keeping.has(member);
      return { name, contract: member, empty: member.isNullable() ? null : undefined, mayBeEmpty };
    });
    members.set(contract, found);
  }
  return found;
}

/**
 * Returns an input without the empty members of its objects: `""` and null of an optional member count as absent, or
 * both as null where null has a meaning (docs/rules.md#empty-values). Returns the same object if it has none.
 */
export function withoutEmpty(contract: z.ZodType, input: unknown): unknown {
  if (contract instanceof z.ZodOptional || contract instanceof z.ZodNullable)
    return withoutEmpty(contract.unwrap() as z.ZodType, input);
  if (contract instanceof z.ZodArray) {
    const { element } = contract;
    if (!(element instanceof z.ZodObject) || !Array.isArray(input)) return input;
    const elements = input.map((each) => withoutEmpty(element, each));
    return elements.some((each, index) => each !== input[index]) ? elements : input;
  }
  if (contract instanceof z.ZodUnion && Array.isArray(input)) {
    const list = contract.options.find((option) => option instanceof z.ZodArray);
    return list === undefined ? input : withoutEmpty(list, input);
  }
  if (!(contract instanceof z.ZodObject) || !isJsonObject(input)) return input;
  let changed: Record<string, unknown> | null = null;
  for (const member of membersOf(contract)) {
    if (!Object.hasOwn(input, member.name)) continue;
    const value = input[member.name];
    const read = readMember(member, value);
    if (read === value) continue;
    changed ??= { ...input };
    if (read === undefined) delete changed[member.name];
    else changed[member.name] = read;
  }
  return changed ?? input;
}

function readMember({ contract, empty, mayBeEmpty }: Member, value: unknown): unknown {
  if (value !== '' && value !== null) return withoutEmpty(contract, value);
  return mayBeEmpty ? empty : value;
}
