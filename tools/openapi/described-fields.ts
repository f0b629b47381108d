// Adds to each field its meaning, bounds, the meaning of its values, and an example. Each text is kept once.
import { fieldWords, meanings, parameterExample, shapeText } from './words.ts';

export type Node = Readonly<Record<string, unknown>>;

/** The object that a component is about: `ListedInvoice` and `InvoiceCreate` are about Invoice. */
function subjectOf(component: string): string {
  if (/.InEvent$/.test(component)) return 'RecordInEvent';
  if (/.Event$/.test(component)) return 'Event';
  const kind =
    /(Bulk|BulkNative|BulkCreate|BulkUpdate|Create|Update|Input|Detail|Correction|ForContact|ToDeliver|ToFind|Search|Snapshot|EventData)$/;
  return component.replace(/^(Listed|Registered)/, '').replace(kind, '');
}

/** Describes a component and its fields. */
export function describedShape(component: string, schema: Node): Node {
  return { description: shapeText(component), ...describedFields(component, schema) };
}

/** Describes the fields of an object's schema. */
export function describedFields(component: string, schema: Node): Node {
  const fields = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Node>>);
  if (fields.length === 0) return schema;
  const described = fields.map(([name, field]) => [name, describedField(component, name, field)]);
  return { ...schema, properties: Object.fromEntries(described) };
}

function describedField(component: string, name: string, field: Node): Node {
  const subject = subjectOf(component);
  const { text, example } = fieldWords(name, [component, subject, component.replace(/InEvent$/, '')]);
  const set = meanings[`${subject}${name.charAt(0).toUpperCase()}${name.slice(1)}`];
  const texts = [field['description'] ?? text, boundsOf(field), set && valuesOf(field, set)];
  const shown = exampleOf(field, example);
  return {
    ...field,
    description: texts.filter(Boolean).join(' ').replace(/ \n/g, '\n'),
    ...(shown === undefined ? {} : { examples: [shown] }),
  };
}

/** The schema of the value itself, without null and "". */
function innerOf(field: Node): Node {
  const options = field['anyOf'] as readonly Node[] | undefined;
  const value = options?.find((option) => option['type'] !== 'null' && !('const' in option));
  return value === undefined ? field : innerOf(value);
}

/** Words the bounds of the schema; a count's minimum of 0 goes without saying. */
function boundsOf(field: Node): string {
  const { minLength = 0, maxLength, minItems = 0, maxItems, minimum, maximum, exclusiveMinimum } = innerOf(field);
  const between = (least: unknown, most: unknown, what: string) => {
    if (most === undefined) return '';
    return least === 0 ? `At most ${most}${what}.` : `${least} to ${most}${what}.`;
  };
  const range =
    exclusiveMinimum === undefined ? between(minimum, maximum, '') : `Above ${exclusiveMinimum}, at most ${maximum}.`;
  return [between(minLength, maxLength, ' characters'), between(minItems, maxItems, ' entries'), range]
    .filter(Boolean)
    .join(' ');
}

export function listOfValues(set: Readonly<Record<string, string>>): string {
  return Object.entries(set)
    .map(([value, meaning]) => `\n- \`${value}\`: ${meaning}`)
    .join('');
}

/** Lists values in both cases that a request may have, for an answer the known values. */
function valuesOf(field: Node, set: Readonly<Record<string, string>>): string {
  const { enum: values, type, $ref } = innerOf(field);
  if ($ref !== undefined || type !== 'string') return '';
  const allowed = values as readonly string[] | undefined;
  const known = Object.entries(set).filter(([value]) => allowed?.includes(value) ?? true);
  return `${allowed ? '' : '\nKnown values; the provider may have others:'}${listOfValues(Object.fromEntries(known))}`;
}

function exampleOf(field: Node, text: string | undefined): unknown {
  const { type, format, items, enum: values, $ref, ...value } = innerOf(field);
  if ($ref !== undefined || 'const' in value) return undefined;
  if (Array.isArray(values)) return values[0];
  if (format === 'date-time') return text ?? '2026-11-23T09:30:00.000Z';
  if (format === 'date') return text ?? '2026-11-23';
  if (type === 'array') return (items as Node)['type'] === 'string' && text !== undefined ? [text] : undefined;
  if (type === 'number' || type === 'integer' || type === 'boolean')
    return text === undefined ? undefined : JSON.parse(text);
  return type === 'string' ? text : undefined;
}

/**
 * Adds an example to a parameter's schema, where no set of values shows one. Not beside the schema, because a try-it
 * form would send it.
 */
export function exampled<P extends { readonly name: string; readonly schema: object }>(parameter: P): P {
  const schema = parameter.schema as Node;
  const shown =
    'enum' in schema || 'examples' in schema ? undefined : exampleOf(schema, parameterExample(parameter.name));
  return shown === undefined ? parameter : { ...parameter, schema: { ...schema, examples: [shown] } };
}
