// Generates client/generated from the OpenAPI document: types, a typed namespace per tag, and the table of calls.
import { comment, nameOfReference, type Schema, typeOf } from './schema-types.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Media {
  readonly schema?: Schema;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly 'x-internal'?: boolean;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, Media>> }>
  >;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** Namespaces whose name differs from the tag's. */
const namespaces: Readonly<Record<string, string>> = {
  Connecting: 'connectSessions',
  Discovery: 'providers',
  createPortalSession: 'portalSessions',
  getOpenApiDocument: 'service',
  getHealth: 'service',
  getReadiness: 'service',
};

interface Method {
  readonly namespace: string;
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  readonly doc: DocumentedOperation;
  readonly parameters: readonly Parameter[];
  readonly answer: Answer;
  /** It only looks whether the write would be taken. */
  readonly looks?: true;
}

type Answer =
  | { readonly kind: 'list'; readonly data: Schema; readonly meta: Schema; readonly item: Schema }
  | { readonly kind: 'item' | 'data' | 'whole'; readonly schema: Schema }
  | { readonly kind: 'bytes' };

/** Returns the generated files' texts by name. */
export function clientFiles(document: ApiDocument): Readonly<Record<string, string>> {
  const methods = methodsOf(document);
  return { 'types.ts': typesFile(document, methods), 'api.ts': apiFile(methods) };
}

export function methodsOf(document: ApiDocument): readonly Method[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, doc]) => !doc['x-internal'])
      .flatMap(([verb, doc]) => {
        const tag = doc.tags[0] ?? '';
        const namespace = namespaces[doc.operationId] ?? namespaces[tag] ?? camelCase(tag);
        const parameters = (doc.parameters ?? []).map((one) =>
          one.$ref === undefined ? one : found(document.components.parameters, nameOfReference(one.$ref)),
        );
        const name = methodName(doc.operationId, namespace);
        const common = { namespace, verb: verb.toUpperCase(), path, doc };
        const isAsked = ({ name: asked }: Parameter) => asked !== look;
        const method: Method = {
          ...common,
          name,
          parameters: parameters.filter(isAsked),
          answer: answerOf(document, doc),
        };
        return parameters.every(isAsked) ? [method] : [method, lookOf(method)];
      }),
  );
}

const look = 'validate_only';
const checkedWrite = '#/components/schemas/CheckedWrite';

/** The method that asks whether the write would be taken: `checkCreate` beside `create`. */
function lookOf(method: Method): Method {
  const written = ['Idempotency-Key', 'include'];
  const { requestBody: _file, ...bare } = method.doc;
  return {
    ...method,
    // A file is looked at without its bytes.
    doc: takesFile(method) ? bare : method.doc,
    name: `check${upperFirst(method.name)}`,
    parameters: method.parameters.filter(({ name }) => !written.includes(name)),
    answer: { kind: 'data', schema: { $ref: checkedWrite } },
    looks: true,
  };
}

function found<T>(named: Readonly<Record<string, T>>, name: string): T {
  const one = named[name];
  if (one === undefined) throw new Error(`the document has no ${name}`);
  return one;
}

function camelCase(words: string): string {
  const [first = '', ...others] = words.split(/[^A-Za-z]+/);
  return first.toLowerCase() + others.map(upperFirst).join('');
}

function upperFirst(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** `listInvoices` becomes `list` in `invoices`, `createWebhookEndpoint` becomes `createEndpoint` in `webhooks`. */
function methodName(operationId: string, namespace: string): string {
  if (operationId === 'getConnectionBudget') return 'budget';
  const plural = upperFirst(namespace);
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '');
  const short = operationId.replace(new RegExp(`${plural}(?![a-z])|${singular}(?![a-z])`), '');
  if (short === 'listItems') return 'items';
  return short === '' ? operationId : short;
}

/** The shape of a record that was written, which has a name where the answer may be another thing. */
function written({ schemas }: ApiDocument['components'], reference: string): Schema | undefined {
  const name = nameOfReference(reference);
  const { description: _, ...shape } = schemas[name] ?? {};
  return name.startsWith('Written') ? shape : undefined;
}

