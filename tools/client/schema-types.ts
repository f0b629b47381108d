// Writes a JSON schema as a TypeScript type, without bounds and patterns, which the service checks.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
}

export function nameOfReference(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** `indent` is the indentation of the line where the type begins. */
export function typeOf(schema: Schema, indent = 0): string {
  if (schema.$ref !== undefined) return nameOfReference(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const parts = [
    plainType(schema, indent),
    alternatives(schema.anyOf, indent),
    alternatives(schema.oneOf, indent),
    ...(schema.allOf ?? []).map((part) => typeOf(part, indent)),
  ].filter((part) => part !== 'unknown');
  return parts.length === 0 ? 'unknown' : parts.map((part) => (parts.length > 1 ? grouped(part) : part)).join(' & ');
}

function alternatives(schemas: readonly Schema[] | undefined, indent: number): string {
  if (schemas === undefined) return 'unknown';
  const types = schemas.map((one) => typeOf(one, indent));
  // A type cannot express which fields are required together.
  return types.includes('unknown') ? 'unknown' : union(types);
}

function union(types: readonly string[]): string {
  const members = types.flatMap((type) => (/[{<(]/.test(type) ? [type] : type.split(' | ')));
  return (
    [...new Set(members)]
      // `string` includes `""`.
      .filter((type) => !(members.includes('string') && type.startsWith('"')))
      .join(' | ')
  );
}

/** In brackets if it is a union, outside the shapes that it is made of. */
function grouped(type: string): string {
  let depth = 0;
  for (const [at, letter] of [...type].entries()) {
    if ('{(<['.includes(letter)) depth += 1;
    if ('})>]'.includes(letter)) depth -= 1;
    if (depth === 0 && letter === '|' && at > 0) return `(${type})`;
  }
  return type;
}

const simple: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function plainType(schema: Schema, indent: number): string {
  const { type, items = {} } = schema;
  if (typeof type === 'object') return union(type.map((one) => plainType({ ...schema, type: one }, indent)));
  if (type === 'array') {
    const item = typeOf(items, indent);
    return /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`;
  }
  if (type === 'object' || schema.properties) return objectType(schema, indent);
  return type === undefined ? 'unknown' : (simple[type] ?? 'unknown');
}

function objectType(schema: Schema, indent: number): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties);
  if (fields.length === 0) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
    return `Record<string, ${value}>`;
  }
  const inside = '  '.repeat(indent + 1);
  const lines = fields.flatMap(([name, field]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const type = typeOf(field, indent + 1);
    const declared = required.includes(name) ? `${key}: ${type};` : `${key}?: ${type} | undefined;`;
    return [...comment(field.description, inside), inside + declared];
  });
  return ['{', ...lines, `${'  '.repeat(indent)}}`].join('\n');
}

export function comment(text: string | undefined, indent = ''): readonly string[] {
  const told = text
    ?.trim()
    .replaceAll('*/', '*∕')
    .replaceAll(/\s*\n\s*/g, ' ');
  return told === undefined || told === '' ? [] : [`${indent}/** ${told} */`];
}
