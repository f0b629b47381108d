// The operations of an OpenAPI document as requests: proper ones, and ones that are wrong in every part.
import fc from 'fast-check';
import { anyBody } from './bodies.ts';
import { anyHeaders } from './headers.ts';
import { anyText, type Schema, type SchemaValues, schemaValues } from './schema-values.ts';

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
  /** Values of path parameters and fields, by name; of `resource_id` also by family, as `quotes.resource_id`. */
  readonly known: Readonly<Record<string, readonly string[]>>;
  /** Operations that would end what the others need get only ids that never were. */
  readonly ends: (method: string, template: string) => boolean;
  /** The header under which the provider would have signed this body. */
  readonly signed: (body: Buffer) => Readonly<Record<string, string>>;
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

function segment(name: string, family: string, world: FuzzWorld, ends: boolean): fc.Arbitrary<string> {
  const wrong = fc.oneof(
    fc.constantFrom(...badSegments, `${'x'.repeat(3000)}`),
    fc.string({ minLength: 1, unit: fc.constantFrom(...'abcXYZ019_-~!$') }),
    anyText.filter((text) => text !== '' && text.isWellFormed()).map(encodeURIComponent),
  );
  const known = ends
    ? ['01jd9x8fbee5wv1tzd4nq6c2m7']
    : (world.known[`${family}.${name}`] ?? world.known[name] ?? ['unknown']);
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

/** Any request to any operation of the document. */
export function anyRequest(document: Schema, world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  const values = schemaValues(document, world.known);
  const each = operationsOf(document).map((operation) => {
    const { method, template } = operation;
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const segments = names.map((name) =>
      segment(name, template.split('/')[4] ?? '', world, world.ends(method, template)),
    );
    const path = fc
      .tuple(...segments)
      .map((made) => names.reduce((whole, name, at) => whole.replace(`{${name}}`, () => made[at] ?? ''), template));
    return fc
      .record({
        path,
        query: query(operation, values),
        headers: anyHeaders(method, world.key),
        sent: anyBody(operation, values, world.known),
      })
      .map(({ path: asked, query: asking, headers: said, sent }): FuzzRequest => {
        const signature = template.startsWith('/webhooks/') && sent ? world.signed(sent.bytes) : {};
        const type = said['content-type'] ? { 'content-type': said['content-type'] } : {};
        const all = { ...signature, ...said, ...sent?.headers, ...type };
        return { method, template, path: asked + asking, headers: all, body: sent?.bytes };
      });
  });
  return fc.oneof(...each);
}
