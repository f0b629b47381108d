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

/** Maps the field's values to schemas. */
function discriminator({ key, options }: Variant, { oneOf = [] }: JsonSchema) {
  const mapping = options.map(({ entries }, index) => [entries[key]?.literal, (oneOf[index] as JsonSchema).$ref]);
  return { propertyName: key, mapping: Object.fromEntries(mapping) };
}

export const asJsonSchema: ConversionConfig = {
  target: 'draft-2020-12',
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    isVariant(valibotSchema) ? { ...jsonSchema, discriminator: discriminator(valibotSchema, jsonSchema) } : undefined,
};

/** Shows requests as clients send them. Checks in code have no JSON Schema; their refusals name the field. */
export const asInput: ConversionConfig = {
  ...asJsonSchema,
  typeMode: 'input',
  errorMode: 'ignore',
  // Of two minimums the narrower is enough.
  overrideAction: ({ valibotAction: { type }, jsonSchema: { minimum: _wider, ...schema } }) =>
    type === 'gt_value' ? schema : undefined,
  overrideSchema: (context) =>
    context.valibotSchema === nativeDocument ? { type: 'object' } : asJsonSchema.overrideSchema?.(context),
};
const nativeDocument: unknown = NativeWriteRequest.entries.provider_data;

export function inputJsonSchema(schema: v.GenericSchema): JsonSchema {
  return toJsonSchema(schema, asInput);
}
