import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { isBodyRequired } from '../../packages/http/src/call/route.ts';
import { type OpenApiDocument, openApiDocument } from '../../packages/http/src/openapi/document.ts';
import { apiRoutes } from '../../packages/http/src/routes/api.ts';
import { bodyOfOperation } from '../requirements/bodies.ts';
import { verifies } from '../requirements.ts';

interface Media {
  readonly type: string;
  readonly schema?: { readonly $ref?: string };
  readonly example?: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: object;
}

type Operation = OpenApiDocument['paths'][string][string];

function documentOf(prefix: string): OpenApiDocument {
  const routes = apiRoutes.filter(({ path }) => path.startsWith(prefix));
  return openApiDocument(routes, { title: 'Test', description: 'Test.' });
}

function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.values(paths).flatMap((item) => Object.values(item));
}

function mediaOf({ requestBody, responses }: Operation): Media[] {
  return [requestBody, ...Object.values(responses)].flatMap((part) => {
    const { content = {} } = (part ?? {}) as { content?: Record<string, Omit<Media, 'type'>> };
    return Object.entries(content).map(([type, media]) => ({ type, ...media }));
  });
}

describe.each(['/v2/', '/admin/'])('the document of %s', (prefix) => {
  const document = documentOf(prefix);
  const operations = operationsOf(document);

  test('describes an int32 in a path as an integer', verifies('openapi.int32'), () => {
    const inPath = operations
      .flatMap(({ parameters = [] }) => parameters as Parameter[])
      .filter((parameter) => parameter.in === 'path');
    const int32 = { type: 'integer', format: 'int32' };
    const expected = inPath.map(({ name }) =>
      ['id', 'mapId', 'imageId'].includes(name) ? int32 : { type: 'string' },
    );
    expect(inPath.map(({ schema }) => schema)).toEqual(expected);
    expect(expected).toContainEqual(int32);
  });

  test('has only examples that are valid for their schemas', verifies('openapi.examples'), () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    ajv.addSchema(document, 'document', false, false);
    const media = operations.flatMap(mediaOf).filter(({ example }) => example !== undefined);
    expect(media.length).toBeGreaterThan(3);
    for (const { schema, example } of media) {
      const isValid = ajv.compile({ $ref: `document${schema?.$ref}` });
      expect({ schema, isValid: isValid(example), errors: isValid.errors }).toEqual({
        schema,
        isValid: true,
        errors: null,
      });
    }
  });

  test(
    'describes its tags and its licence, and uses each shared response',
    verifies('openapi.document'),
    () => {
      for (const { name, description } of document.tags) expect(description, name).toMatch(/\.$/);
      expect(document.info.license).toEqual({ name: 'MIT', identifier: 'MIT' });
      for (const status of Object.keys(document.components.responses ?? {}))
        expect(JSON.stringify(document.paths)).toContain(`#/components/responses/${status}"`);
    },
  );
});

test(
  'every JSON body and response of the basic interface has an example',
  verifies('openapi.examples'),
  () => {
    const basic = operationsOf(documentOf('/v2/')).filter(({ tags }) => !tags.includes('Extensions'));
    const without = basic.flatMap((operation) =>
      mediaOf(operation)
        .filter(
          ({ type, schema, example }) => /^application\/(?:json|merge)/.test(type) && schema && !example,
        )
        .map(({ type }) => `${operation.operationId} ${type}`),
    );
    expect(without).toEqual([]);
  },
);

test(
  'a body is required unless it may be empty, or the interface document says so',
  verifies('openapi.required-bodies'),
  () => {
    for (const route of apiRoutes) {
      if (route.keys === 'none' || route.body === undefined) continue;
      if (bodyOfOperation[route.operation] === 'optional' || route.body.safeParse({}).success) continue;
      expect([route.operation, isBodyRequired(route)]).toEqual([route.operation, true]);
    }
  },
);
