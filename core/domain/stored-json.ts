import type { Json, JsonObject } from './json.ts';

const texts = new WeakMap<object, string>();

/** Most listed documents are only sent on, so the text is parsed when somebody reads it. */
export function parsedWhenRead(text: string): Json {
  if (!text.startsWith('{')) return JSON.parse(text) as Json;
  let parsed: JsonObject | undefined;
  const document = (): JsonObject => {
    parsed ??= JSON.parse(text) as JsonObject;
    return parsed;
  };
  const read = new Proxy<JsonObject>(
    {},
    {
      // JSON.stringify looks for this method on every document.
      get: (_, name) => (name === 'toJSON' ? undefined : Reflect.get(document(), name)),
      has: (_, name) => Reflect.has(document(), name),
      ownKeys: () => Reflect.ownKeys(document()),
      getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(document(), name),
    },
  );
  texts.set(read, text);
  return read;
}

/** JSON of an answer; listed documents keep their stored text. */
export function jsonOfList(answer: object): string {
  const own = texts.get(answer);
  if (own !== undefined) return own;
  const mark = crypto.randomUUID();
  const stored: string[] = [];
  const around = JSON.stringify(answer, (_, part) => {
    const text = texts.get(part);
    if (text === undefined) return part;
    stored.push(text);
    return mark;
  });
  return around.split(`"${mark}"`).reduce((whole, part, i) => whole + stored[i - 1] + part);
}
