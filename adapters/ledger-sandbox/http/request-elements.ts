import type { Call } from './call.ts';
import { isObject, type JsonObject, parseJson } from './json.ts';
import { apiException, validationReply, WireProblem } from './problems.ts';

const none = (what: string): never => {
  const message = `At least one ${what} must be supplied.`;
  throw new WireProblem(validationReply([{ ValidationErrors: [{ Message: message }] }]));
};

/**
 * Returns a write's documents: `{ "Invoices": [...] }` in any case, or one bare object. Messages call one `singular`.
 */
export function requestElements(call: Call, collection: string, singular: string): readonly JsonObject[] {
  // Provider: a form-encoded body counts as no document.
  if (call.headers['content-type']?.includes('x-www-form-urlencoded')) none(singular);
  if (call.body.length === 0) none(singular);
  const parsed = parseJson(call.body);
  const list = isObject(parsed) ? inEnvelope(parsed, collection) : Array.isArray(parsed) ? parsed : undefined;
  if (!list) throw new WireProblem(apiException('PostDataInvalidException', 'JSON for post data was invalid'));
  const elements = list.filter(isObject);
  return elements.length > 0 ? elements : none(singular);
}

function inEnvelope(parsed: JsonObject, collection: string): readonly unknown[] {
  const key = Object.keys(parsed).find((name) => name.toLowerCase() === collection.toLowerCase());
  if (key === undefined) return Object.keys(parsed).length === 0 ? [] : [parsed];
  const value = parsed[key];
  return Array.isArray(value) ? value : isObject(value) ? [value] : [];
}
