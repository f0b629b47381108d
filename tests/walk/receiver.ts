import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { until } from '../../contract-tests/testing/until.ts';

export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly connection_id: string;
  readonly sequence: number;
  readonly environment: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A customer's receiver that trusts nothing but two independent verifiers. */
export interface Receiver {
  readonly url: string;
  trust(secret: string): void;
  /** Verified deliveries, in order of arrival, twins included. */
  readonly received: readonly ReceivedEvent[];
  readonly refusals: readonly string[];
  waitFor(type: string, withinMs?: number): Promise<ReceivedEvent>;
  close(): Promise<void>;
}

interface ReceiverOptions {
  /** The clock that signatures are held against, if it is not the machine's. */
  readonly now?: () => Date;
  /** True for a delivery that is answered with a failure, although it was taken. */
  readonly isRefused?: () => boolean;
}

export async function startReceiver({ now, isRefused }: ReceiverOptions = {}): Promise<Receiver> {
  const received: ReceivedEvent[] = [];
  const refusals: string[] = [];
  let secret = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      try {
        received.push(verified(Buffer.concat(chunks), request.headers, secret, now?.()));
        response.writeHead(isRefused?.() ? 503 : 200).end();
      } catch (error) {
        refusals.push(String(error));
        response.writeHead(401).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://localhost:${port}/hooks`,
    trust: (given) => {
      secret = given;
    },
    received,
    refusals,
    waitFor: (type, withinMs) =>
      until(`the event ${type}`, () => received.find((event) => event.type === type), withinMs),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function verified(body: Buffer, headers: NodeJS.Dict<string | string[]>, secret: string, now?: Date): ReceivedEvent {
  const stripe = new Stripe('sk_test_unused');
  if (!stripe.webhooks.signature) throw new Error('this version of stripe cannot verify');
  const text = body.toString('utf8');
  const one = (name: string): string => String(headers[name]);
  stripe.webhooks.signature.verifyHeader(text, one('service-signature'), secret, 300, undefined, now?.getTime());
  const signed = {
    'webhook-id': one('webhook-id'),
    'webhook-timestamp': one('webhook-timestamp'),
    'webhook-signature': one('webhook-signature'),
  };
  if (now) assertSigned(text, signed, secret, now);
  else new Webhook(secret).verify(text, signed);
  const event = JSON.parse(body.toString('utf8')) as ReceivedEvent;
  if (headers['service-event'] !== event.id) throw new Error('Service-Event is not the id of the event');
  return event;
}

type Signed = Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;

/** The library verifies by the machine's clock alone, so here it signs what should have come. */
function assertSigned(text: string, headers: Signed, secret: string, now: Date): void {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  if (!(Math.abs(now.getTime() - at.getTime()) <= 300_000))
    throw new Error(`signed at ${headers['webhook-timestamp']}`);
  const expected = new Webhook(secret).sign(headers['webhook-id'], at, text);
  if (!headers['webhook-signature'].split(' ').includes(expected)) throw new Error('the signature is another');
}
