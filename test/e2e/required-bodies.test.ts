import { expect, test } from 'vitest';
import { bodyOfOperation } from '../requirements/bodies.ts';
import { verifies } from '../requirements.ts';
import { expectProblem, forbidden, notFound, unauthorized } from './arrange.ts';
import type { OpenApiDocument } from './contract-check.ts';
import { nowhere, operations } from './operations.ts';
import { createTargets } from './targets.ts';
import { onOneStorage } from './world.ts';

/** Enough to create a picture, a font and a timer on a busy machine. */
const SLOW = { timeout: 120_000 };

const required = Object.entries(operations).filter(([name]) => bodyOfOperation[name] === 'required');
const optional = Object.entries(operations).filter(([name]) => bodyOfOperation[name] === 'optional');
/** A draft is looked up by the conversation in the body, so the body is validated first (decisions 12.22). */
const readFirst = new Set(['UpdateTimerFrame', 'SaveTimerFrame']);

onOneStorage((arrange) => {
  test(
    'marks the same bodies as required in the OpenAPI document as the interface document does',
    verifies('openapi.required-bodies'),
    async () => {
      const { anonymous } = await arrange();
      const { body: document } = await anonymous.get<OpenApiDocument>('/v2/openapi.json');
      const described = Object.values(document.paths)
        .flatMap((methods) => Object.values(methods))
        .flatMap(({ operationId, tags, requestBody }) => {
          if (requestBody === undefined || tags?.includes('Extensions')) return [];
          return [[operationId, requestBody.required === true ? 'required' : 'optional']];
        });
      expect(Object.fromEntries(described)).toEqual(bodyOfOperation);
      expect(required.length + optional.length).toBe(Object.keys(bodyOfOperation).length);
    },
  );

  test('returns 400 for a missing required body, and changes nothing', {
    ...verifies('http.required-body'),
    ...SLOW,
  }, async () => {
    const world = await arrange();
    const targets = await createTargets(world);
    for (const [name, { method, path, form }] of required) {
      const response = await world.a.send(method, path(targets));
      expectProblem(response, 400, 'validation_failed');
      const { errors } = response.body as { errors: object };
      expect([name, ...Object.keys(errors)]).toEqual([name, form === undefined ? '' : 'file']);
    }
  });

  test('treats a missing optional body as {}', { ...verifies('http.optional-body'), ...SLOW }, async () => {
    const world = await arrange();
    const targets = await createTargets(world);
    for (const [, { method, path }] of optional) {
      const [missing, empty] = [
        await world.a.send(method, path(targets)),
        await world.a.send(method, path(targets), { json: {} }),
      ];
      expect(missing.status).toBe(empty.status);
    }
  });

  test('checks for a missing required body after 401, 404 and 403', {
    ...verifies('http.required-body'),
    ...SLOW,
  }, async () => {
    const world = await arrange();
    const targets = await createTargets(world);
    const storeKey = await world.withStoreKey(targets.storeId);
    for (const [name, { method, path, isOfAccount }] of required) {
      expectProblem(await world.anonymous.send(method, path(targets)), ...unauthorized);
      expectProblem(await storeKey.send(method, path(targets)), ...forbidden);
      const namesNothing = name === 'LookupImageByUrl' || readFirst.has(name);
      if (isOfAccount === true && !namesNothing) {
        expectProblem(await world.a.send(method, path(nowhere)), ...notFound);
      }
    }
  });
});
