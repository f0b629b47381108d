import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { NativeWriteRequest } from '#core/schemas';

interface Variant {
  readonly key: string;
  readonly options: readonly { readonly entries: Readonly<Record<string, { readonly literal?: string }>> }[];
}

function isVariant(schema: object): schema is Variant {
  return 'key' in schema && 'options' in schema;
}

/** Which value of the field leads to which schema. */
function discriminator({ key, options }: Variant, { oneOf = [] }: JsonSchema) {
  const mapping = options.map(({ entries }, index) => [entries[key]?.literal, (oneOf[index] as JsonSchema).$ref]);
  return { propertyName: key, mapping: Object.fromEntries(mapping) };
}

export const asJsonSchema: ConversionConfig = {
  target: 'draft-2020-12',
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    isVariant(valibotSchema) ? { ...jsonSchema, discriminator: discriminator(valibotSchema, jsonSchema) } : undefined,
};

/** Requests are shown as what a client may send. A check in code has no JSON Schema: the answer names what it refuses. */
export const asInput: ConversionConfig = {
  ...asJsonSchema,
  typeMode: 'input',
  errorMode: 'ignore',
  // Of two bounds the narrower one says it.
  overrideAction: ({ valibotAction: { type }, jsonSchema: { minimum: _wider, ...schema } }) =>
    type === 'gt_value' ? schema : undefined,
  overrideSchema: (context) =>
    context.valibotSchema === nativeDocument ? { type: 'object' } : asJsonSchema.overrideSchema?.(context),
};
const nativeDocument: unknown = NativeWriteRequest.entries.provider_data;

/** What a client may send for this schema, as a JSON Schema of its own. */
export function inputJsonSchema(schema: v.GenericSchema): JsonSchema {
  return toJsonSchema(schema, asInput);
}
