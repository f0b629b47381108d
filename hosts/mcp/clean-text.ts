// Texts that strangers wrote, before a model reads them. Marking and cleaning help a model; what protects the books are the
// key's scope, company, limits and approval.
import { isJsonObject, type Json, type JsonObject } from '#core';

/** The most characters of one text. */
export const textMost = 500;

/**
 * Control characters (but line breaks and tabs), everything of the category "format": bidirectional and zero-width characters,
 * tags, soft hyphens; line and paragraph separators, halves of surrogate pairs, private use, variation selectors (which can
 * carry a hidden text byte by byte), and what is shown as nothing.
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|\u2800|\u3164|\uffa0|\p{Variation_Selector}/gu;

/** The text without hidden characters, at most 500 characters with `…` at the end of a longer one. */
export function cleanText(text: string): string {
  // Far more than is shown is not looked at.
  const begun = text.slice(0, 8 * textMost).replace(hidden, '');
  const characters = [...begun];
  const isLong = characters.length > textMost || text.length > 8 * textMost;
  return isLong ? `${characters.slice(0, textMost).join('')}…` : begun;
}

/** Names of fields whose words are the service's, or of the provider's closed sets. */
const own: ReadonlySet<string> = new Set([
  ...['id', 'type', 'kind', 'status', 'state', 'class', 'environment', 'health', 'recipe', 'reason', 'waiting_for'],
  ...['currency', 'default_currency', 'base_currency', 'country_code', 'line_amount_mode', 'cancellation_status'],
  ...['period_lock_date', 'end_of_year_lock_date', 'fully_paid_on', 'date', 'at', 'as_of', 'approve_url', 'url'],
]);
const isOwn = (name: string, text: string) =>
  (own.has(name) || /_(?:id|at|date)$/.test(name)) && /^[\w.:+\-/%?=&~#]*$/.test(text);

export interface Cleaned {
  readonly value: Json;
  /** Where texts of others stand, such as `items[].contact`. */
  readonly untrusted: readonly string[];
}

/** Cleans every text, and names the paths of those that others wrote. */
export function cleaned(value: Json): Cleaned {
  const untrusted = new Set<string>();
  const copy = (one: Json, path: string, name: string): Json => {
    if (typeof one === 'string') {
      if (one !== '' && !isOwn(name, one)) untrusted.add(path);
      return cleanText(one);
    }
    if (Array.isArray(one)) return one.map((item) => copy(item as Json, `${path}[]`, name));
    if (!isJsonObject(one)) return one;
    const entries = Object.entries(one).map(([key, part]) => {
      const shown = cleanText(key);
      return [shown, copy(part as Json, path === '' ? shown : `${path}.${shown}`, key)];
    });
    return Object.fromEntries(entries) as JsonObject;
  };
  return { value: copy(value, '', ''), untrusted: [...untrusted] };
}
