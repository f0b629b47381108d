// A write as it would be sent, in the names of the API.
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts';
import type { Provider } from '../../ports/provider.ts';
import type { WriteRequest } from '../resources/parse-write.ts';

/** What is sent, and what is cleared: a normalized field that the caller set to null. */
export function shownItem({ gateway }: Provider, request: WriteRequest, sent: JsonObject): JsonObject {
  if (request.kind === 'native' || !gateway.asked) return given(sent);
  const cleared = Object.entries(request.fields).filter(([, value]) => value === null);
  return { ...given(sent), ...Object.fromEntries(cleared) };
}

/** Without the fields, at any depth, that say nothing. */
export function given(fields: JsonObject): JsonObject {
  const said = (value: Json): Json => {
    if (Array.isArray(value)) return value.map((entry: Json) => said(entry));
    return isJsonObject(value) ? given(value) : value;
  };
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  const entries = Object.entries(fields).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(entries.map(([name, value]) => [name, said(value ?? null)]));
}
