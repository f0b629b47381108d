// What of an API's change breaks those who use it: compares two OpenAPI documents. `node tools/openapi-gate.ts release`
// makes the document of now the released one, which a test compares with.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

type Node = Readonly<Record<string, unknown>>;
type Side = 'request' | 'answer';
type Pair = readonly [before: Node, after: Node];

export interface Documents {
  readonly released: Node;
  readonly now: Node;
}

/** Every breaking change, in words; empty when whoever used the released API can go on. */
export function breakingChanges({ released, now }: Documents): readonly string[] {
  const found = new Set<string>();
  const compare = comparison({ released, now }, (text) => found.add(text));
  for (const section of ['paths', 'webhooks']) {
    for (const [place, item] of entries(released[section])) {
      for (const [method, was] of entries(item)) {
        const is = at(now, section, place, method);
        const name = String(was['operationId'] ?? `${method} ${place}`);
        if (!is) found.add(`${name}: the operation is gone`);
        else if (section === 'webhooks')
          compare.content(name, 'answer', [part(was, 'requestBody'), part(is, 'requestBody')]);
        else {
          compare.operation(name, [was, is]);
          for (const text of withdrawn({ released, now }, [was, is])) found.add(`${name}: ${text}`);
        }
      }
    }
  }
  return [...found].sort();
}

function entries(node: unknown): [string, Node][] {
  return Object.entries((node ?? {}) as Record<string, Node>);
}

function at(node: unknown, ...keys: string[]): Node | undefined {
  return keys.reduce<unknown>((found, key) => (found as Node | undefined)?.[key], node) as Node | undefined;
}

const part = (node: Node, key: string) => (node[key] ?? {}) as Node;

/** The node that a reference leads to, with what stands beside the reference. */
function resolved(document: Node, node: Node): Node {
  const { $ref, ...beside } = node;
  if (typeof $ref !== 'string') return node;
  const keys = $ref
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return { ...resolved(document, at(document, ...keys) ?? {}), ...beside };
}

function comparison({ released, now }: Documents, report: (text: string) => void) {
  const seen = new Set<string>();

  function schema(place: string, side: Side, [before, after]: Pair): void {
    const name = typeof before['$ref'] === 'string' ? String(before['$ref'].split('/').at(-1)) : place;
    const key = `${side} ${name} ${JSON.stringify([before, after])}`;
    if (seen.has(key)) return;
    seen.add(key);
    const was = alternatives(released, before);
    const is = alternatives(now, after);
    const [[only], [onlyNow]] = [was, is];
    const isOne = was.length === 1 && is.length === 1;
    if (isOne && only && onlyNow) plain(name, side, [only, onlyNow]);
    for (const one of isOne ? [] : side === 'request' ? was : is) {
      const other = (side === 'request' ? is : was).find((each) => kindOf(each) === kindOf(one));
      if (other) plain(name, side, side === 'request' ? [one, other] : [other, one]);
      // Receivers are told to expect types that are new.
      else if (side === 'request' || !isDiscriminated(released, before)) {
        report(`${name}: ${side === 'request' ? 'no longer takes' : 'may be'} ${kindOf(one)}`);
      }
    }
  }

  function plain(name: string, side: Side, [before, after]: Pair): void {
    for (const text of side === 'request' ? narrowed([before, after]) : loosened([before, after]))
      report(`${name}: ${text}`);
    for (const [field, was] of entries(before['properties'])) {
      const is = at(after, 'properties', field);
      if (is) schema(`${name}.${field}`, side, [was, is]);
      else if (side === 'answer' || after['additionalProperties'] === false) report(`${name}.${field}: is gone`);
    }
    for (const keyword of ['items', 'additionalProperties']) {
      const [was, is] = [before[keyword], after[keyword]];
      if (isNode(was) && isNode(is)) schema(`${name}[]`, side, [was, is]);
    }
    const members = (one: Node) => (one['allOf'] ?? []) as Node[];
    members(before).forEach((was, index) => {
      const is = members(after)[index];
      if (is && '$ref' in was) schema(name, side, [was, is]);
    });
  }

  function content(name: string, side: Side, [before, after]: Pair): void {
    for (const [type, was] of entries(before['content'])) {
      const is = at(after, 'content', type);
      if (!is) report(`${name}: ${type} is gone`);
      else schema(name, side, [part(was, 'schema'), part(is, 'schema')]);
    }
  }

  function operation(name: string, [was, is]: Pair): void {
    const bodies = [part(was, 'requestBody'), part(is, 'requestBody')] as const;
    content(`${name} body`, 'request', bodies);
    if (bodies[1]['required'] === true && bodies[0]['required'] !== true) report(`${name}: a body is required now`);
    for (const [key, pair] of parameterPairs(name, [was, is])) schema(`${name} ${key}`, 'request', pair);
    for (const [status, before] of entries(was['responses'])) {
      const after = at(is, 'responses', status);
      if (after) content(`${name} ${status}`, 'answer', [resolved(released, before), resolved(now, after)]);
      else if (status.startsWith('2')) report(`${name}: the answer ${status} is gone`);
    }
  }

  function parameterPairs(name: string, [was, is]: Pair): [string, Pair][] {
    const [before, after] = [parametersOf(released, was), parametersOf(now, is)];
    for (const [key, { required }] of after) {
      if (required === true && before.get(key)?.['required'] !== true) report(`${name}: ${key} is required now`);
    }
    for (const key of before.keys()) if (!after.has(key)) report(`${name}: the parameter ${key} is gone`);
    return [...before].map(([key, one]) => [key, [part(one, 'schema'), part(after.get(key) ?? {}, 'schema')]]);
  }

  return { operation, content };
}

