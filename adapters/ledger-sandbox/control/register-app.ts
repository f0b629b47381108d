import type { Books } from '../books/books.ts';
import { wrongField } from './control-fields.ts';

export interface RegisterAppCommand {
  readonly client_id: string;
  /** Without it a new app is a PKCE app. */
  readonly client_secret?: string | undefined;
  readonly redirect_uris?: readonly string[] | undefined;
  readonly webhook_url?: string | undefined;
  readonly webhook_key?: string | undefined;
  /** What it may ask for; everything that exists by default. */
  readonly scopes?: readonly string[] | undefined;
  /** Shown on the consent page and in envelopes; the client id by default. */
  readonly name?: string | undefined;
}

const maxRedirectUris = 50;

/** Provider: https, or http on the name `localhost`; the address 127.0.0.1 is refused. */
function isAllowedRedirect(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
}

/**
 * Registers an app, or changes its given fields; its notification sequence continues. Throws a 400 that names the
 * field.
 */
export function registerApp(books: Books, command: RegisterAppCommand, now: number): void {
  const { redirect_uris = [], webhook_url, webhook_key } = command;
  if (redirect_uris.length > maxRedirectUris) wrongField('redirect_uris', `must not be more than ${maxRedirectUris}`);
  for (const [index, uri] of redirect_uris.entries()) {
    if (!isAllowedRedirect(uri)) wrongField(`redirect_uris[${index}]`, 'must be https, or http on localhost');
  }
  if (webhook_url !== undefined && !/^https?:\/\//.test(webhook_url))
    wrongField('webhook_url', 'must be an http address');
  const before = books.apps.get(command.client_id);
  books.apps.put({
    id: command.client_id,
    updated: now,
    name: command.name ?? before?.name ?? command.client_id,
    clientSecret: command.client_secret ?? before?.clientSecret,
    scopes: command.scopes ?? before?.scopes,
    redirectUris: command.redirect_uris ?? before?.redirectUris ?? [],
    webhookUrl: webhook_url ?? before?.webhookUrl,
    webhookKey: webhook_key ?? before?.webhookKey,
    sequence: before?.sequence ?? 0,
  });
}
