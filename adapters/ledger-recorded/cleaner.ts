// Takes out of a recording what must not be in a file and what would differ in the next one.
import { isJsonObject, type Json } from '#core/ports';
import { placeholder, replaceIds } from './caller-ids.ts';

export interface Cleaner {
  /** Masks the tokens of a token document from now on. */
  learn(document: Json | undefined): void;
  /** Ids that were not seen before are the caller's. */
  request(text: string): string;
  /** Ids that were not seen before are the provider's. */
  answer(text: string): string;
  /** The provider's key of a write, whatever it looks like, is the caller's. */
  key(value: string): string;
}

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const nobody = '00000000-0000-0000-0000-000000000000';

/** `hidden` says what is shown in place of a text, such as a secret or the provider's address. */
export function createCleaner(hidden: Readonly<Record<string, string>>): Cleaner {
  const masks = new Map(Object.entries(hidden).filter(([raw]) => raw !== ''));
  const ids = new Map<string, string>([[nobody, nobody]]);
  const numbers = { caller: 0, provider: 0, token: 0 };

  const masked = (text: string) => [...masks].reduce((rest, [raw, shown]) => rest.replaceAll(raw, shown), text);
  const callers = (id: string) => known(ids, id, () => placeholder(++numbers.caller));
  const providers = (id: string) =>
    known(ids, id, () => `00000000-0000-4000-8000-${String(++numbers.provider).padStart(12, '0')}`);
  const answer = (text: string) =>
    replaceIds(masked(text), (id) => ids.get(id) ?? (wholeId.test(id) ? providers(id) : id));

  return {
    learn(document) {
      if (!isJsonObject(document)) return;
      for (const name of ['access_token', 'refresh_token', 'id_token']) {
        const token = document[name];
        if (typeof token !== 'string' || masks.has(token)) continue;
        masks.set(token, maskedToken(token, name, ++numbers.token, answer));
      }
    },
    request: (text) => replaceIds(masked(text), callers),
    answer,
    key: (value) => known(ids, value, () => placeholder(++numbers.caller)),
  };
}

function known(ids: Map<string, string>, id: string, make: () => string): string {
  const shown = ids.get(id) ?? make();
  ids.set(id, shown);
  return shown;
}

/** Of an access token its reader needs two claims; of the person, the app and the signature nothing is kept. */
function maskedToken(token: string, name: string, number: number, cleaned: (text: string) => string): string {
  const label = `masked-${name.replaceAll('_', '-')}-${number}`;
  const [, payload, signature] = token.split('.');
  if (name !== 'access_token' || payload === undefined || signature === undefined) return label;
  const { authentication_event_id, scope } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<
    string,
    Json
  >;
  const claims = cleaned(JSON.stringify({ authentication_event_id, scope }));
  return `masked.${Buffer.from(claims).toString('base64url')}.${label}`;
}
