// The names of types and methods in a generated client.
import { globSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { routes } from '../../hosts/koa/routes/routes.ts';
import { openApiDocument } from './document.ts';
import { nameParts } from './named-parts.ts';

type Node = Record<string, unknown>;
interface Document {
  readonly paths: Record<string, Record<string, Node>>;
  readonly components: { readonly schemas: Record<string, Node> };
}
const document = JSON.parse(JSON.stringify(openApiDocument(routes, 'https://api.ledgerport.test'))) as Document;
const { schemas } = document.components;

/** The global names of TypeScript's libraries: the language's, Node's and the browser's. */
function globalNames(): ReadonlySet<string> {
  const libraries = globSync('node_modules/@typescript/typescript-*/lib/lib.*.d.ts');
  const declared = libraries.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/^(?:declare )?(?:interface|type|var|class|const|function) (\w+)/gm),
  ]);
  return new Set([...declared.map(([, name = '']) => name), ...Object.getOwnPropertyNames(globalThis)]);
}

/** Returns every unnamed schema, with its place, that lists an object's fields or a set of values. */
function unnamed(node: unknown, place: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const schema = node as Node;
  const own = 'type' in schema && ('properties' in schema || 'enum' in schema) ? [place] : [];
  const inner = Object.entries(schema).filter(([key]) => !['example', 'examples', 'value'].includes(key));
  return [...own, ...inner.flatMap(([key, value]) => unnamed(value, `${place}/${key}`))];
}

describe('the names in the OpenAPI document', () => {
  it('are none that JavaScript or TypeScript has', () => {
    const taken = globalNames();
    for (const name of ['Error', 'Event', 'Request', 'Response', 'Record', 'Option', 'PaymentRequest']) {
      expect(taken.has(name), name).to.equal(true);
    }
    expect(Object.keys(schemas).filter((name) => taken.has(name))).to.deep.equal([]);
  });

  it('are given to every shape and every set of values in a component', () => {
    const parts = Object.entries(schemas).flatMap(([name, { type: _type, ...schema }]) => unnamed(schema, name));
    // Requests take status words in both cases, and not every status.
    expect(parts.filter((place) => !place.endsWith('/properties/status'))).to.deep.equal([]);
  });

  it('are given to what operations take, answer and filter by', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => unnamed(operation, `${method} ${path}`)),
    );
    const envelope = /\/content\/application~?1?\/?json\/schema(\/properties\/data)?$/;
    expect(operations.filter((place) => !envelope.test(place))).to.deep.equal([]);
  });

  it('lead to one path for each family of records', () => {
    const named = (operationId: string) =>
      Object.entries(document.paths).find(([, methods]) =>
        Object.values(methods).some((operation) => operation['operationId'] === operationId),
      )?.[0];
    expect(named('listInvoices')).to.equal('/v1/connections/{connection_id}/invoices');
    expect(named('createContact')).to.equal('/v1/connections/{connection_id}/contacts');
    expect(Object.keys(document.paths).filter((path) => path.includes('{resource_type}'))).to.deep.equal([]);
  });

  it('say which schema a body follows by its type', () => {
    const { oneOf, discriminator } = schemas['AutomationCreate'] as {
      oneOf: { $ref: string }[];
      discriminator: { propertyName: string; mapping: Record<string, string> };
    };
    expect(discriminator.propertyName).to.equal('recipe');
    expect(Object.values(discriminator.mapping)).to.deep.equal(oneOf.map(({ $ref }) => $ref));
    for (const [recipe, pointer] of Object.entries(discriminator.mapping)) {
      const fields = schemas[pointer.split('/').at(-1) ?? '']?.['properties'] as Record<string, Node>;
      expect(fields['recipe']?.['const']).to.equal(recipe);
    }
  });

  it('cannot stand for two shapes', () => {
    const of = (type: string) => ({
      type: 'object',
      properties: { phones: { type: 'array', items: { type: 'object', properties: { number: { type } } } } },
    });
    const name = () => nameParts({ One: of('string'), Other: of('integer') }, () => false);
    expect(name).to.throw('Phone has two shapes');
  });
});
