// Derives the refused fields from the provider's words and their place in the answer.
import { type FieldError, isJsonObject, type Json, type JsonObject, type ResourceType } from '#core/ports';
import { textOf } from './error-text.ts';
import { families } from './wire/families.ts';

/** The provider's words for a line's field; the quoted value identifies the lines. */
const lineHints = [
  { words: /TaxType code '([^']*)'/i, name: 'tax_type', key: 'TaxType' },
  { words: /account code(?: '([^']*)')?/i, name: 'account_code', key: 'AccountCode' },
  { words: /item code(?: '([^']*)')?/i, name: 'item_code', key: 'ItemCode' },
  { words: /discount rate(?: '([^']*)')?/i, name: 'discount_amount', key: 'DiscountAmount' },
] as const;

const message = 'is refused by the provider';
const mostFields = 20;

/** Takes the provider's answer or an element of it; returns the paths of normalized fields. */
export function refusedFields(body: Json | undefined, type: ResourceType): readonly FieldError[] {
  if (!isJsonObject(body)) return [];
  const elements = body['Elements'];
  const element = Array.isArray(elements) ? elements[0] : body;
  if (!isJsonObject(element)) return [];
  const names = families[type].fields.map(({ name }) => name);
  const lines = names.includes('line_items') ? linesOf(element) : [];
  const contact = isJsonObject(element['Contact']) && names.includes('contact_id') ? textsIn(element['Contact']) : [];
  const paths = [
    ...textsIn(element).flatMap((text) => pathsOf(text, names, lines)),
    ...contact.map(() => 'contact_id'),
    ...lines.flatMap((line, index) => textsIn(line).map((text) => pathInLine(text, index))),
  ];
  return [...new Set(paths)].slice(0, mostFields).map((path) => ({ path, message }));
}

function linesOf({ LineItems: lines }: JsonObject): readonly JsonObject[] {
  return Array.isArray(lines) ? lines.map((line) => (isJsonObject(line) ? line : {})) : [];
}

function textsIn({ ValidationErrors: errors }: JsonObject): readonly string[] {
  const texts = (Array.isArray(errors) ? errors : []).slice(0, mostFields).map((error) => textOf(error));
  return texts.filter((text) => text !== undefined);
}

function pathsOf(text: string, names: readonly string[], lines: readonly JsonObject[]): readonly string[] {
  if (lines.length > 0) {
    for (const { words, name, key } of lineHints) {
      const said = words.exec(text);
      if (!said) continue;
      const [, value = ''] = said;
      const meant = [...lines.entries()].filter(([, line]) => isSaid(line[key] ?? '', value));
      return meant.length > 0 ? meant.map(([index]) => `line_items[${index}].${name}`) : ['line_items'];
    }
  }
  const path = firstNamed(text, names);
  return path === undefined ? [] : [path];
}

/** Provider: it words amounts to two decimals. */
function isSaid(sent: Json, value: string): boolean {
  return String(sent) === value || (typeof sent === 'number' && value !== '' && Math.abs(sent - Number(value)) < 0.005);
}

/** Returns the field that the text mentions first outside of quotation marks. */
function firstNamed(text: string, names: readonly string[]): string | undefined {
  const bare = text.replace(/'[^']*'/g, '').replace('#', 'number');
  const found = names.map((name) => ({ name, at: bare.search(wordsOf(name)) })).filter(({ at }) => at >= 0);
  return found.sort((a, b) => a.at - b.at || b.name.length - a.name.length)[0]?.name;
}

function wordsOf(name: string): RegExp {
  const words = name.replace(/_id$|^issue_/, '').replaceAll('_', ' ?');
  return new RegExp(`\\b${words}s?\\b`, 'i');
}

function pathInLine(text: string, index: number): string {
  const hint = lineHints.find(({ words }) => words.test(text));
  return hint ? `line_items[${index}].${hint.name}` : `line_items[${index}]`;
}
