export type WhereToken =
  | {
      readonly kind: 'value';
      readonly value: string | number | boolean | null;
      readonly text: string;
      readonly at: number;
    }
  | { readonly kind: 'name' | 'operator' | 'mark'; readonly text: string; readonly at: number };

const guid = /Guid\(\s*"([^"]*)"\s*\)/iy;
const dateTime = /DateTime\(\s*([\d\s,]+)\)/iy;
const string = /"((?:[^"\\]|\\.)*)"/y;
const number = /-?\d+(?:\.\d+)?m?/y;
const operator = /==|!=|>=|<=|=|>|</y;
const mark = /&&|\|\||[()]/y;
const word = /\.?[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*/y;

function at(pattern: RegExp, text: string, position: number): RegExpExecArray | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text) ?? undefined;
}

function dateValue(parts: string): number {
  const [year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.split(',').map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const words: Readonly<Record<string, true | false | null>> = { true: true, false: false, null: null };

function literalAt(text: string, position: number): WhereToken | undefined {
  const found = (value: string | number, match: RegExpExecArray): WhereToken => ({
    kind: 'value',
    value,
    text: match[0],
    at: position,
  });
  const id = at(guid, text, position);
  if (id) return found(id[1] ?? '', id);
  const moment = at(dateTime, text, position);
  if (moment) return found(dateValue(moment[1] ?? ''), moment);
  const quoted = at(string, text, position);
  if (quoted) return found((quoted[1] ?? '').replace(/\\(.)/g, '$1'), quoted);
  const digits = at(number, text, position);
  return digits ? found(Number(digits[0].replace('m', '')), digits) : undefined;
}

function tokenAt(text: string, position: number): WhereToken | undefined {
  const literal = literalAt(text, position);
  if (literal) return literal;
  const sign = at(operator, text, position);
  if (sign) return { kind: 'operator', text: sign[0], at: position };
  const punctuation = at(mark, text, position);
  if (punctuation) return { kind: 'mark', text: punctuation[0], at: position };
  const name = at(word, text, position)?.[0];
  if (name === undefined) return undefined;
  const lower = name.toLowerCase();
  if (lower === 'and' || lower === 'or') return { kind: 'mark', text: name, at: position };
  if (Object.hasOwn(words, lower)) return { kind: 'value', value: words[lower] ?? null, text: name, at: position };
  return { kind: 'name', text: name, at: position };
}

/** Returns undefined when a part of the text is no token. */
export function tokenize(text: string): readonly WhereToken[] | undefined {
  const tokens: WhereToken[] = [];
  let position = 0;
  while (position < text.length) {
    if (/\s/.test(text[position] ?? '')) {
      position += 1;
      continue;
    }
    const token = tokenAt(text, position);
    if (!token) return undefined;
    tokens.push(token);
    position += token.text.length;
  }
  return tokens;
}