function parametersOf(document: Node, operation: Node): Map<string, Node> {
  const all = ((operation['parameters'] ?? []) as Node[]).map((one) => resolved(document, one));
  return new Map(all.map((one) => [`${one['in']} ${one['name']}`, one]));
}

/** What an operation gave without being asked: its freedom of keys, and its answers' headers. */
function withdrawn({ released, now }: Documents, [was, is]: Pair): readonly string[] {
  const isFree = (document: Node, one: Node) => JSON.stringify(one['security'] ?? document['security'] ?? []) === '[]';
  const lost = entries(was['responses']).flatMap(([status, before]) => {
    const had = Object.keys(part(resolved(released, before), 'headers'));
    const answer = at(is, 'responses', status);
    const gone = answer ? had.filter((header) => !at(resolved(now, answer), 'headers', header)) : [];
    return gone.map((header) => `the header ${header} of ${status} is gone`);
  });
  return isFree(released, was) && !isFree(now, is) ? [...lost, 'a key is required now'] : lost;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

/** What a value may be, one after the other. Beside a type, `anyOf` and `oneOf` are conditions and no alternatives. */
function alternatives(document: Node, node: Node): Node[] {
  const schema = resolved(document, node);
  const { type, anyOf, oneOf } = schema;
  const options = (type === undefined ? (anyOf ?? oneOf) : undefined) as Node[] | undefined;
  return options?.flatMap((option) => alternatives(document, option)) ?? [schema];
}

function isDiscriminated(document: Node, node: Node): boolean {
  return 'discriminator' in resolved(document, node);
}

/** Two alternatives of one kind are the same one, before and after. */
function kindOf({ type, const: value, properties }: Node): string {
  const told = Object.entries((properties ?? {}) as Record<string, Node>).find(([, field]) => 'const' in field);
  const fields = told ? `${told[0]} ${told[1]['const']}` : Object.keys(properties ?? {})[0];
  return value === undefined ? [type ?? 'anything', fields].filter(Boolean).join(' ') : JSON.stringify(value);
}

const requiredOf = (schema: Node) => new Set((schema['required'] ?? []) as string[]);
const valuesOf = (schema: Node) =>
  (schema['const'] === undefined ? schema['enum'] : [schema['const']]) as unknown[] | undefined;
const conditionsOf = (schema: Node) => ['allOf', 'anyOf', 'oneOf', 'not'].map((key) => JSON.stringify(schema[key]));

/** With which less is taken the smaller, or the larger, they are. */
const ceilings = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum'];
const floors = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum'];

/** How a request's schema takes less than it did. */
function narrowed([before, after]: Pair): string[] {
  const had = requiredOf(before);
  const found = [...requiredOf(after)].filter((name) => !had.has(name)).map((name) => `${name} is required now`);
  const number = (value: unknown, absent: number) => Number(value ?? absent);
  const tighter = [
    ...ceilings.filter((key) => number(after[key], Infinity) < number(before[key], Infinity)),
    ...floors.filter((key) => number(after[key], -Infinity) > number(before[key], -Infinity)),
    ...['pattern', 'format'].filter((key) => after[key] !== undefined && after[key] !== before[key]),
  ];
  found.push(...tighter.map((key) => `${key} is ${after[key]} now`));
  const [typeWas, type] = [before['type'], after['type']];
  const isWider = type === undefined || type === typeWas || (typeWas === 'integer' && type === 'number');
  if (!isWider) found.push(`is ${type} now, was ${typeWas ?? 'anything'}`);
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (is && !was) found.push(`takes only ${is.join(', ')} now`);
  found.push(...(was ?? []).filter((value) => is && !is.includes(value)).map((value) => `${value} is no longer taken`));
  const conditions = conditionsOf(before);
  if (conditionsOf(after).some((text, index) => text !== undefined && text !== conditions[index]))
    found.push('has another condition');
  return found;
}

/** How an answer's schema promises less than it did. New values and new fields are to be expected. */
function loosened([before, after]: Pair): string[] {
  const has = requiredOf(after);
  const isThere = (name: string) => at(after, 'properties', name) !== undefined;
  const found = [...requiredOf(before)]
    .filter((name) => isThere(name) && !has.has(name))
    .map((name) => `${name} may be missing now`);
  if (
    before['type'] !== undefined &&
    after['type'] !== before['type'] &&
    !(before['type'] === 'number' && after['type'] === 'integer')
  ) {
    found.push(`is ${after['type'] ?? 'anything'} now, was ${before['type']}`);
  }
  if (valuesOf(before) && !valuesOf(after)) found.push('may be any value now');
  return found;
}

/** Whether a release of this version may break what the released one had: after 0.1.4 that is 0.2.0, after 1.2.0 it is 2.0.0. */
export function mayBreak(released: string, now: string): boolean {
  const [major = 0, minor = 0] = released.split('.').map(Number);
  const [nextMajor = 0, nextMinor = 0] = now.split('.').map(Number);
  return nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor);
}

const texts = new Set(['description', 'summary', 'example', 'examples']);

/** The document without texts, which promise nothing. A property may have the name of a text: it is an object with a type. */
export function withoutTexts(node: unknown, isNames = false): unknown {
  if (Array.isArray(node)) return node.map((inner) => withoutTexts(inner));
  if (!isNode(node)) return node;
  const kept = Object.entries(node).filter(([key]) => isNames || !texts.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutTexts(value, !isNames && key === 'properties')]));
}

export async function documentNow(): Promise<Node> {
  const { openApiDocument } = await import('./openapi/document.ts');
  const { routes } = await import('../hosts/koa/routes/routes.ts');
  return withoutTexts(JSON.parse(JSON.stringify(openApiDocument(routes, 'https://api.ledgerport.example')))) as Node;
}

export const releasedFile = 'fixtures/openapi/released.json';

if (import.meta.url === pathToFileURL(path.resolve(process.argv[1] ?? '')).href && process.argv[2] === 'release') {
  writeFileSync(releasedFile, `${JSON.stringify(await documentNow(), null, 1)}\n`);
}
