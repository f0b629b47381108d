// Values that a JSON Schema allows, and ones that it does not, made of the schema.
import fc from 'fast-check';

export type Schema = Readonly<Record<string, unknown>>;

const deepest = 6;

/** What programs stumble over. */
export const hostileTexts: readonly string[] = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202e', '\u{1f4a9}', 'é', 'e\u0301', '\u2028'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', 'true'],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE operations',
    '%s%n',
    '$(7*7)',
    '{{7*7}}',
    '<script>',
    '../../etc/passwd',
    '\r\nX: y',
  ],
  ...[
    '0',
    '-0',
    '1e400',
    '0x10',
    '9'.repeat(400),
    '2030-02-30',
    '0000-00-00',
    '2030-01-01T25:61:61Z',
    'x'.repeat(5000),
  ],
];

const hostileNumbers: readonly number[] = [
  ...[0, -0, -1, 0.1, 1e-7, 1e21, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 99_999_999_999.9999],
];

export const hostileKeys = ['__proto__', 'constructor', 'prototype', 'toString', 'length', '', '\u0000', 'a.b', 'a[0]'];

/** Characters of one and of several code points. The library's own lists of all of them cost seconds to index. */
const unit = fc.constantFrom(
  ...[
    'a',
    'Z',
    '0',
    ' ',
    '-',
    'é',
    'e\u0301',
    'ß',
    'क्षि',
    '한',
    'ﷺ',
    '𝔘',
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈',
    '🇳🇿',
    '\u200d',
    '\ufeff',
    '\u0085',
  ],
);

const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: codePoint, maxLength: 40 }),
  fc.string({ unit, maxLength: 40 }),
);

function nested(depth: number, inArrays: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = inArrays ? [value] : { a: value };
  return value;
}

const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, [], {}, [[]], ...hostileNumbers),
    anyText,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('anything'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...hostileKeys), fc.string()), tie('anything')), { maxLength: 4 })
      .map(ownFields),
    // Few of the deepest: to write one as JSON takes time by the square of its depth.
    fc.constantFrom(200, 200, 200, 200, 3000).map((depth) => nested(depth, depth > 500)),
  ),
}));
export const anyValue = anything;

/** An object with these as its own fields, `__proto__` included. */
export function ownFields(entries: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [name, value] of entries) {
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return made;
}

export interface SchemaValues {
  /** A value that the schema allows, as far as the schema says. */
  allowed(schema: Schema): fc.Arbitrary<unknown>;
}

/** `known` are values for fields of such names, so that some requests get far. */
export function schemaValues(document: Schema, known: Readonly<Record<string, readonly unknown[]>>): SchemaValues {
  const resolve = (schema: Schema): Schema => {
    const reference = schema['$ref'];
    if (typeof reference !== 'string') return schema;
    const target = reference.slice(2).split('/');
    return resolve(target.reduce<unknown>((node, key) => (node as Schema)[key], document) as Schema);
  };
  const made = (given: Schema, depth: number): fc.Arbitrary<unknown> => {
    const schema = resolve(given);
    // Beside properties it says only which of them go together.
    const parts = schema['properties'] ? undefined : ((schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined);
    if (parts) return fc.oneof(...parts.map((part) => made(part, depth)));
    if ('const' in schema) return fc.constant(schema['const']);
    if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
    const types = [schema['type'] ?? 'object'].flat() as string[];
    return fc.oneof(...types.map((type) => ofType(type, schema, depth)));
  };
  const ofType = (type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> => {
    if (type === 'object') return depth > deepest ? fc.constant({}) : objectOf(schema, depth);
    if (type === 'array') {
      const [minLength, maxLength] = [Number(schema['minItems'] ?? 0), Math.min(Number(schema['maxItems'] ?? 3), 3)];
      const items = (schema['items'] as Schema | undefined) ?? {};
      return fc.array(made(items, depth + 1), { minLength, maxLength: Math.max(minLength, maxLength) });
    }
    if (type === 'number' || type === 'integer') return numberOf(type, schema);
    if (type === 'boolean') return fc.boolean();
    if (type === 'null') return fc.constant(null);
    return textOf(schema);
  };
  const objectOf = (schema: Schema, depth: number): fc.Arbitrary<unknown> => {
    const properties = Object.entries((schema['properties'] as Record<string, Schema> | undefined) ?? {});
    if (properties.length === 0) return fc.oneof(fc.constant({}), fc.dictionary(fc.string(), anyText, { maxKeys: 3 }));
    const required = new Set((schema['required'] as string[] | undefined) ?? []);
    const fields = Object.fromEntries(properties.map(([name, inner]) => [name, fieldOf(name, inner, depth)]));
    return fc.record(fields, { requiredKeys: properties.map(([name]) => name).filter((name) => required.has(name)) });
  };
  const fieldOf = (name: string, schema: Schema, depth: number): fc.Arbitrary<unknown> => {
    const values = known[name];
    const plain = made(schema, depth + 1);
    return values === undefined
      ? plain
      : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: plain });
  };
  return { allowed: (schema) => made(schema, 0) };
}

