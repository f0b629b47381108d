// What tools take: some of it they read themselves, the rest goes to the operation behind them, whose schema checks it.
import * as v from 'valibot';
import { badRequest, isJsonObject, type JsonObject, meant } from '#core';
import { parse } from '#core/schemas';
import { agentSchema, entriesOf, simple } from './agent-schema.ts';
import { operationOf } from './operations.ts';

const text = (means: string) => v.pipe(v.string('must be a string'), v.description(means));

/** Fields with an id keep their words in one place, because most tools have them. */
export const connectionId = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
  v.description('Company, from list_companies'),
);
export const idOf = (means: string) =>
  v.pipe(
    v.string('must be a string'),
    v.minLength(1, 'must not be empty'),
    v.maxLength(300, 'is no id'),
    v.description(means),
  );
export const reason = v.pipe(
  v.string('must be a string'),
  v.trim(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(500, 'must have at most 500 characters'),
);
export const pageInputs = {
  limit: v.optional(
    v.pipe(
      v.number('must be a whole number from 1 to 100'),
      v.integer('must be a whole number from 1 to 100'),
      v.minValue(1, 'must be a whole number from 1 to 100'),
      v.maxValue(100, 'must be a whole number from 1 to 100'),
      v.description('1-100, default 20'),
    ),
  ),
  cursor: v.optional(text('next_cursor of the page before')),
};
/** Of every write. */
export const writeInputs = {
  preview: v.optional(
    v.pipe(v.boolean('must be true or false'), v.description('Write nothing; show what would be sent')),
  ),
  company_name: v.optional(text('Exact name; required if the key reaches several companies')),
};
/** Of what creates. Printable characters; the core checks them. */
export const createInputs = {
  request_ref: v.pipe(
    v.string('must be a string'),
    v.minLength(1, 'must not be empty'),
    v.maxLength(100, 'must have at most 100 characters'),
    v.regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u, 'must be printable'),
    v.description('What it is for in your world (order, week, ticket), not a random id. Same ref = same write'),
  ),
  ...writeInputs,
  not_same_as: v.optional(text('Id of the look-alike that this is not')),
};

export interface Inputs {
  readonly own: v.ObjectEntries;
  /** The operation whose body, or query, takes the rest. */
  readonly rest?: {
    readonly operation: string;
    readonly of: 'body' | 'query';
    /** What the list shows of it, in this order; calls may send all but what is closed. */
    readonly shown: readonly string[];
    /** What the tool does not take, and what to do instead. */
    readonly closed?: Readonly<Record<string, string>>;
    /** Required here although the operation does not ask for it. */
    readonly asks?: readonly string[];
  };
  /** Words of fields in the list, by name at any depth. */
  readonly words?: Readonly<Record<string, string>>;
  /** Of a field's words, those that the list shows. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
}

/** Of lines, what an agent needs to see; the others are taken, too. */
const hiddenDeep: ReadonlySet<string> = new Set([
  ...['discount_amount', 'account_id', 'tax_amount', 'tracking_category_id', 'tracking_option_id', 'attention_to'],
  ...['line3', 'line4', 'country_code', 'area_code', 'include_in_emails'],
]);

/** The schema of the tool's arguments, for clients and models. */
export function listedSchema({ own, rest, words = {}, only = {} }: Inputs): JsonObject {
  const ours = agentSchema(v.object(own));
  const theirs = rest ? restSchema(rest) : { properties: {}, required: [] };
  const { connection_id, ...others } = ours['properties'] as JsonObject;
  const properties = worded(
    { ...(connection_id !== undefined && { connection_id }), ...theirs.properties, ...others } as JsonObject,
    words,
  );
  for (const [name, some] of Object.entries(only)) {
    Object.assign(properties, { [name]: { ...(properties[name] as JsonObject), enum: some } });
  }
  const required = [...((ours['required'] ?? []) as string[]), ...theirs.required];
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function restSchema({ operation: name, of, shown, asks = [] }: NonNullable<Inputs['rest']>) {
  const { operation } = operationOf(name);
  if (of === 'query') {
    const declared = new Map(operation.query?.map((one) => [one.name, simple(one.schema as JsonObject)]));
    return {
      properties: Object.fromEntries(shown.map((field) => [field, declaredIn(declared, field, name)])),
      required: [],
    };
  }
  const whole = agentSchema(v.object(entriesOf(bodyOf(name))));
  const declared = new Map(Object.entries(whole['properties'] as Record<string, JsonObject>));
  const properties = Object.fromEntries(shown.map((field) => [field, declaredIn(declared, field, name)]));
  const required = [...((whole['required'] ?? []) as string[]), ...asks].filter((field) => shown.includes(field));
  return { properties, required };
}

function declaredIn(declared: ReadonlyMap<string, JsonObject>, field: string, operation: string): JsonObject {
  const found = declared.get(field);
  if (!found) throw new Error(`${operation} takes no ${field}`);
  // The schemas of the API explain at length; here the tool's own words do.
  return undescribed(found);
}

function undescribed({ description: _, ...schema }: JsonObject): JsonObject {
  const { properties, items, required: _required, ...rest } = schema;
  const shown = isJsonObject(properties)
    ? Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => !hiddenDeep.has(name))
          .map(([name, part]) => [name, undescribed(part as JsonObject)]),
      )
    : undefined;
  const required = Array.isArray(_required) && shown ? _required.filter((name) => String(name) in shown) : [];
  return {
    ...rest,
    ...(shown && { properties: shown }),
    ...(isJsonObject(items) && { items: undescribed(items) }),
    ...(required.length > 0 && { required }),
  } as JsonObject;
}

