import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type ClientResponse, ORIGIN } from './client.ts';

interface ResponseObject {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}

interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly requestBody?: { readonly required?: boolean };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** The parts of an OpenAPI document that the tests read. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, object>>;
    readonly responses?: Readonly<Record<string, ResponseObject>>;
  };
}

/** RFC 9457, appendix A. */
const RFC_PROBLEM = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 100, maximum: 599 },
    detail: { type: 'string' },
    instance: { type: 'string' },
  },
};

const PROBLEM_MEMBERS = ['type', 'title', 'status', 'detail', 'instance', 'code', 'traceId', 'errors'];
const CODES: Readonly<Record<string, number>> = {
  validation_failed: 400,
  record_exists: 400,
  unauthorized: 401,
  forbidden: 403,
  quota_exceeded: 403,
  not_found: 404,
  conflict: 409,
  cursor_expired: 410,
  precondition_failed: 412,
  idempotency_mismatch: 422,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
};

/** Problems mask a token in a path (decisions 12.16). */
const PATH_TOKEN = /^(\/(?:v2\/(?:image-thumbnails|timer-frame-previews)|font-previews)\/)[^/]+/;

type ContractCheck = (
  request: { readonly method: string; readonly path: string },
  actual: ClientResponse<unknown>,
) => string[];

/** The checks by their documents as JSON. Compiling the schemas takes as long as hundreds of requests. */
const checks = new Map<string, ContractCheck>();

/**
 * Returns a function that finds violations of the OpenAPI document and of decisions section 2, "Problem body", in a
 * response.
 */
export function contractChecker(documents: readonly OpenApiDocument[]): ContractCheck {
  const json = JSON.stringify(documents);
  const check = checks.get(json) ?? createCheck(documents);
  checks.set(json, check);
  return check;
}

function createCheck(documents: readonly OpenApiDocument[]): ContractCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  documents.forEach((document, index) => {
    ajv.addSchema(document, `document${index}`, false, false);
  });
  const validators = new Map<string, ValidateFunction>();

  function findOperation(method: string, path: string) {
    // Decoded as a server does: /records/%65xport is the export.
    const steps = path.split('/').map(decode);
    for (const [index, document] of documents.entries()) {
      const templates = Object.keys(document.paths).filter((template) => matches(template.split('/'), steps));
      // A path without parameters takes precedence: /stores/access is not a store.
      templates.sort((a, b) => a.split('{').length - b.split('{').length);
      for (const template of templates) {
        const operation = document.paths[template]?.[method.toLowerCase()];
        if (operation !== undefined) return { index, document, template, operation };
      }
    }
    return null;
  }

  function validate(pointer: string, value: unknown): string | null {
    let validator = validators.get(pointer);
    if (validator === undefined) {
      validator = ajv.compile({ $ref: pointer });
      validators.set(pointer, validator);
    }
    return validator(value) ? null : ajv.errorsText(validator.errors, { dataVar: 'body' });
  }

  function checkDocumented(method: string, path: string, actual: ClientResponse<unknown>): string | null {
    const found = findOperation(method, path);
    if (found === null)
      return actual.status === 404 || actual.status === 405 || actual.status === 401
        ? null
        : 'not in the document';
    const { index, document, template, operation } = found;
    const status = [String(actual.status), `${Math.floor(actual.status / 100)}XX`, 'default'].find(
      (key) => operation.responses[key] !== undefined,
    );
    if (status === undefined) return `status ${actual.status} is not documented`;
    let response = operation.responses[status];
    let base = `document${index}#/paths/${escapePointer(template)}/${method.toLowerCase()}/responses/${status}`;
    if (response?.$ref !== undefined) {
      base = `document${index}${response.$ref}`;
      response = document.components?.responses?.[response.$ref.replace('#/components/responses/', '')];
    }
    const mediaType = (actual.headers.get('content-type') ?? '').split(';')[0] ?? '';
    if (response?.content === undefined) {
      return actual.text === '' ? null : `a body of ${mediaType} is not documented for ${actual.status}`;
    }
    const media = response.content[mediaType];
    if (media === undefined) return `content type ${mediaType} is not documented for ${actual.status}`;
    if (media.schema === undefined || actual.body === undefined) return null;
    return validate(`${base}/content/${escapePointer(mediaType)}/schema`, actual.body);
  }

  return (request, actual) => {
    // A URL parser resolves `.` and `..` before the request is sent.
    const path = new URL(`${ORIGIN}${request.path}`).pathname;
    const findings: (string | null)[] = [];
    if (actual.status >= 500) findings.push(`a ${actual.status}: ${actual.text.slice(0, 300)}`);
    // Production URLs always return a picture.
    if (actual.status >= 400 && request.method !== 'HEAD' && !/^\/[il]\//.test(path)) {
      findings.push(...checkProblem(path.replace(PATH_TOKEN, '$1***'), actual));
    }
    if (request.method !== 'HEAD' && /^\/(v2|admin)\/(?!openapi\.json$)/.test(path)) {
      findings.push(checkDocumented(request.method, path, actual));
    }
    return findings
      .filter((finding) => finding !== null)
      .map((finding) => `${request.method} ${request.path.slice(0, 120)} → ${actual.status}: ${finding}`);
  };
}

const isRfcProblem = new Ajv2020({ strict: false }).compile(RFC_PROBLEM);

/** Checks `format: uri-reference` of the RFC's schema. */
function isUriReference(text: unknown): boolean {
  return typeof text === 'string' && !/[\s<>"{}|\\^`]/.test(text) && URL.canParse(text, ORIGIN);
}

function checkProblem(path: string, actual: ClientResponse<unknown>): string[] {
  if (actual.headers.get('content-type')?.split(';')[0] !== 'application/problem+json') {
    return [`content type ${actual.headers.get('content-type')} instead of application/problem+json`];
  }
  const problem = actual.body as Record<string, unknown>;
  const findings: string[] = [];
  const expectThat = (holds: boolean, finding: string) => {
    if (!holds) findings.push(finding);
  };
  expectThat(isRfcProblem(problem), 'not a problem of RFC 9457');
  for (const member of ['type', 'instance'])
    expectThat(isUriReference(problem[member]), `${member} is not a URI reference`);
  for (const member of Object.keys(problem))
    expectThat(PROBLEM_MEMBERS.includes(member), `unknown member ${member}`);
  for (const member of ['type', 'title', 'instance', 'code', 'traceId']) {
    expectThat(typeof problem[member] === 'string' && problem[member] !== '', `${member} is not a text`);
  }
  expectThat(problem.status === actual.status, `status member is ${problem.status}`);
  expectThat(problem.instance === path, `instance is ${problem.instance}`);
  expectThat(CODES[String(problem.code)] === actual.status, `code is ${problem.code}`);
  expectThat(actual.status !== 400 || isErrorMap(problem.errors), 'a 400 has no map of errors');
  expectThat(actual.status === 400 || !('errors' in problem), 'errors with a status other than 400');
  return findings;
}

function isErrorMap(errors: unknown): boolean {
  if (typeof errors !== 'object' || errors === null) return false;
  const lists = Object.values(errors);
  return (
    lists.length > 0 &&
    lists.every(
      (list) => Array.isArray(list) && list.length > 0 && list.every((text) => typeof text === 'string'),
    )
  );
}

function matches(template: readonly string[], steps: readonly string[]): boolean {
  return (
    template.length === steps.length &&
    template.every((step, index) => step === steps[index] || (step.startsWith('{') && steps[index] !== ''))
  );
}

function escapePointer(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
