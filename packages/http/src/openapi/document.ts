import type { ErrorCode } from '@vitrine/core';
import { HttpValidationProblemDetails, type z } from '@vitrine/core/contracts';
import { statusOf } from '@vitrine/core/server';
import { parameterNames } from '../call/path-table.ts';
import { type ApiRoute, isBodyRequired, type KeyedRoute, type ResponseDescription } from '../call/route.ts';
import { FILE_TYPES } from '../request/bodies/file-upload.ts';
import { problemTitles } from '../response/problem.ts';
import { EXAMPLES } from './examples/examples.ts';
import { describeIdempotency } from './idempotency.ts';
import { componentSchemas, idOf, type JsonSchema, parameterSchemas, refTo } from './schemas.ts';
import { describeTag } from './tags.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Record<string, readonly string[]>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, Record<string, unknown>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly security?: readonly never[];
  readonly responses: Record<string, object>;
}

/** The version of the interface (docs/rules.md#openapi-documents). */
const VERSION = '1.0.0';

export interface OpenApiOptions {
  /** The path below which the interface is mounted. Default: the root. */
  readonly basePath?: string;
  readonly title: string;
  readonly description: string;
}

/** Returns an OpenAPI 3.1 description of the routes, built from the contracts that validate their requests. */
export function openApiDocument(
  routes: readonly ApiRoute[],
  { basePath = '', title, description }: OpenApiOptions,
): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    const described = isIdempotent(route) ? { ...route, ...describeIdempotency(route) } : route;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(described) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: VERSION, description, license: { name: 'MIT', identifier: 'MIT' } },
    // Relative to the document's own URL, so that it holds behind any proxy and on any port.
    servers: [{ url: basePath === '' ? '/' : basePath }],
    security: [{ apiKey: [] }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map(describeTag),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An account key (`account-…`) or a store key (`store-…`), which can access one store.',
        },
      },
      responses: sharedProblems(JSON.stringify(paths)),
      schemas: componentSchemas([paths, refTo(HttpValidationProblemDetails)]),
    },
  };
}

function isIdempotent(route: ApiRoute): route is KeyedRoute {
  return route.keys !== 'none' && route.isIdempotent === true;
}

function describeRoute(route: ApiRoute): Operation {
  const inputs = inputsOf(route);
  const { body } = inputs;
  const parameters = [...pathParameters(route), ...queryParameters(route.query), ...headerParameters(route)];
  return {
    operationId: route.operation,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(route.method, body, inputs) }),
    ...(inputs.file === undefined ? {} : { requestBody: fileBody(route.query) }),
    ...(route.keys === 'none' ? { security: [] } : {}),
    responses: responses(route),
  };
}

type Inputs = Pick<KeyedRoute, 'body' | 'requiresBody' | 'form' | 'file'>;

function inputsOf(route: ApiRoute): Inputs {
  return route.keys === 'none' ? {} : route;
}

/** The path parameters that are an int32 in every operation (docs/rules.md#paths). */
const INT32 = new Set(['id', 'mapId', 'imageId']);

function pathParameters({ path, params = {} }: ApiRoute): object[] {
  return parameterNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: params[name],
    schema: INT32.has(name) ? { type: 'integer', format: 'int32' } : { type: 'string' },
  }));
}

function queryParameters(query: z.ZodObject | undefined): object[] {
  if (query === undefined) return [];
  const { schemas, required } = parameterSchemas(query);
  return Object.entries(schemas).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.has(name),
    ...(description === undefined ? {} : { description }),
    // A parameter for each member.
    ...(schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    schema,
  }));
}

function headerParameters({ requestHeaders = {} }: ApiRoute): object[] {
  return Object.entries(requestHeaders).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
}

function requestBody(method: ApiRoute['method'], body: z.ZodType, inputs: Inputs): object {
  const required = isBodyRequired(inputs);
  if (inputs.form !== undefined) {
    return { required, content: { 'multipart/form-data': { schema: refTo(body) } } };
  }
  const content: Record<string, object> = { 'application/json': jsonMedia(body) };
  if (method === 'PATCH') content['application/merge-patch+json'] = jsonMedia(body);
  return { required, content };
}