function answerOf({ components }: ApiDocument, { operationId, responses }: DocumentedOperation): Answer {
  // A shared success is a write that waits for a person, which the client throws.
  const isOwn = ([status, { $ref }]: [string, { readonly $ref?: string }]) => status.startsWith('2') && !$ref;
  const successes = Object.entries(responses).filter(isOwn);
  const media = successes.map(([, { content = {} }]) => content);
  if (media.some((content) => content['application/json'] === undefined)) return { kind: 'bytes' };
  const envelopes = media.map((content) => content['application/json']?.schema ?? {});
  const [first = {}] = envelopes;
  if (first.properties?.['success'] === undefined) return { kind: 'whole', schema: first };
  const datas = envelopes
    .map(({ properties = {} }) => found(properties, 'data'))
    .flatMap((data) => data.anyOf ?? [data])
    .filter(({ $ref }) => $ref !== checkedWrite)
    .map((data) => (data.$ref === undefined ? data : (written(components, data.$ref) ?? data)));
  // A replay's answer may have a status of its own, and the same shape.
  const [data = {}, ...more] = [...new Map(datas.map((one) => [JSON.stringify(one), one])).values()];
  const fields = Object.keys(data.properties ?? {});
  if (more.length > 0) return { kind: 'data', schema: { anyOf: datas } };
  if (fields.includes('items')) {
    const { items: item = {} } = data.properties?.['items'] ?? {};
    const meta = first.properties['meta'];
    if (meta === undefined) throw new Error(`${operationId} is a list without meta`);
    return { kind: 'list', data, meta, item };
  }
  const item = data.properties?.['item'];
  return item && fields.every((name) => ['source', 'item'].includes(name))
    ? { kind: 'item', schema: item }
    : { kind: 'data', schema: data };
}

const header = "// Made of the service's OpenAPI document by `npm run generate`; not to be edited.\n";

function typesFile({ components }: ApiDocument, methods: readonly Method[]): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => declared(name, schema));
  return [header, ...schemas, ...methods.flatMap(typesOfMethod)].join('\n');
}

function declared(name: string, schema: Schema): string {
  return [...comment(schema.description), `export type ${name} = ${typeOf(schema)};\n`].join('\n');
}

function inQuery({ parameters }: Method): readonly Parameter[] {
  return parameters.filter((one) => one.in === 'query');
}

function requiredOf(parameters: readonly Parameter[]): readonly string[] {
  return parameters.filter(({ required }) => required).map(({ name }) => name);
}

/** The types of a look are those of its write, but for the query. */
function titleOf({ doc, looks }: Method): string {
  return `${looks ? 'Check' : ''}${upperFirst(doc.operationId)}`;
}

function typesOfMethod(method: Method): readonly string[] {
  const { answer } = method;
  const title = titleOf(method);
  const query = inQuery(method);
  const properties = Object.fromEntries(
    query.map(({ name, description, schema }) => [name, { ...schema, ...(description ? { description } : {}) }]),
  );
  const body = bodyOf(method);
  return [
    ...(query.length > 0
      ? [declared(`${title}Query`, { type: 'object', properties, required: requiredOf(query) })]
      : []),
    ...(body && body.$ref === undefined && !method.looks ? [declared(`${title}Body`, body)] : []),
    ...answerTypes(title, answer),
  ];
}

function answerTypes(title: string, answer: Answer): readonly string[] {
  if (answer.kind === 'bytes') return [];
  if (answer.kind !== 'list') return answer.schema.$ref ? [] : [declared(`${title}Answer`, answer.schema)];
  const { data, meta, item } = answer;
  const named = item.$ref === undefined;
  const page = { ...data.properties, items: { type: 'array', items: named ? { $ref: `${title}Item` } : item }, meta };
  return [
    ...(named ? [declared(`${title}Item`, item)] : []),
    declared(`${title}Page`, { type: 'object', properties: page, required: Object.keys(page) }),
  ];
}

function bodyOf({ doc }: Method): Schema | undefined {
  return doc.requestBody?.content['application/json']?.schema;
}

