/** The part of the provider's `where` grammar that clients use. Texts are compared without regard to case. */
import { apiException, WireProblem } from '../http/problems.ts';
import { tokenize, type WhereToken } from './where-tokens.ts';

export type Scalar = string | number | boolean | null | undefined;
export type FieldReader = (path: string) => Scalar;
export type Predicate = (field: FieldReader) => boolean;
type Operand = (field: FieldReader) => Scalar;

interface Cursor {
  readonly tokens: readonly WhereToken[];
  at: number;
  depth: number;
  isField(path: string): boolean;
}

const maxTokens = 500;
const maxDepth = 20;

function fail(message: string): never {
  throw new WireProblem(apiException('QueryParseException', message));
}

/** Parses once, to filter many records. Throws a 400 for unknown fields and wrong grammar. */
export function parseWhere(text: string, isField: (path: string) => boolean): Predicate {
  const tokens = tokenize(text) ?? fail(`Unable to read the where expression: ${text}`);
  if (tokens.length > maxTokens) fail('The where expression is too long.');
  const cursor: Cursor = { tokens, at: 0, depth: 0, isField };
  const predicate = either(cursor);
  const rest = tokens[cursor.at];
  if (rest) fail(`'${rest.text}' was not expected at position ${rest.at}.`);
  return predicate;
}

function accept(cursor: Cursor, ...texts: string[]): boolean {
  const token = cursor.tokens[cursor.at];
  const fits = token?.kind === 'mark' && texts.includes(token.text.toLowerCase());
  if (fits) cursor.at += 1;
  return fits;
}

function expect(cursor: Cursor, mark: string): void {
  const token = cursor.tokens[cursor.at];
  if (!accept(cursor, mark)) fail(`'${mark}' expected ${token ? `at position ${token.at}` : 'at the end'}.`);
}

function either(cursor: Cursor): Predicate {
  let left = both(cursor);
  while (accept(cursor, 'or', '||')) {
    const [first, second] = [left, both(cursor)];
    left = (field) => first(field) || second(field);
  }
  return left;
}

function both(cursor: Cursor): Predicate {
  let left = term(cursor);
  while (accept(cursor, 'and', '&&')) {
    const [first, second] = [left, term(cursor)];
    left = (field) => first(field) && second(field);
  }
  return left;
}

function term(cursor: Cursor): Predicate {
  if (accept(cursor, '(')) {
    cursor.depth += 1;
    if (cursor.depth > maxDepth) fail('The where expression is nested too deeply.');
    const inner = either(cursor);
    expect(cursor, ')');
    cursor.depth -= 1;
    return inner;
  }
  const left = operand(cursor);
  const token = cursor.tokens[cursor.at];
  if (token?.kind !== 'operator') return (field) => left(field) === true;
  cursor.at += 1;
  const right = operand(cursor);
  return (field) => compare(token.text, left(field), right(field));
}

function operand(cursor: Cursor): Operand {
  const token = cursor.tokens[cursor.at] ?? fail('The where expression ends too early.');
  cursor.at += 1;
  if (token.kind === 'value') return () => token.value;
  if (token.kind !== 'name') return fail(`'${token.text}' was not expected at position ${token.at}.`);
  const method = /^(.*)\.(tolower|toupper|contains|startswith|endswith)$/i.exec(token.text);
  const name = method?.[1] ?? token.text;
  if (!cursor.isField(name)) fail(`No property or field '${name}' exists`);
  return method ? methodCall(cursor, (field) => field(name), method[2] ?? '') : (field) => field(name);
}

const checks: Readonly<Record<string, (value: string, part: string) => boolean>> = {
  contains: (value, part) => value.includes(part),
  startswith: (value, part) => value.startsWith(part),
  endswith: (value, part) => value.endsWith(part),
};

/** `.ToLower()` has no effect, because case is ignored anyway, and another method may follow it. */
function methodCall(cursor: Cursor, value: Operand, method: string): Operand {
  expect(cursor, '(');
  const check = checks[method.toLowerCase()];
  if (!check) {
    expect(cursor, ')');
    const token = cursor.tokens[cursor.at];
    const next = token?.kind === 'name' ? /^\.(contains|startswith|endswith)$/i.exec(token.text)?.[1] : undefined;
    if (next === undefined) return value;
    cursor.at += 1;
    return methodCall(cursor, value, next);
  }
  const part = operand(cursor);
  expect(cursor, ')');
  return (field) => {
    const text = fold(value(field));
    return typeof text === 'string' && check(text, String(fold(part(field)) ?? ''));
  };
}

const fold = (value: Scalar): Scalar => (typeof value === 'string' ? value.toLowerCase() : (value ?? null));

function compare(operator: string, left: Scalar, right: Scalar): boolean {
  const [a, b] = [fold(left), fold(right)];
  if (operator === '==' || operator === '=') return a === b;
  if (operator === '!=') return a !== b;
  if (typeof a !== typeof b || a === null || b === null || a === undefined || b === undefined) return false;
  if (operator === '>') return a > b;
  if (operator === '>=') return a >= b;
  return operator === '<' ? a < b : a <= b;
}
