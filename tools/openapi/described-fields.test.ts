import { readFileSync } from 'node:fs';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { expect } from 'chai';
import { routes } from '../../hosts/koa/routes/routes.ts';
import { describedFields } from './described-fields.ts';
import { openApiDocument } from './document.ts';

type Node = Record<string, unknown>;
interface Parameter {
  readonly name: string;
  readonly schema: { readonly examples?: readonly unknown[]; readonly enum?: readonly unknown[] };
  readonly example?: unknown;
}
interface Field {
  readonly place: string;
  readonly name: string;
  readonly schema: Node;
}

const document = JSON.parse(JSON.stringify(openApiDocument(routes, 'https://api.ledgerport.test'))) as Node & {
  readonly components: { readonly schemas: Record<string, Node>; readonly parameters: Record<string, Parameter> };
  readonly paths: Record<string, Record<string, { readonly parameters?: readonly Parameter[] }>>;
};
const { schemas } = document.components;
const read = (file: string) => JSON.parse(readFileSync(`tools/openapi/${file}.json`, 'utf8')) as Record<string, Node>;

/** Returns every property of every object in the document. A condition has no type and describes nothing. */
function fieldsIn(node: unknown, place: string): Field[] {
  if (typeof node !== 'object' || node === null) return [];
  const schema = node as Node;
  const own = schema['type'] === 'object' ? Object.entries((schema['properties'] ?? {}) as Record<string, Node>) : [];
  const inner = Object.entries(schema).filter(([key]) => !['example', 'examples', 'value', 'allOf'].includes(key));
  return [
    ...own.map(([name, field]) => ({ place: `${place}.${name}`, name, schema: field })),
    ...inner.flatMap(([key, value]) => fieldsIn(value, key === 'schemas' ? '' : key === 'properties' ? place : key)),
  ];
}
const fields = fieldsIn(document, '');

/** Returns the options that have a value: neither null nor "". */
function values(schema: Node): Node[] {
  const options = (schema['anyOf'] as Node[] | undefined)?.flatMap(values) ?? [schema];
  return options.filter((option) => option['type'] !== 'null' && !('const' in option));
}
const scalars = ['string', 'number', 'integer', 'boolean'];

describe('the fields in the OpenAPI document', () => {
  it('are many, and each says what it means', () => {
    expect(fields.length).to.be.above(1_000);
    expect(fields.filter(({ schema }) => !schema['description']).map(({ place }) => place)).to.deep.equal([]);
  });

  it('show an example that their schema allows', () => {
    const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
    (addFormatsModule as unknown as (target: Ajv2020) => void)(ajv);
    const wrong = fields.filter(({ schema }) => {
      const isScalar = values(schema).some(({ type, enum: words }) => scalars.includes(String(type)) && !words);
      const { examples = [] } = schema as { examples?: unknown[] };
      if (isScalar && examples.length === 0) return true;
      const { $ref: _ref, ...plain } = schema;
      return examples.some((example) => !ajv.validate(plain as AnySchema, example));
    });
    expect(wrong.map(({ place, schema }) => `${place} ${JSON.stringify(schema['examples'])}`)).to.deep.equal([]);
  });

  it('say in words how long and how many they may be', () => {
    for (const { place, schema } of fields) {
      for (const { maxLength, maxItems, maximum } of values(schema)) {
        for (const bound of [maxLength, maxItems, maximum]) {
          if (bound !== undefined) expect(String(schema['description']), place).to.include(String(bound));
        }
      }
    }
    const bounded = (field: object) =>
      (describedFields('X', { properties: { x: field } })['properties'] as Record<string, Node>)['x'];
    expect(bounded({ type: 'string', minLength: 1, maxLength: 9, description: 'D.' })?.['description']).to.equal(
      'D. 1 to 9 characters.',
    );
    expect(bounded({ type: 'number', exclusiveMinimum: 0, maximum: 5, description: 'D.' })?.['description']).to.equal(
      'D. Above 0, at most 5.',
    );
  });

  it('mean something for every value of a closed set', () => {
    const sets = Object.entries(schemas).filter(([, schema]) => 'enum' in schema);
    expect(sets.length).to.be.above(25);
    const inline = fields.filter(({ schema }) => 'enum' in schema).map(({ place, schema }) => [place, schema] as const);
    for (const [name, { enum: allowed, description }] of [...sets, ...inline]) {
      for (const value of new Set(
        (allowed as string[]).map((word) =>
          /^[a-z]+$/.test(word) && inline.some(([place]) => place === name) ? word.toUpperCase() : word,
        ),
      )) {
        expect(String(description), `${name} ${value}`).to.match(
          new RegExp(`- \`${value.replace(/[.*]/g, '\\$&')}\`: \\S`),
        );
      }
    }
  });

  it('belong to shapes that say what they are, each word of which is used', () => {
    const silent = Object.keys(schemas).filter((name) => !schemas[name]?.['description']);
    expect(silent).to.deep.equal([]);
    expect(Object.keys(read('shapes')).filter((name) => !(name in schemas))).to.deep.equal([]);
  });

  it('use every word that is kept for them', () => {
    const names = new Set(fields.map(({ name }) => name));
    const unused = Object.keys(read('fields')).filter((key) => !names.has(key.split('.').at(-1) ?? ''));
    expect(unused).to.deep.equal([]);
    const text = JSON.stringify(document);
    const silent = Object.entries(read('meanings')).filter(([name, set]) => {
      const isNamed = name in schemas;
      return !isNamed && !Object.values(set).every((meaning) => text.includes(JSON.stringify(meaning).slice(1, -1)));
    });
    expect(silent.map(([name]) => name)).to.deep.equal([]);
  });
});

describe('the parameters in the OpenAPI document', () => {
  const { parameters: shared } = document.components;
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const parameters = [...Object.values(shared), ...operations.flatMap((one) => one.parameters ?? [])];
  const own = parameters.filter(
    (parameter) => 'name' in parameter && !JSON.stringify(parameter.schema).includes('/components/'),
  );

  it('show an example that their schema allows, each that is kept for them', () => {
    const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
    (addFormatsModule as unknown as (target: Ajv2020) => void)(ajv);
    expect(own.length).to.be.above(60);
    const wrong = own.filter(({ schema, example }) => {
      const [shown = example] = schema.examples ?? schema.enum ?? [];
      return shown === undefined || !ajv.validate(schema as AnySchema, shown);
    });
    expect(wrong.map(({ name }) => name)).to.deep.equal([]);
    const names = new Set(own.map(({ name }) => name));
    expect(Object.keys(read('parameters')).filter((name) => !names.has(name))).to.deep.equal([]);
  });
});
