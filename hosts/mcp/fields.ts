// What can be sent, in words: the fields of a record type or the input of a recipe, from the schemas that check them.
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import {
  badRequest,
  familyOf,
  isJsonObject,
  type JsonObject,
  meant,
  type ResourceType,
  recipeNames,
  resourceTypes,
} from '#core';
import { automationRequests } from '#core/schemas';
import { simple } from './agent-schema.ts';
import { operationOf } from './operations.ts';

const written = resourceTypes.filter((type) => familyOf(type).requests !== null);
const singular = (type: ResourceType) => familyOf(type).singular.replaceAll(' ', '_');

/** What `describe_fields` knows. */
export const describable: readonly string[] = [...written, ...recipeNames];

/** Throws BAD_REQUEST with the nearest name. */
export function describeFields(of: unknown): JsonObject {
  const type = written.find((one) => of === one || of === singular(one));
  if (type) return ofType(type);
  const recipe = recipeNames.find((one) => of === one);
  if (recipe) return ofRecipe(recipe);
  throw badRequest('of', `must be one of ${describable.join(', ')}${meant(String(of), describable)}`);
}

function ofType(type: ResourceType): JsonObject {
  const { requests, examples } = familyOf(type);
  const [example] = Object.values(examples.create ?? {});
  return {
    of: type,
    create: requests ? fieldsIn(requests.create) : [],
    ...(requests?.update && { update: fieldsIn(requests.update) }),
    ...(example !== undefined && { example: example.value as JsonObject }),
  };
}

function ofRecipe(recipe: (typeof recipeNames)[number]): JsonObject {
  const { input } = automationRequests[recipe].entries;
  const { body } = operationOf('createAutomation').operation;
  const example = body?.examples?.[recipe]?.value;
  return {
    of: recipe,
    input: fieldsIn(input as v.GenericSchema),
    ...(isJsonObject(example) && isJsonObject(example['input']) && { example: example['input'] }),
  };
}

/** One line a field, with its path, such as `line_items[].quantity: number`. */
function fieldsIn(schema: v.GenericSchema): readonly string[] {
  const whole = toJsonSchema(schema, { target: 'draft-2020-12', typeMode: 'input', errorMode: 'ignore' }) as JsonObject;
  return linesOf(whole, '');
}

function linesOf(schema: JsonObject, path: string): string[] {
  const { properties, required = [] } = schema;
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, part]) => {
    const raw = part as JsonObject;
    const field = simple(raw);
    const place = path === '' ? name : `${path}.${name}`;
    const inner = isJsonObject(field['items']) ? field['items'] : field;
    const within = isJsonObject(inner['properties']) ? linesOf(inner, inner === field ? place : `${place}[]`) : [];
    const isNeeded = Array.isArray(required) && required.includes(name);
    return [wordsOf(place, raw, field, isNeeded), ...within];
  });
}

function wordsOf(place: string, raw: JsonObject, field: JsonObject, isNeeded: boolean): string {
  const { type, format, enum: words } = field;
  const kind = Array.isArray(words) ? words.join(' | ') : format === 'date' ? 'YYYY-MM-DD' : String(type ?? 'object');
  const longest = longestOf(raw);
  const bound = longest === undefined ? '' : `, at most ${longest} characters`;
  const said = typeof field['description'] === 'string' ? `: ${field['description']}` : '';
  return `${place} (${kind}${bound}${isNeeded ? ', required' : ''})${said}`;
}

/** Of the branches of a field that null clears, too. */
function longestOf(schema: JsonObject): number | undefined {
  if (typeof schema['maxLength'] === 'number') return schema['maxLength'];
  const branches = Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isJsonObject) : [];
  return branches.map(longestOf).find((one) => one !== undefined);
}
