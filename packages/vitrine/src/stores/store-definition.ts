import type { CreateStoreRequest, StorePropertyRequest } from '@vitrine/core/contracts';
import { PROPERTY_TYPES } from '@vitrine/core/server';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { readJsonFile } from '../terminal/read-json-file.ts';

const PROPERTY = new RegExp(`^(.+):(${PROPERTY_TYPES.join('|')})((?::(?:required|unique))*)$`, 's');

/** Reads `name:type[:required][:unique]`. A name may contain colons. @throws CommandError */
export function readProperty(text: string): StorePropertyRequest {
  const [, name, type, rules = ''] = PROPERTY.exec(text) ?? [];
  if (name === undefined || type === undefined) {
    const forms = `Expected <name:type> with one of the types ${PROPERTY_TYPES.join(', ')}`;
    throw new CommandError(
      EXIT.usage,
      `${forms}, and :required or :unique after it, not ${JSON.stringify(text)}.`,
    );
  }
  const given = rules.split(':');
  return {
    name,
    type: type as StorePropertyRequest['type'],
    ...(given.includes('required') ? { required: true } : {}),
    ...(given.includes('unique') ? { unique: true } : {}),
  };
}

/** The members of a store that its definition has. `stores show --json` prints others too. */
const DEFINITION = ['name', 'description', 'recordTtl', 'changes', 'history', 'properties'] as const;

/** Reads the definition of a store: the request to create one, or what `stores show --json` printed. @throws CommandError */
export async function readDefinition(path: string): Promise<Partial<CreateStoreRequest>> {
  const content = await readJsonFile(path);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new CommandError(EXIT.data, `${path} is not a JSON object with name and properties.`);
  }
  // The service names unknown members of a request, but the members of a printed store are known.
  if (!('store_type' in content)) return content;
  const members = DEFINITION.filter((name) => name in content);
  return Object.fromEntries(members.map((name) => [name, (content as Record<string, unknown>)[name]]));
}