function apiFile(methods: readonly Method[]): string {
  const groups = [...Map.groupBy(methods, ({ namespace }) => namespace)];
  const contracts = groups.map(([namespace, own]) =>
    [`export interface ${upperFirst(namespace)}Api {`, ...own.flatMap(signature), '}\n'].join('\n'),
  );
  const tables = groups.map(([namespace, own]) => `  ${namespace}: {\n${own.map(tableLine).join('\n')}\n  },`);
  const fields = groups.map(([namespace]) => `  readonly ${namespace}: ${upperFirst(namespace)}Api;`);
  const made = groups.map(([namespace]) => `    this.${namespace} = make(operations.${namespace});`);
  return [
    header,
    "import type { CallOptions, Download, FileContent, FileOptions, List, OperationSpec, WriteOptions } from '../call-types.ts';",
    "import type * as t from './types.ts';\n",
    ...contracts,
    '/** How each operation is called: by its own name, its namespace and its method. */',
    `export const operations = {\n${tables.join('\n')}\n} as const satisfies Record<string, Record<string, OperationSpec>>;\n`,
    '/** Every operation of the service, by namespace. */',
    `export class Api {\n${fields.join('\n')}\n`,
    '  constructor(make: <T>(namespace: Readonly<Record<string, OperationSpec>>) => T) {',
    `${made.join('\n')}\n  }\n}\n`,
  ].join('\n');
}

function pathNames({ path }: Method): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function takesKey({ parameters }: Method): boolean {
  return parameters.some(({ name }) => name === 'Idempotency-Key');
}

/** The body is a file. */
const takesFile = ({ doc }: Method): boolean => doc.requestBody?.content['*/*'] !== undefined;

/** A bulk write takes its items as an argument and `metadata` as an option. */
const isBulk = ({ path }: Method): boolean => path.endsWith('/bulk');

function signature(method: Method): readonly string[] {
  const { doc, name } = method;
  const title = titleOf(method);
  const ids = pathNames(method).map((one) => {
    const [first = '', ...others] = one.split('_');
    return `${first}${others.map(upperFirst).join('')}: string`;
  });
  const body = bodyOf(method);
  const bodyType = body?.$ref === undefined ? `t.${upperFirst(doc.operationId)}Body` : `t.${typeOf(body)}`;
  const query = inQuery(method).length > 0 ? `t.${title}Query & ` : '';
  const metadata = isBulk(method) ? `Pick<${bodyType}, 'metadata'> & ` : '';
  const typed = takesFile(method) ? 'FileOptions & ' : '';
  const mark = requiredOf(inQuery(method)).length > 0 ? '' : '?';
  const options = `options${mark}: ${query}${metadata}${typed}${takesKey(method) ? 'WriteOptions' : 'CallOptions'}`;
  const content = isBulk(method) ? `items: readonly ${bodyType}['items'][number][]` : `body: ${bodyType}`;
  const given = takesFile(method) ? ['file: FileContent'] : body ? [content] : [];
  const taken = [...ids, ...given, options];
  const told = method.looks
    ? comment(
        `Would \`${name.slice('check'.length).replace(/^./, (one) => one.toLowerCase())}\` be taken? Nothing is written; a yes is no promise.`,
        '  ',
      )
    : comment([`${doc.summary}.`, doc.description ?? ''].join(' '), '  ');
  return [...told, `  ${name}(${taken.join(', ')}): ${returned(title, method.answer)};`];
}

function returned(title: string, answer: Answer): string {
  if (answer.kind === 'bytes') return 'Promise<Download>';
  if (answer.kind !== 'list') return `Promise<t.${answer.schema.$ref ? typeOf(answer.schema) : `${title}Answer`}>`;
  return `List<t.${answer.item.$ref ? typeOf(answer.item) : `${title}Item`}, t.${title}Page>`;
}

function tableLine(method: Method): string {
  const { doc, name, verb, path, answer, looks } = method;
  const body = isBulk(method) ? ", body: 'items'" : ', body: true';
  const taken = takesFile(method) ? ", body: 'file'" : bodyOf(method) ? body : '';
  const marks = [taken, takesKey(method) ? ', key: true' : '', looks ? ', looks: true' : ''].join('');
  return `    ${name}: { id: '${doc.operationId}', method: '${verb}', path: '${path}', answer: '${answer.kind}'${marks} },`;
}