function worded(properties: JsonObject, words: Readonly<Record<string, string>>): JsonObject {
  const entries = Object.entries(properties).map(([name, part]) => {
    const schema = part as JsonObject;
    const { properties: within, items } = schema;
    const deep = {
      ...schema,
      ...(isJsonObject(within) && { properties: worded(within, words) }),
      ...(isJsonObject(items) &&
        isJsonObject(items['properties']) && { items: { ...items, properties: worded(items['properties'], words) } }),
    };
    const said = words[name];
    return [name, said === undefined ? deep : { ...deep, description: said }];
  });
  return Object.fromEntries(entries) as JsonObject;
}

/** The schema of the operation's own fields; the provider's documents are not offered to agents. */
export function bodyOf(operationId: string): v.GenericSchema {
  const [schema] = operationOf(operationId).operation.body?.schemas ?? [];
  if (!schema) throw new Error(`${operationId} takes no body`);
  return schema;
}

/**
 * The arguments, divided into what the tool reads and what its operation takes. Throws BAD_REQUEST that names the field, with
 * the nearest name for one that nobody knows.
 */
export function readArguments(inputs: Inputs, given: unknown) {
  const args = given ?? {};
  if (!isJsonObject(args)) throw badRequest('arguments', 'must be an object');
  const { own, rest } = inputs;
  const restNames = rest === undefined ? [] : namesOf(rest);
  const known = [...Object.keys(own), ...restNames];
  for (const [name, instead] of Object.entries(rest?.closed ?? {})) if (name in args) throw badRequest(name, instead);
  for (const name of Object.keys(args)) {
    if (!known.includes(name)) throw badRequest(name, `is no argument of this tool${meant(name, known)}`);
  }
  for (const name of rest?.asks ?? []) if (args[name] === undefined) throw badRequest(name, 'is missing');
  const ours = Object.fromEntries(Object.entries(args).filter(([name]) => name in own && !restNames.includes(name)));
  const theirs = Object.fromEntries(Object.entries(args).filter(([name]) => restNames.includes(name)));
  return { own: parse(v.object(own), ours) as JsonObject, fields: theirs as JsonObject };
}

function namesOf({ operation: name, of, shown, closed = {} }: NonNullable<Inputs['rest']>): readonly string[] {
  if (of === 'query') return shown;
  return Object.keys(entriesOf(bodyOf(name))).filter((field) => !(field in closed));
}
