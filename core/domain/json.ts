export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same value with object keys in code-unit order at every depth, so that equal documents have equal bytes. */
export function canonical(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => canonical(item as Json));
  if (!isJsonObject(value)) return value;
  const sorted: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) {
    const inner = value[key];
    if (inner !== undefined) sorted[key] = canonical(inner);
  }
  return sorted;
}

export function canonicalJson(value: Json): string {
  return JSON.stringify(canonical(value));
}
