// Bodies that a schema allows, ones that it does not, and ones that are no JSON.
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { broken, type Schema, type SchemaValues } from './schema-values.ts';

type Known = Readonly<Record<string, readonly string[]>>;

export interface BodyDoc {
  readonly template: string;
  readonly body: Schema | undefined;
  readonly examples: readonly unknown[];
}

export type Sent = { readonly bytes: Buffer; readonly headers: Readonly<Record<string, string>> };
const asJson = { 'content-type': 'application/json' };
const text = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '');

/** Provider: a batch of notifications; the second has one of nothing that is known. */
const batches: readonly Sent[] = [
  {
    bytes: text({ events: [], firstEventSequence: 0, lastEventSequence: 0, entropy: 'S0m3r4Nd0mt3xt' }),
    headers: asJson,
  },
  {
    bytes: text({ events: [{ tenantId: 'x', resourceId: 'y', eventCategory: 'INVOICE', eventType: 'UPDATE' }] }),
    headers: asJson,
  },
];
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

/** An example with what it names replaced by what there is. */
function present(value: unknown, known: Known): unknown {
  if (Array.isArray(value)) return value.map((item) => present(item, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, known[name]?.[0] ?? present(inner, known)]),
  );
}

export function anyBody(
  { body: schema, examples, template }: BodyDoc,
  values: SchemaValues,
  known: Known,
): fc.Arbitrary<Sent | undefined> {
  const json = (value: fc.Arbitrary<unknown>) => value.map((made) => ({ bytes: text(made), headers: asJson }));
  const proper = schema === undefined ? fc.constant({}) : values.allowed(schema);
  const base =
    examples.length === 0
      ? proper
      : fc.oneof(proper, fc.constantFrom(...examples.map((example) => present(example, known))));
  const odd = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...nonsense) },
    { weight: 6, arbitrary: fc.constantFrom(...large) },
  );
  if (template.startsWith('/webhooks/')) {
    const wrong = fc.constantFrom(...batches).chain(({ bytes }) => json(broken(JSON.parse(String(bytes)))));
    return fc.oneof(
      fc.constantFrom(...batches),
      wrong,
      odd.map((make) => make()),
    );
  }
  return fc.oneof(
    { weight: schema === undefined ? 20 : 2, arbitrary: fc.constant(undefined) },
    { weight: schema === undefined ? 5 : 20, arbitrary: json(base) },
    { weight: schema === undefined ? 1 : 40, arbitrary: json(base.chain(broken)) },
    { weight: 6, arbitrary: odd.map((make) => make()) },
  );
}
