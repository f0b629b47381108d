// The operations of an OpenAPI document as requests: proper ones, and ones that are wrong in every part.
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { anyText, broken, type Schema, type SchemaValues, schemaValues } from './schema-values.test-support.ts';

export interface FuzzRequest {
  readonly method: string;
  /** As the document writes it. */
  readonly template: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface FuzzWorld {
  readonly key: string;
  /** Values of path parameters and fields, by name. */
  readonly known: Readonly<Record<string, readonly string[]>>;
  /** Operations that would end what the others need get only ids that never were. */
  readonly ends: (method: string, template: string) => boolean;
}

interface Operation {
  readonly method: string;
  readonly template: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly examples: readonly unknown[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

export function operationsOf(document: Schema): readonly Operation[] {
  const resolve = (node: Schema): Schema =>
    typeof node['$ref'] === 'string'
      ? (node['$ref']
          .slice(2)
          .split('/')
          .reduce<unknown>((inner, key) => (inner as Schema)[key], document) as Schema)
      : node;
  return Object.entries(document['paths'] as Record<string, Record<string, Schema>>).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const content = (operation['requestBody'] as Schema | undefined)?.['content'] as
        | Record<string, Schema>
        | undefined;
      const media = Object.values(content ?? {})[0];
      return {
        method: method.toUpperCase(),
        template,
        parameters: ((operation['parameters'] as Schema[] | undefined) ?? []).map(resolve) as unknown as Parameter[],
        body: media?.['schema'] as Schema | undefined,
        examples: Object.values((media?.['examples'] as Record<string, Schema> | undefined) ?? {}).map(
          (e) => e['value'],
        ),
      };
    }),
  );
}

const badSegments = [
  '-',
  '.',
  '..',
  '%2e%2e',
  '%00',
  '%ff',
  '%E0%A4%A',
  '%F0%9F%92%A9',
  '%2F',
  '%25',
  '*',
  'a:b',
  '__proto__',
];

function segment(name: string, world: FuzzWorld, ends: boolean): fc.Arbitrary<string> {
  const wrong = fc.oneof(
    fc.constantFrom(...badSegments, `${'x'.repeat(3000)}`),
    fc.string({ minLength: 1, unit: fc.constantFrom(...'abcXYZ019_-~!$') }),
    anyText.filter((text) => text !== '' && text.isWellFormed()).map(encodeURIComponent),
  );
  const known = ends ? ['01jd9x8fbee5wv1tzd4nq6c2m7'] : (world.known[name] ?? ['unknown']);
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: wrong });
}

function query(operation: Operation, values: SchemaValues): fc.Arbitrary<string> {
  const declared = operation.parameters.filter((parameter) => parameter.in === 'query');
  const written = (name: string, value: unknown) =>
    `${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed().slice(0, 2000))}`;
  const proper = declared.map(({ name, schema }) => values.allowed(schema).map((value) => written(name, value)));
  const names = fc.constantFrom(
    'limit',
    'page',
    'cursor',
    'include',
    '__proto__',
    'x',
    ...declared.map(({ name }) => name),
  );
  const wrong = fc.oneof(
    fc.tuple(names, anyText).map(([name, text]) => written(name, text)),
    fc.constantFrom(
      'limit=1&limit=2',
      'limit[]=1',
      'limit[a]=1',
      '&&&',
      '=',
      '%',
      '%ff=%00',
      'limit=%',
      '?',
      'a'.repeat(4000),
    ),
  );
  const one =
    proper.length === 0
      ? wrong
      : fc.oneof({ weight: 3, arbitrary: fc.oneof(...proper) }, { weight: 1, arbitrary: wrong });
  return fc
    .oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(one, { maxLength: 3 }) })
    .map((parts) => (parts.length === 0 ? '' : `?${parts.join('&')}`));
}

const headerText = fc.string({
  unit: fc
    .integer({ min: 0x21, max: 0xff })
    .map((code) => String.fromCharCode(code))
    .filter((c) => c !== '\x7f'),
  maxLength: 300,
});
/** Headers that this service reads, and ones that others do. */
const oddHeaders: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ['idempotency-key', fc.oneof(fc.constantFrom('same', 'x'.repeat(255), 'x'.repeat(256), '\xe9', ' '), headerText)],
  [
    'prefer',
    fc.oneof(fc.constantFrom('wait=0', 'wait=-1', 'wait=1e9', 'wait=0.5', 'wait', 'wait=1, wait=2', ',;='), headerText),
  ],
  [
    'accept',
    fc.oneof(fc.constantFrom('application/problem+json', '*/*;q=0', 'text/html', ';;,', 'a/b;q=9'), headerText),
  ],
  ['x-request-id', fc.oneof(fc.constantFrom('mine', '../..', 'x'.repeat(129)), headerText)],
  [
    'authorization',
    fc.oneof(fc.constantFrom('Bearer', 'Basic eDp5', `Bearer acct_test_${'0'.repeat(38)}`), headerText),
  ],
  [
    'content-type',
    fc.oneof(
      fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-7',
        'application/json;',
        'multipart/form-data',
        'application/xml',
        'application/x-www-form-urlencoded',
        'application/merge-patch+json',
      ),
      headerText,
    ),
  ],
  ['content-encoding', fc.constantFrom('gzip', 'deflate', 'br', 'identity', 'gzip, gzip', 'nonsense')],
  ['cookie', fc.constantFrom('ledgerport_session=x', 'a=b; __proto__=c', ';;;')],
  ['x-forwarded-proto', fc.constantFrom('http', 'https', 'x')],
  ['x-http-method-override', fc.constantFrom('DELETE', 'GET')],
  ['range', fc.constantFrom('bytes=0-', 'bytes=-1')],
  ['if-none-match', fc.constantFrom('*', '"x"')],
  ['if-modified-since', fc.constantFrom('Fri, 01 Jan 2100 00:00:00 GMT', 'x')],
  ['content-language', headerText],
  ['upgrade', fc.constantFrom('h2c', 'websocket')],
];

