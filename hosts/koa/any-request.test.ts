// Whatever a caller with a good key sends, the answer is one of the specification's, never a defect.

import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { errorCodes, resourceTypes } from '#core';
import { anyCharacter } from '../../core/use-cases/testing/any-character.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import type { Tenancy } from '../../core/use-cases/testing/service.ts';
import { runsOf } from '../../tools/run-length.ts';
import type { Route } from './routes/route.ts';
import { routes } from './routes/routes.ts';
import { type LiveService, serveLive } from './testing/live-service.ts';

const runs = runsOf({ long: 700, short: 300 });

/** Every field that an example of a body has, at any depth: what random bodies are made of. */
function fieldsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsIn(inner)]);
}
const examples = routes.flatMap(({ operations }) =>
  operations.flatMap(({ body }) => Object.values(body?.examples ?? {}).map(({ value }) => value)),
);
const fields = [...new Set(examples.flatMap(fieldsIn)), 'InvoiceID', 'ContactID', 'constructor', 'toString', ''];

const tempting = ['', '0', '-1', '\u0000', '\ud800', 'DRAFT', '2030-01-01', '2030-02-30', 'NZD', 'x'.repeat(5000)];
const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0, 0.1, 1e308, 2 ** 53, [], {}, ...tempting),
  fc.string({ unit: anyCharacter }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...fields), tie('value'), { maxKeys: 4 }),
  ),
}));
/** An example with one field put in another's place, or nothing like an example at all. */
const anyBody = fc.oneof(
  fc
    .tuple(fc.constantFrom(...examples), fc.constantFrom(...fields), anyValue)
    .map(([example, name, value]) => ({ ...(example as object), [name]: value })),
  fc.dictionary(fc.constantFrom(...fields), anyValue, { maxKeys: 6 }),
  fc.dictionary(fc.constantFrom(...fields), anyValue, { maxKeys: 6 }).map((provider_data) => ({ provider_data })),
);
const anyText = fc.oneof(
  fc.constantFrom(...tempting, '1', '200', 'active', 'provider_data'),
  fc.string({ unit: anyCharacter }),
);

describe('any request', () => {
  let service: LiveService;
  let tenancy: Tenancy;
  let connectionId: string;
  let tenantId: string;

  before(async () => {
    service = await serveLive();
    tenancy = await service.newOrganization();
    tenantId = await service.newTenant();
    connectionId = (await connected(service, tenancy.test, tenantId)).id;
  });
  after(() => service.close());

  const anySegment = (name: string): fc.Arbitrary<string> => {
    if (name === 'connection_id') return fc.constantFrom(connectionId, connectionId, connectionId, 'conn_x', '%00');
    if (name === 'resource_type') return fc.constantFrom(...resourceTypes, 'widgets', '__proto__');
    const ids = [tenantId, randomUUID(), 'inv_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'con_00000000000000000000000000', 'OUTPUT2'];
    return fc.constantFrom(
      ...ids,
      'invoice.download_pdf',
      'quote.download_pdf',
      '%E0%A4%A',
      '%F0%9F%92%A9',
      '-',
      '%2e%2e',
    );
  };
  const anyPath = (route: Route): fc.Arbitrary<string> => {
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const declared = route.operations.flatMap(({ query = [] }) => query.map(({ name }) => name));
    const query = fc.dictionary(fc.constantFrom('limit', 'page', ...declared), anyText, { maxKeys: 2 });
    return fc.tuple(query, ...names.map(anySegment)).map(([asked, ...segments]) => {
      const path = names.reduce((text, name, i) => text.replace(`:${name}`, segments[i] ?? ''), route.path);
      const text = new URLSearchParams(asked).toString();
      return text === '' ? path : `${path}?${text}`;
    });
  };

  for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const) {
    const ofMethod = routes.filter((route) => route.method === method);
    it(`with ${method} is answered`, async () => {
      const anyRequest = fc
        .constantFrom(...ofMethod)
        .chain((route) => fc.tuple(fc.constant(route), anyPath(route), anyBody));
      const share = Math.ceil((runs * ofMethod.length) / routes.length);
      await fc.assert(
        fc.asyncProperty(anyRequest, async ([route, path, body]) => {
          // Disconnecting would leave nothing to try.
          const asked = method === 'DELETE' ? path.replace(connectionId, 'conn_x') : path;
          const answer = await service.call(tenancy.test, method, asked, {
            key: randomUUID(),
            ...(method === 'POST' || method === 'PATCH' ? { body } : {}),
          });
          expect(answer.status, `${route.method} ${asked} ${answer.text}`).to.be.below(500);
          if (answer.status >= 400 && route.kind === 'api') expect(errorCodes).to.include(answer.body['code']);
        }),
        { numRuns: Math.max(share, 30) },
      );
      expect(service.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
    });
  }
});
