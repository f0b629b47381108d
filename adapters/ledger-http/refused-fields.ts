// Which fields a refusal is about, as far as the provider's words and their places tell.
import { type FieldError, isJsonObject, type Json, type JsonObject, type ResourceType } from '#core/ports';
import { textOf } from './error-text.ts';
import { families } from './wire/families.ts';

/** By the first that fits; the value that is quoted tells the lines. */
const lineHints = [
  { words: /TaxType code '([^']*)'/i, name: 'tax_type', key: 'TaxType' },
  { words: /account code(?: '([^']*)')?/i, name: 'account_code', key: 'AccountCode' },
  { words: /item code(?: '([^']*)')?/i, name: 'item_code', key: 'ItemCode' },
] as const;

/** By the first that fits: the first of its names that the family has. */
const hints: readonly (readonly [words: RegExp, ...names: string[]])[] = [
  [/contact name/i, 'name', 'contact_id'],
  [/account code|^account\b/i, 'account_code'],
  [/contact ?number/i, 'contact_number'],
  [/due ?date/i, 'due_date'],
  [/expiry ?date/i, 'expiry_date'],
  [/delivery ?date/i, 'delivery_date'],
  [/\bdate\b/i, 'issue_date', 'date'],
  [/currency/i, 'currency'],
  [/# must be unique|\bnumber\b/i, 'number'],
  [/line ?items?\b/i, 'line_items'],
  [/\bamount\b/i, 'amount'],
  [/branding theme/i, 'branding_theme_id'],
  [/\bstatus\b/i, 'status'],
  [/^invoice\b/i, 'invoice_id'],
  [/\bcontact\b/i, 'contact_id'],
  [/\bname\b/i, 'name'],
  [/\bcode\b/i, 'code'],
];

const message = 'is what the provider refuses';
const mostFields = 20;

/** `body` is the provider's answer, or the element in it; the fields have the names of a normalized record. */
export function refusedFields(body: Json, type: ResourceType): readonly FieldError[] {
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
      const meant = [...lines.entries()].filter(([, line]) => String(line[key] ?? '') === value);
      return meant.length > 0 ? meant.map(([index]) => `line_items[${index}].${name}`) : ['line_items'];
    }
  }
  // A quoted value may hold any word.
  const bare = text.replace(/'[^']*'/g, '');
  const fitting = hints.find(([words, ...own]) => words.test(bare) && own.some((name) => names.includes(name)));
  const path = fitting?.slice(1).find((name) => names.includes(String(name)));
  return path === undefined ? [] : [String(path)];
}

function pathInLine(text: string, index: number): string {
  const hint = lineHints.find(({ words }) => words.test(text));
  return hint ? `line_items[${index}].${hint.name}` : `line_items[${index}]`;
}
