import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { ApiRoute } from '../packages/http/src/call/route.ts';
import { type OpenApiDocument, openApiDocument } from '../packages/http/src/openapi/document.ts';
import { apiRoutes } from '../packages/http/src/routes/api.ts';
import { docComment, type JsonSchema, typeOfSchema } from './json-schema-types.ts';

const root = resolve(import.meta.dirname, '..');
const NOTE = '// Written by `pnpm client:contracts`. Do not edit.\n';

/** Returns the generated files of packages/client by path. */
export function clientSources(): Record<string, string> {
  return {
    'packages/client/src/generated/contracts.ts': contracts(),
    ...Object.fromEntries(
      SHARED.map((path) => [
        `packages/client/src/generated/${basename(path)}`,
        `${NOTE}${sharedSource(path)}`,
      ]),
    ),
  };
}

/** What the embedded library and the client share. The client may not import core, so it has copies. */
const SHARED = [
  'ground/calls/store-types.ts',
  'ground/calls/pages.ts',
  'ground/calls/batches.ts',
  'ground/calls/unless-aborted.ts',
  'services/records/service/store-calls.ts',
  'services/imports/import-to-end.ts',
];

/** Returns a file of core as it is in the client, where all of these files are in one folder. */
function sharedSource(path: string): string {
  return readFileSync(resolve(root, 'packages/core/src', path), 'utf8')
    .replaceAll(/'(?:\.\.\/)+contracts\/index\.ts'/g, "'./contracts.ts'")
    .replaceAll(/'(?:\.\.\/)+ground\/calls\//g, "'./");
}

type Operation = OpenApiDocument['paths'][string][string];

function contracts(): string {
  const document = openApiDocument(apiRoutes, { title: '', description: '' });
  const schemas = Object.entries(document.components.schemas as Record<string, JsonSchema>);
  const messages = schemas.map(([name, schema]) => {
    const type = typeOfSchema(schema);
    const comment = docComment(schema.description, '');
    const isInterface = type.startsWith('{') && schema.type === 'object';
    return isInterface
      ? `${comment}export interface ${name} ${type}\n`
      : `${comment}export type ${name} = ${type};\n`;
  });
  const routes = apiRoutes.filter(({ path }) => !hasTwin(path)).map((route) => routeType(route, document));
  return `${NOTE}/** The messages of the interface and its routes, as plain types. */\n\n${messages.join('\n')}
/** The routes by method and path. */
export interface Routes {
${routes.join('')}}
`;
}

/** Whether the path of the administration also exists under /v2, which the client uses. */
function hasTwin(path: string): boolean {
  const twin = path.replace(/^\/admin\//, '/v2/');
  return twin !== path && apiRoutes.some((other) => other.path === twin);
}

function routeType(route: ApiRoute, { paths }: OpenApiDocument): string {
  const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
  const operation = paths[path]?.[route.method.toLowerCase()] as Operation;
  const parameters = (operation.parameters ?? []) as readonly Parameter[];
  const members = [
    `readonly operation: '${operation.operationId}';`,
    parameterMember('params', 'path', parameters),
    parameterMember('query', 'query', parameters),
    parameterMember('headers', 'header', parameters),
    bodyMember(operation),
    `readonly response: ${responseType(operation)};`,
  ];
  const lines = members.filter((member) => member !== '').map((member) => `    ${member}\n`);
  return `${docComment(operation.summary, '  ')}  '${route.method} ${path}': {\n${lines.join('')}  };\n`;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

function parameterMember(member: string, place: string, all: readonly Parameter[]): string {
  const own = all.filter((parameter) => parameter.in === place);
  if (own.length === 0) return '';
  const types = own.map(({ name, required, schema }) => {
    const type = place === 'path' ? 'string | number' : typeOfSchema(schema);
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    return required ? `readonly ${key}: ${type}` : `readonly ${key}?: ${type} | undefined`;
  });
  const isOptional = own.every(({ required }) => !required);
  return `readonly ${member}${isOptional ? '?' : ''}: { ${types.join('; ')} };`;
}

function bodyMember(operation: Operation): string {
  const body = operation.requestBody as { content: Record<string, { schema: JsonSchema }> } | undefined;
  if (body === undefined) return '';
  const media = Object.values(body.content)[0];
  return `readonly body: ${typeOfSchema(media?.schema ?? {})};`;
}

function responseType({ responses }: Operation): string {
  const [, success] = Object.entries(responses).find(([status]) => status < '300') ?? [];
  const content = (success as { content?: Record<string, { schema?: JsonSchema }> }).content;
  if (content === undefined) return 'undefined';
  const schema = content['application/json']?.schema;
  return schema === undefined ? 'ReadableStream<Uint8Array>' : typeOfSchema(schema);
}
