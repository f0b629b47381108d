// The generated part of the client matches the service's document.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { connectionView, FamilyCounts, InvoiceSnapshot } from '../core/index.ts';
import type { Delivery } from '../core/ports.ts';
import { routes } from '../hosts/koa/routes/routes.ts';
import { type ApiDocument, clientFiles, methodsOf } from '../tools/client/client-files.ts';
import { typeOf } from '../tools/client/schema-types.ts';
import { openApiDocument } from '../tools/openapi/document.ts';
import type { ConnectionEventData, InvoiceEventData, SyncCounts, WebhookEvent } from './generated/types.ts';

const document = openApiDocument(routes, 'http://localhost:8080') as ApiDocument;
const files = clientFiles(document);

describe('the generated half of the client', () => {
  for (const [name, text] of Object.entries(files)) {
    it(`generated/${name} is what the document gives (npm run generate)`, () => {
      expect(readFileSync(`client/generated/${name}`, 'utf8') === text).to.equal(true);
    });
  }

  it('has a place in the README for every method', () => {
    const readme = readFileSync('client/README.md', 'utf8');
    const rows = (namespace: string) => readme.split('\n').filter((line) => line.includes(`\`${namespace}\``));
    const untold = methodsOf(document).filter(
      ({ namespace, name }) => !rows(namespace).some((line) => line.startsWith('|') && line.includes(`\`${name}\``)),
    );
    expect(untold.map(({ namespace, name }) => `${namespace}.${name}`)).to.deep.equal([]);
  });

  const types: readonly (readonly [string, Parameters<typeof typeOf>[0]])[] = [
    ['"a" | "b"', { enum: ['a', 'b'], type: 'string' }],
    ['string | null', { anyOf: [{ type: 'string', maxLength: 3 } as object, { type: 'null' }] }],
    ['string | null', { anyOf: [{ anyOf: [{ const: '' }, { type: 'string' }] }, { type: 'null' }] }],
    [
      '"a" | {\n  b: "a" | "b";\n}',
      { anyOf: [{ const: 'a' }, { properties: { b: { enum: ['a', 'b'] } }, required: ['b'] }] },
    ],
    ['Array<number | null>', { type: 'array', items: { type: ['integer', 'null'] } }],
    ['Record<string, unknown>', { type: 'object' }],
    ['Record<string, Invoice>', { type: 'object', additionalProperties: { $ref: '#/components/schemas/Invoice' } }],
    [
      '{\n  a: true;\n  "b-c"?: unknown | undefined;\n}',
      { properties: { a: { const: true }, 'b-c': {} }, required: ['a'] },
    ],
    ['(A | B) & C', { anyOf: [{ $ref: 'A' }, { $ref: 'B' }], allOf: [{ $ref: 'C' }] }],
    ['Record<string, unknown>', { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
  ];
  for (const [type, schema] of types) {
    it(`writes ${JSON.stringify(schema)} as ${JSON.stringify(type)}`, () => expect(typeOf(schema)).to.equal(type));
  }

  it('has a type for every event, with the fields that are sent', () => {
    type Same<A, B> = [A, B] extends [B, A] ? true : false;
    const everyType: Same<Delivery['eventType'], WebhookEvent['type']> = true;
    type View = ReturnType<typeof connectionView>;
    const connectionFields: Same<keyof View, Exclude<keyof ConnectionEventData, 'previous'>> = true;
    const invoice: Same<InvoiceSnapshot, InvoiceEventData['invoice']> = true;
    const counts: Same<FamilyCounts, SyncCounts> = true;
    expect([everyType, connectionFields, invoice, counts]).to.deep.equal([true, true, true, true]);
  });
});
