interface JsonToken {
  readonly kind: 'key' | 'text' | 'number' | 'word' | 'mark';
  readonly text: string;
}

const form = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|([^"\dtfn-]+|.)/gs;

/** Splits a value's indented JSON into pieces to colour. */
export function jsonTokens(value: unknown): readonly JsonToken[] {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  return [...text.matchAll(form)].flatMap(([whole, string, colon, number, word]): JsonToken[] => {
    if (string !== undefined) {
      return colon === undefined
        ? [{ kind: 'text', text: string }]
        : [
            { kind: 'key', text: string },
            { kind: 'mark', text: colon },
          ];
    }
    if (number !== undefined) return [{ kind: 'number', text: number }];
    return [{ kind: word === undefined ? 'mark' : 'word', text: whole }];
  });
}

/** Indents a sent body if it is JSON. */
export function readable(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}
