/** Where and how mail is handed over. */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps); otherwise STARTTLS. */
  readonly secure: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
}

/** Who alerts come from. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** `smtp://user:password@host:587` or `smtps://…:465`, user and password percent-encoded. Undefined for another form. */
export function smtpAddress(text: string): SmtpAddress | undefined {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const isBare = (pathname === '' || pathname === '/') && search === '' && hash === '';
  if (hostname === '' || !isBare || (username === '') !== (password === '')) return undefined;
  const secure = protocol === 'smtps:';
  const [user, pass] = [decoded(username), decoded(password)];
  if (user === undefined || pass === undefined) return undefined;
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(port) || (secure ? 465 : 587), secure, ...(user !== '' && { auth: { user, pass } }) };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** `alerts@example.com` or `Name <alerts@example.com>`; undefined unless `isAddress` takes the address. */
export function mailbox(text: string, isAddress: (text: string) => boolean): Mailbox | undefined {
  const [, name = '', address = text.trim()] = /^\s*"?([^"<>\p{C}]{0,100}?)"?\s*<([^<>\s]+)>\s*$/u.exec(text) ?? [];
  return isAddress(address) ? { name: name.trim(), address } : undefined;
}
