import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { breakingChanges, documentNow, mayBreak, releasedFile } from './openapi-gate.ts';

type Node = Record<string, unknown>;

const base = {
  security: [{ key: [] }],
  paths: {
    '/things': {
      post: {
        operationId: 'createThing',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 200 } }],
        requestBody: { required: true, content: { json: { schema: { $ref: '#/components/schemas/ThingCreate' } } } },
        responses: { 201: { content: { json: { schema: { $ref: '#/components/schemas/Thing' } } } } },
      },
      get: { operationId: 'listThings', security: [], responses: { 200: { headers: { 'Retry-After': {} } } } },
    },
  },
  webhooks: {
    'thing.made': {
      post: {
        operationId: 'onMade',
        requestBody: { content: { json: { schema: { $ref: '#/components/schemas/Thing' } } } },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string' },
          note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          state: { type: 'string', enum: ['a'] },
        },
      },
      ThingCreate: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name: { type: 'string', maxLength: 10 },
          kind: { type: 'string', enum: ['x', 'y'] },
          size: { type: 'integer' },
        },
      },
    },
  },
};

/** The document with this done to it. */
function changed(change: (document: typeof base & Node) => void): Node {
  const copy = structuredClone(base) as typeof base & Node;
  change(copy);
  return copy;
}
const thing = (document: typeof base) =>
  document.components.schemas.Thing as Node & typeof base.components.schemas.Thing;
const input = (document: typeof base) =>
  document.components.schemas.ThingCreate as Node & typeof base.components.schemas.ThingCreate;

const breaking: Readonly<Record<string, readonly [(document: typeof base & Node) => void, RegExp]>> = {
  'an operation is removed': [
    (d) => Reflect.deleteProperty(d.paths['/things'], 'get'),
    /listThings: the operation is gone/,
  ],
  'a webhook is removed': [(d) => Reflect.deleteProperty(d.webhooks, 'thing.made'), /onMade: the operation is gone/],
  'a success is removed': [
    (d) => Reflect.deleteProperty(d.paths['/things'].get.responses, '200'),
    /answer 200 is gone/,
  ],
  'a parameter is removed': [(d) => d.paths['/things'].post.parameters.pop(), /query limit is gone/],
  'a parameter takes less': [
    (d) => Object.assign(d.paths['/things'].post.parameters[0]?.schema ?? {}, { maximum: 100 }),
    /maximum is 100 now/,
  ],
  'a parameter becomes required': [
    (d) => Object.assign(d.paths['/things'].post.parameters[0] ?? {}, { required: true }),
    /query limit is required now/,
  ],
  'a request property is removed': [
    (d) => Reflect.deleteProperty(input(d).properties, 'size'),
    /ThingCreate.size: is gone/,
  ],
  'a request property becomes required': [(d) => input(d).required.push('size'), /size is required now/],
  'a request value is removed': [(d) => input(d).properties.kind.enum.pop(), /y is no longer taken/],
  'a request text becomes shorter': [
    (d) => Object.assign(input(d).properties.name, { maxLength: 5 }),
    /maxLength is 5 now/,
  ],
  'a request text gets a pattern': [
    (d) => Object.assign(input(d).properties.name, { pattern: '^a' }),
    /pattern is \^a now/,
  ],
  'a request type narrows': [
    (d) => Object.assign(input(d).properties.name, { type: 'integer' }),
    /is integer now, was string/,
  ],
  'a request gets a condition': [
    (d) => Object.assign(input(d), { oneOf: [{ required: ['kind'] }] }),
    /another condition/,
  ],
  'a key is asked for': [(d) => d.paths['/things'].get.security.push({ key: [] } as never), /a key is required now/],
  'an answer lacks a header': [
    (d) => Reflect.deleteProperty(d.paths['/things'].get.responses[200].headers, 'Retry-After'),
    /listThings: the header Retry-After of 200 is gone/,
  ],
  'an answer property is removed': [(d) => Reflect.deleteProperty(thing(d).properties, 'note'), /Thing.note: is gone/],
  'an answer property may be missing': [(d) => thing(d).required.pop(), /id may be missing now/],
  'an answer property may be null': [
    (d) => Object.assign(thing(d).properties, { id: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
    /Thing.id: may be null/,
  ],
  'an answer type changes': [
    (d) => Object.assign(thing(d).properties.id, { type: 'integer' }),
    /is integer now, was string/,
  ],
};

const harmless: Readonly<Record<string, (document: typeof base & Node) => void>> = {
  nothing: () => {},
  'an operation is added': (d) => Object.assign(d.paths, { '/more': { get: { operationId: 'more', responses: {} } } }),
  'a webhook is added': (d) => Object.assign(d.webhooks, { more: { post: { operationId: 'onMore' } } }),
  'an optional request property is added': (d) => Object.assign(input(d).properties, { more: { type: 'string' } }),
  'an optional parameter is added': (d) =>
    d.paths['/things'].post.parameters.push({ name: 'q', in: 'query', schema: { type: 'string', maximum: 1 } }),
  'a request value is added': (d) => input(d).properties.kind.enum.push('z'),
  'a request takes null too': (d) =>
    Object.assign(input(d).properties, { size: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }),
  'a request takes any number': (d) => Object.assign(input(d).properties.size, { type: 'number' }),
  'a request property is no longer required': (d) => input(d).required.pop(),
  'an answer property is added': (d) => Object.assign(thing(d).properties, { more: { type: 'string' } }),
  'an answer value is added': (d) => thing(d).properties.state.enum.push('b'),
  'an answer is never null any more': (d) => Object.assign(thing(d).properties, { note: { type: 'string' } }),
  'an answer gets a header': (d) => Object.assign(d.paths['/things'].get.responses[200].headers, { Age: {} }),
  'a key is no longer asked for': (d) => Object.assign(d.paths['/things'].post, { security: [] }),
  'a part gets a name': (d) => {
    Object.assign(d.components.schemas, { Kind: input(d).properties.kind });
    Object.assign(input(d).properties, { kind: { $ref: '#/components/schemas/Kind' } });
  },
};

describe('the gate of the OpenAPI document', () => {
  for (const [what, [change, told]] of Object.entries(breaking)) {
    it(`says that it breaks when ${what}`, () => {
      const found = breakingChanges({ released: base, now: changed(change) });
      expect(found.join('\n')).to.match(told);
    });
  }
  for (const [what, change] of Object.entries(harmless)) {
    it(`lets pass: ${what}`, () => {
      expect(breakingChanges({ released: base, now: changed(change) })).to.deep.equal([]);
    });
  }

  it('lets a new major version break, and before 1.0 a new minor one', () => {
    const versions = [
      ['0.1.0', '0.1.9'],
      ['0.1.0', '0.2.0'],
      ['0.9.1', '1.0.0'],
      ['1.2.0', '1.3.0'],
      ['1.2.0', '2.0.0'],
    ];
    expect(versions.map(([was = '', is = '']) => mayBreak(was, is))).to.deep.equal([false, true, true, false, true]);
  });

  it('finds nothing broken since the last release, unless the version says so', async () => {
    const released = JSON.parse(readFileSync(releasedFile, 'utf8')) as { info: { version: string } };
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    if (mayBreak(released.info.version, version)) return;
    expect(breakingChanges({ released, now: await documentNow() })).to.deep.equal([]);
  });
});
