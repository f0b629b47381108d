import type { AlertDestination } from '../../domain/alert.ts';
import { type AlertMessage, slackText } from '../../domain/alert-words.ts';
import { retryAfterMaxSeconds } from '../../domain/delivery.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { SecretPlace } from '../../ports/secrets.ts';

export type Transmitted =
  | { readonly kind: 'sent' }
  /** `isFinal`: the receiver refuses this address for good. */
  | { readonly kind: 'failed'; readonly error: string; readonly isFinal: boolean; readonly retryAfterSeconds: number };

export const noMail = 'the deployment sends no e-mail: its operator sets SMTP_URL and ALERTS_FROM';

/** Sends one message, in one attempt. `id` is equal for all attempts of a message. Never throws. */
export async function transmit(
  ports: CorePorts,
  destination: AlertDestination,
  message: AlertMessage,
  id: string,
): Promise<Transmitted> {
  return destination.kind === 'email' ? mailed(ports, destination, message, id) : posted(ports, destination, message);
}

async function mailed(
  { mail }: CorePorts,
  { address }: AlertDestination,
  { subject, lines }: AlertMessage,
  id: string,
): Promise<Transmitted> {
  if (!mail) return { kind: 'failed', error: noMail, isFinal: false, retryAfterSeconds: 0 };
  const sent = await mail.send({ to: address, subject, text: `${lines.join('\n')}\n`, id });
  return sent.kind === 'sent' ? sent : { ...sent, retryAfterSeconds: 0 };
}

async function posted(
  { sender, vault }: CorePorts,
  destination: AlertDestination,
  message: AlertMessage,
): Promise<Transmitted> {
  const url = await vault.open(destination.sealedAddress ?? '', webhookPlace(destination));
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const result = await sender.send({ url, headers, body: JSON.stringify({ text: slackText(message) }) });
  if (result.kind === 'failed') return { ...result, isFinal: false, retryAfterSeconds: 0 };
  const { status } = result;
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const asked = status === 429 || status === 503 ? (result.retryAfterSeconds ?? 0) : 0;
  return {
    kind: 'failed',
    error: `the webhook answered ${status}`,
    isFinal: status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429,
    retryAfterSeconds: Math.min(asked, retryAfterMaxSeconds),
  };
}

export function webhookPlace({ id, organizationId }: Pick<AlertDestination, 'id' | 'organizationId'>): SecretPlace {
  return { organizationId, environment: 'live', table: 'alert_destinations', row: id, column: 'address' };
}