const oddHeader = fc.oneof(...oddHeaders.map(([name, value]) => value.map((text) => [name, text] as const)));

function headers({ method }: Operation, world: FuzzWorld): fc.Arbitrary<Record<string, string>> {
  const odd = fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(oddHeader, { maxLength: 3 }) },
  );
  return fc.tuple(fc.uuid(), odd).map(([id, extra]) => ({
    authorization: `Bearer ${world.key}`,
    ...(method === 'GET' ? {} : { 'idempotency-key': id }),
    ...Object.fromEntries(extra),
  }));
}

type Sent = { readonly bytes: Buffer; readonly headers: Readonly<Record<string, string>> };
const asJson = { 'content-type': 'application/json' };
const text = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '');

const nonsense: readonly (() => Sent)[] = [
  () => ({ bytes: Buffer.from('{"a":1'), headers: asJson }),
  () => ({ bytes: Buffer.from('{"a":NaN}'), headers: asJson }),
  () => ({ bytes: Buffer.from('\ufeff{}'), headers: asJson }),
  () => ({ bytes: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), headers: asJson }),
  () => ({ bytes: Buffer.from('{"a":1,"a":2,"__proto__":{"x":1}}'), headers: asJson }),
  () => ({ bytes: Buffer.from('['.repeat(60_000)), headers: asJson }),
  () => ({ bytes: Buffer.from(`${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`), headers: asJson }),
  () => ({ bytes: Buffer.from('{"a":1e999999}'), headers: asJson }),
  () => ({ bytes: Buffer.from('"text"'), headers: asJson }),
  () => ({ bytes: Buffer.alloc(0), headers: asJson }),
  () => ({ bytes: Buffer.from('\0'.repeat(100)), headers: asJson }),
  () => ({ bytes: Buffer.from('not compressed'), headers: { ...asJson, 'content-encoding': 'gzip' } }),
  () => ({ bytes: gzipSync('{}').subarray(0, 12), headers: { ...asJson, 'content-encoding': 'gzip' } }),
  () => ({ bytes: deflateSync('{"a":1}'), headers: { ...asJson, 'content-encoding': 'deflate' } }),
];
/** Costly ones, now and then. */
const large: readonly (() => Sent)[] = [
  () => ({ bytes: Buffer.from(`{"a":"${'x'.repeat(3_000_000)}"}`), headers: asJson }),
  () => ({ bytes: gzipSync(Buffer.alloc(20_000_000, 0x20)), headers: { ...asJson, 'content-encoding': 'gzip' } }),
  () => ({ bytes: text({ line_items: Array.from({ length: 20_000 }, () => ({})) }), headers: asJson }),
  () => ({ bytes: text(Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`k${i}`, i]))), headers: asJson }),
];

function body({ body: schema, examples }: Operation, values: SchemaValues): fc.Arbitrary<Sent | undefined> {
  const json = (value: fc.Arbitrary<unknown>) => value.map((made) => ({ bytes: text(made), headers: asJson }));
  const proper = schema === undefined ? fc.constant({}) : values.allowed(schema);
  const base = examples.length === 0 ? proper : fc.oneof(proper, fc.constantFrom(...examples));
  const odd = fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(...nonsense) },
    { weight: 1, arbitrary: fc.constantFrom(...large) },
  );
  return fc.oneof(
    { weight: schema === undefined ? 40 : 2, arbitrary: fc.constant(undefined) },
    { weight: schema === undefined ? 1 : 20, arbitrary: json(base) },
    { weight: schema === undefined ? 1 : 40, arbitrary: json(base.chain(broken)) },
    { weight: 6, arbitrary: odd.map((make) => make()) },
  );
}

/** Any request to any operation of the document. */
export function anyRequest(document: Schema, world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  const values = schemaValues(document, world.known);
  const each = operationsOf(document).map((operation) => {
    const { method, template } = operation;
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const segments = names.map((name) => segment(name, world, world.ends(method, template)));
    const path = fc
      .tuple(...segments)
      .map((made) => names.reduce((whole, name, at) => whole.replace(`{${name}}`, () => made[at] ?? ''), template));
    return fc
      .record({
        path,
        query: query(operation, values),
        headers: headers(operation, world),
        sent: body(operation, values),
      })
      .map(({ path: asked, query: asking, headers: said, sent }): FuzzRequest => {
        const all = {
          ...said,
          ...sent?.headers,
          ...(said['content-type'] ? { 'content-type': said['content-type'] } : {}),
        };
        return { method, template, path: asked + asking, headers: all, body: sent?.bytes };
      });
  });
  return fc.oneof(...each);
}