/** Describes JSON by the schema of its contract and, if there is one, a sample. */
function jsonMedia(contract: z.ZodType): JsonSchema {
  const example = EXAMPLES[idOf(contract)];
  return { schema: refTo(contract), ...(example === undefined ? {} : { example }) };
}

/** Describes a body that is one file: its bytes, or a form with the field `file` and fields for the parameters. */
function fileBody(query: z.ZodObject | undefined): object {
  const binary = { type: 'string', format: 'binary' };
  const fields = query === undefined ? {} : parameterSchemas(query).schemas;
  const form = { type: 'object', properties: { file: binary, ...fields }, required: ['file'] };
  const content = Object.fromEntries(FILE_TYPES.map((type) => [type, { schema: binary }]));
  return { required: true, content: { ...content, 'multipart/form-data': { schema: form } } };
}

function responses(route: ApiRoute): Record<string, object> {
  const described: Record<string, object> = {};
  for (const status of errorsOf(route)) described[status] = { $ref: `#/components/responses/${status}` };
  for (const [status, response] of Object.entries(route.responses)) {
    described[status] = Number(status) < 400 ? success(response) : problemResponse(response.description);
  }
  return described;
}

/** Returns the error statuses of a route that follow from the rules for all routes. */
function errorsOf(route: ApiRoute): number[] {
  const { path, keys, responses: own } = route;
  const { body } = inputsOf(route);
  const takesInput = route.query !== undefined || body !== undefined || path.includes(':');
  return [
    ...(takesInput ? [400] : []),
    // 403 is possible even if both kinds of keys may call: a key may be read-only or limited to addresses.
    ...(keys === 'none' ? [] : [401, 403]),
    ...(path.includes(':') && own[404] === undefined ? [404] : []),
    ...(body === undefined && inputsOf(route).file === undefined ? [] : [413, 415]),
    ...(keys === 'none' ? [] : [429]),
    500,
    503,
  ];
}

function success({
  description,
  schema,
  contentTypes = schema === undefined ? [] : ['application/json'],
  headers = {},
}: ResponseDescription): object {
  const mediaOf = (type: string): JsonSchema =>
    schema === undefined || type !== 'application/json' ? {} : jsonMedia(schema);
  const hasBody = contentTypes.length > 0;
  return {
    description,
    ...(Object.keys(headers).length === 0 ? {} : { headers: describeHeaders(headers) }),
    ...(hasBody ? { content: Object.fromEntries(contentTypes.map((type) => [type, mediaOf(type)])) } : {}),
  };
}

function describeHeaders(headers: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}

function problemResponse(description: string, headers: Readonly<Record<string, string>> = {}): object {
  return {
    description,
    ...(Object.keys(headers).length === 0 ? {} : { headers: describeHeaders(headers) }),
    content: { 'application/problem+json': { schema: refTo(HttpValidationProblemDetails) } },
  };
}

/** Returns the problem responses that the paths of a document refer to. */
function sharedProblems(paths: string): Record<string, unknown> {
  const headers: Record<number, Readonly<Record<string, string>>> = {
    401: { 'WWW-Authenticate': 'The scheme: `Bearer`.' },
    429: { 'Retry-After': 'Seconds.' },
    503: { 'Retry-After': 'Seconds.' },
  };
  const titles = new Map<number, string>();
  for (const [code, title] of Object.entries(problemTitles)) {
    const status = statusOf(code as ErrorCode);
    if (!titles.has(status)) titles.set(status, title);
  }
  const all = [400, 401, 403, 404, 413, 415, 429, 500, 503];
  const used = all.filter((status) => paths.includes(`"#/components/responses/${status}"`));
  return Object.fromEntries(
    used.map((status) => [status, problemResponse(titles.get(status) ?? '', headers[status])]),
  );
}
