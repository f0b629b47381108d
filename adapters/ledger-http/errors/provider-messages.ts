import { isJsonObject, type Json, type JsonObject } from '#core/ports';

const maxMessages = 20;
const maxMessageLength = 500;
const maxDepth = 8;
/** A refused write echoes the whole document; beyond this many values the search ends. */
const maxVisited = 20_000;

/**
 * The validation messages of a refusal. Provider: any part of the echoed document (contact, lines, addresses…) may
 * carry its own `ValidationErrors`, whose text is in `Message` or, in older forms, `Description`. Only these texts are
 * taken: the echo is the customer's document.
 */
export function validationMessages(body: Json): readonly string[] {
  const found = new Set<string>();
  let visited = 0;
  const visit = (value: Json | undefined, depth: number): void => {
    if (depth > maxDepth || ++visited > maxVisited || found.size >= maxMessages) return;
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    if (!isJsonObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name.toLowerCase() === 'validationerrors') collect(inner, found);
      else visit(inner, depth + 1);
    }
  };
  visit(body, 0);
  return [...found].slice(0, maxMessages);
}

function collect(errors: Json | undefined, found: Set<string>): void {
  for (const error of Array.isArray(errors) ? errors.slice(0, maxMessages) : []) {
    const text = isJsonObject(error) ? (textOf(error, 'message') ?? textOf(error, 'description')) : undefined;
    if (text !== undefined) found.add(text);
  }
}

/** A text of an error body under a name in any case, cut to a bearable length; blank counts as absent. */
export function textOf(body: JsonObject, name: string): string | undefined {
  const key = Object.keys(body).find((candidate) => candidate.toLowerCase() === name);
  const value = key === undefined ? undefined : body[key];
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return value.trim().slice(0, maxMessageLength);
}
