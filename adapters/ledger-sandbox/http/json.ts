/** Reads a client's JSON: `null` counts as absent, and numbers may be text. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectAt(from: JsonObject, key: string): JsonObject | undefined {
  const value = from[key];
  return isObject(value) ? value : undefined;
}

/** Returns the objects of an array without its other items; undefined when the key holds no array. */
export function objectsAt(from: JsonObject, key: string): readonly JsonObject[] | undefined {
  const value = from[key];
  return Array.isArray(value) ? value.filter(isObject) : undefined;
}

export function textAt(from: JsonObject, key: string): string | undefined {
  const value = from[key];
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

export function numberAt(from: JsonObject, key: string): number | undefined {
  const value = from[key];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}

export function booleanAt(from: JsonObject, key: string): boolean | undefined {
  const value = from[key];
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const word = value.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

export function parseJson(bytes: Uint8Array): Json | undefined {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Json;
  } catch {
    return undefined;
  }
}
