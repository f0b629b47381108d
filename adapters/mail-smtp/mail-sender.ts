import type { Mail } from 'nodemailer';
import type { MailMessage, MailResult, MailSender } from '#core/ports';
import type { Mailbox, SmtpAddress } from './smtp-address.ts';

export interface MailSenderOptions {
  readonly server: SmtpAddress;
  readonly from: Mailbox;
  /** Lets mail and password go unencrypted where the server offers no TLS; for development and a relay on this machine. */
  readonly allowPlain: boolean;
  /** Certificates (PEM) to trust in place of the system's. */
  readonly ca?: string;
  /** Shortens the waits, for tests. */
  readonly bounds?: Partial<MailBounds>;
}

export interface MailBounds {
  readonly connectTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly totalTimeoutMs: number;
}

const usual: MailBounds = { connectTimeoutMs: 10_000, idleTimeoutMs: 20_000, totalTimeoutMs: 45_000 };
/** A server's mailbox for alerts takes few at once, and so do its limits. */
const connectionsMost = 2;

/** Opens no connection before the first message. */
export function createMailSender({ server, from, allowPlain, ca, bounds }: MailSenderOptions): MailSender {
  const { connectTimeoutMs, idleTimeoutMs, totalTimeoutMs } = { ...usual, ...bounds };
  let opened: Promise<Mail> | undefined;
  const open = async (): Promise<Mail> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...server,
      pool: true,
      maxConnections: connectionsMost,
      maxMessages: 100,
      requireTLS: !server.secure && !allowPlain,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      dnsTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    async send(message) {
      try {
        opened ??= open();
        const transport = await opened;
        // What waits for a connection when the time is over is not sent later.
        await transport.sendMail({ ...mailOf(from, message), signal: AbortSignal.timeout(totalTimeoutMs) });
        return { kind: 'sent' };
      } catch (error) {
        return failed(error);
      }
    },
    async close() {
      const transport = await opened?.catch(() => undefined);
      opened = undefined;
      transport?.close();
    },
  };
}

/** Addresses are given as such, never as text that is parsed; a subject is one line, and the library encodes it. */
function mailOf(from: Mailbox, { to, subject, text, id }: MailMessage) {
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject: oneLine(subject),
    text,
    messageId: `<${id.replace(/[^A-Za-z0-9._-]/g, '')}@${from.address.split('@')[1]}>`,
    date: new Date(),
    // Out-of-office replies and lists do not answer it.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** In words of the service's own: what a server answers may hold addresses and names of this network. */
function failed(error: unknown): MailResult {
  const {
    code = '',
    command = '',
    responseCode = 0,
  } = error as {
    readonly code?: string;
    readonly command?: string;
    readonly responseCode?: number;
  };
  if (/MODULE_NOT_FOUND$/.test(code)) return { kind: 'failed', error: 'nodemailer is not installed', isFinal: false };
  if (responseCode > 0) {
    const isFinal = responseCode >= 500 && command === 'RCPT TO';
    const what = command === 'RCPT TO' ? 'the address' : code === 'EAUTH' ? 'the sign-in' : 'the message';
    return { kind: 'failed', error: `the mail server refused ${what} (${responseCode})`, isFinal };
  }
  return { kind: 'failed', error: texts[code] ?? 'the mail server could not be reached', isFinal: false };
}

const texts: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'the mail server did not answer in time',
  EABORT: 'the mail server did not answer in time',
  EDNS: 'the mail server’s name does not resolve',
  ETLS: 'no trusted TLS connection to the mail server',
  EAUTH: 'the mail server refused the sign-in',
  ESOCKET: 'the mail server could not be reached, or not by a trusted TLS connection',
};
