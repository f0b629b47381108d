// The floor of deliveries: the same bodies, signed by both standards, posted by plain got in so many loops.
import got from 'got';
import { createEventSigner } from '../../adapters/crypto/index.ts';
import type { JsonObject } from '../../core/index.ts';
import { serveParent } from '../engine/serve-parent.ts';

const [eventText = '{}', urlsText = '[]', secret = ''] = process.argv.slice(2);
const event = JSON.parse(eventText) as JsonObject;
const urls = JSON.parse(urlsText) as readonly string[];
const signer = createEventSigner();
let made = 0;

async function deliver(url: string, eventId: string, body: string): Promise<void> {
  const signatures = signer.headers({ eventId, sentAt: new Date(), body, secrets: [secret] });
  await got.post(url, {
    body,
    headers: { 'content-type': 'application/json', ...signatures },
    retry: { limit: 0 },
    followRedirect: false,
  });
}

/** Milliseconds that it took; the bodies are there before. */
async function deliverAll(count: number, inFlight: number): Promise<number> {
  const events = Array.from({ length: count }, () => {
    made += 1;
    const id = `evt_1${String(made).padStart(25, '0')}`;
    return { id, body: JSON.stringify({ ...event, id, sequence: made }) };
  });
  let next = 0;
  const began = performance.now();
  const loop = async (): Promise<void> => {
    while (next < events.length) {
      const place = next;
      next += 1;
      const { id = '', body = '' } = events[place] ?? {};
      await deliver(urls[place % urls.length] ?? '', id, body);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  return performance.now() - began;
}

serveParent({
  deliver: async ({ count, inFlight }) => ({ tookMs: await deliverAll(Number(count), Number(inFlight)) }),
  close: async () => ({}),
});
