export interface MailMessage {
  /** One address, as `isMailAddress` takes it. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** Equal for repeated attempts of one message, so that a mailbox can tell them for one. */
  readonly id: string;
}

export type MailResult =
  | { readonly kind: 'sent' }
  /** `error` may be shown to members and holds nothing that the server said; `isFinal`: the address is refused for good. */
  | { readonly kind: 'failed'; readonly error: string; readonly isFinal: boolean };

/** Sends plain-text e-mail. Proven by adapters/mail-smtp/mail-smtp.test.ts against a real server. */
export interface MailSender {
  /** Never throws; resolves within 45 s. */
  send(message: MailMessage): Promise<MailResult>;
  /** Ends idle connections. */
  close(): Promise<void> | void;
}
