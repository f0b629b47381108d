import type { Books } from '../books/books.ts';

export type ClientAuthentication =
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'refused'; readonly error: 'invalid_client' | 'invalid_request' };

function basicPair(header: string): readonly [string, string] | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(header)?.[1];
  const decoded = encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded?.indexOf(':') ?? -1;
  return decoded === undefined || colon < 0 ? undefined : [decoded.slice(0, colon), decoded.slice(colon + 1)];
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Finds the client by the Basic header or the form; an app without a secret sends only its id. */
export function authenticateClient(
  books: Books,
  header: string | undefined,
  form: URLSearchParams,
): ClientAuthentication {
  const basic = header ? basicPair(header) : undefined;
  const clientId = basic?.[0] ?? form.get('client_id') ?? '';
  if (clientId === '') return { kind: 'refused', error: 'invalid_request' };
  const secret = basic?.[1] ?? form.get('client_secret') ?? undefined;
  const app = books.apps.get(clientId) ?? books.apps.get(formDecoded(clientId));
  if (!app) return { kind: 'refused', error: 'invalid_client' };
  const isRight =
    app.clientSecret === undefined || secret === app.clientSecret || formDecoded(secret ?? '') === app.clientSecret;
  return isRight ? { kind: 'client', clientId: app.id } : { kind: 'refused', error: 'invalid_client' };
}
