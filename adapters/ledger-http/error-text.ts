import { isJsonObject, type Json, type JsonObject } from '#core/ports';

const maxLength = 500;

/** Finds the name in any case and cuts its text; blank text counts as absent. */
export function textAt(body: JsonObject, name: string): string | undefined {
  const key = Object.keys(body).find((candidate) => candidate.toLowerCase() === name);
  const value = key === undefined ? undefined : body[key];
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return value.trim().slice(0, maxLength);
}

export function textOf(error: Json | undefined): string | undefined {
  return isJsonObject(error) ? (textAt(error, 'message') ?? textAt(error, 'description')) : undefined;
}
