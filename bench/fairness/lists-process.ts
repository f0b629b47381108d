// Asks for many lists at once, each over a connection of its own, half of them at each host where there are two.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { serveParent } from '../engine/serve-parent.ts';

interface Wish {
  readonly urls: readonly string[];
  readonly key: string;
  readonly lists: number;
  readonly rows: number;
}

/** Requests a list like a client that accepts compressed answers. Reads the whole answer without parsing it. */
async function list(url: string, { key, rows }: Wish): Promise<boolean> {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip, deflate, br' };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${url}/v1/operations?limit=${rows}`, { agent, headers }, resolve).once('error', reject).end();
  });
  if (answer.statusCode !== 200) throw new Error(`a list was answered ${answer.statusCode}`);
  answer.resume();
  await once(answer, 'end');
  return true;
}

/** An organization's largest answers are ended while it holds more than its share: `socket hang up`. */
const broken = (error: NodeJS.ErrnoException): boolean => {
  if (error.code === 'ECONNRESET') return false;
  throw error;
};

serveParent({
  lists: async (message) => {
    const wish = message as unknown as Wish;
    const asked = Array.from({ length: wish.lists }, (_, i) => list(wish.urls[i % wish.urls.length] ?? '', wish));
    const answered = await Promise.all(asked.map((one) => one.catch(broken)));
    return { broken: answered.filter((one) => !one).length };
  },
  close: async () => ({}),
});