function numberOf(type: string, schema: Schema): fc.Arbitrary<unknown> {
  const min = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -1_000_000);
  const max = Math.max(min, Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? 1_000_000));
  if (type === 'integer') return fc.integer({ min: Math.ceil(min), max: Math.min(Math.floor(max), 2 ** 31 - 1) });
  return fc.integer({ min: Math.ceil(min), max: Math.floor(Math.min(max, 1_000_000)) }).map((whole) => whole / 100);
}

/** By format, pattern and lengths: making one costs milliseconds, and the document has many alike. */
const texts = new Map<string, fc.Arbitrary<string>>();

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  const key = JSON.stringify([format, pattern, minLength, maxLength]);
  const known = texts.get(key) ?? newTextOf(format, pattern, Number(minLength), Number(maxLength));
  texts.set(key, known);
  return known;
}

/** The library's own paths come with a list of all code points, which costs a second to make. */
const inAddress = fc.string({
  unit: fc.constantFrom(...['a', 'Z', '0', '-', '.', '_', '~', '!', "'", '(', '+', ',', ';', '=', ':', '@']),
  maxLength: 12,
});
const escapes = ['%00', '%0a', '%20', '%25', '%2F', '%2e', '%C3%A9', '%F0%9F%92%A9', '%ff'];
const segment = fc.array(fc.oneof({ weight: 3, arbitrary: inAddress }, fc.constantFrom(...escapes)), { maxLength: 4 });
const address = fc
  .record({
    authority: fc.webAuthority(),
    path: fc.array(segment, { maxLength: 4 }).map((parts) => parts.map((part) => `/${part.join('')}`).join('')),
    query: fc.option(segment, { nil: [] }),
    fragment: fc.option(segment, { nil: [], freq: 2 }),
  })
  .map(({ authority, path, query, fragment }) => {
    const after = (mark: string, parts: readonly string[]) => (parts.length > 0 ? mark + parts.join('') : '');
    return `https://${authority}${path}${after('?', query)}${after('#', fragment)}`;
  });

function newTextOf(format: unknown, pattern: unknown, minLength: number, longest: number): fc.Arbitrary<string> {
  const maxLength = Math.max(minLength, Math.min(longest, 60));
  if (format === 'uri') return address;
  if (format === 'date') return fc.constantFrom('2026-01-31', '2030-12-31', '2028-02-29');
  if (format === 'date-time') return fc.constantFrom('2026-01-31T10:00:00.000Z', '2026-11-20T00:00:00Z');
  if (format === 'email') return fc.emailAddress();
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.oneof(fc.string({ minLength, maxLength }), fc.string({ unit, minLength, maxLength }));
}

/** The value with one to three things about it changed that nobody asked for. */
export function broken(value: unknown): fc.Arbitrary<unknown> {
  return fc
    .array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 3 })
    .map((changes) =>
      changes.reduce((changed, [place, kind]) => changedAt(changed, place, kind), structuredClone(value)),
    );
}

type Change = { readonly kind: 'replace' | 'remove' | 'add' | 'wrap'; readonly key: string; readonly value: unknown };
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'remove', 'add', 'wrap'),
  key: fc.oneof(fc.constantFrom(...hostileKeys), fc.string()),
  value: anyValue,
});

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function placesIn(holder: unknown, found: Place[] = []): Place[] {
  if (typeof holder !== 'object' || holder === null || found.length > 200) return found;
  for (const key of Object.keys(holder)) {
    found.push({ holder: holder as Record<string, unknown>, key });
    placesIn((holder as Record<string, unknown>)[key], found);
  }
  return found;
}

function changedAt(root: unknown, at: number, { kind, key, value }: Change): unknown {
  const places = placesIn(root);
  const place = places[at % Math.max(1, places.length)];
  if (place === undefined || (kind === 'replace' && at % 17 === 0)) return value;
  const set = (name: string, what: unknown) =>
    Object.defineProperty(place.holder, name, { value: what, enumerable: true, configurable: true, writable: true });
  if (kind === 'remove') delete place.holder[place.key];
  else if (kind === 'add') {
    if (!Array.isArray(place.holder)) set(key, value);
  } else set(place.key, kind === 'wrap' ? [place.holder[place.key]] : value);
  return root;
}
