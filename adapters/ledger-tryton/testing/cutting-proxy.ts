// A proxy between the service and a Tryton server that can make a writing call fail.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One writing call, as a mishap receives it. */
export interface Exchange {
  readonly authorization: string;
  /** Sends the call to the server and resolves with the whole answer. By then the server has committed the write. */
  forward(): Promise<Answer>;
  answer(answer: Answer): void;
  /** Closes the connection to the service without an answer. */
  cut(): void;
}

/** Decides what happens to a writing call: forwards it, answers it, or cuts it off. */
export type Mishap = (exchange: Exchange) => Promise<void>;

export interface CuttingProxy {
  readonly url: string;
  /** The methods of the writing calls since `begin`. */
  readonly writes: readonly string[];
  /** Starts the count of writing calls again at 1. Only the `nth` call goes through `mishap`. */
  begin(nth?: number, mishap?: Mishap): void;
  /** How many calls the server has not answered. */
  underWay(): number;
  close(): Promise<void>;
}

const writing =
  /^model\.(account|sale|purchase|party)\..*\.(?!search|read|default|on_change)\w+$|^wizard\..*\.execute$/;

/** Every writing call goes through `each`, except the one that `begin` gives its own mishap. */
export async function startCuttingProxy(serverUrl: string, each?: Mishap): Promise<CuttingProxy> {
  const { hostname, port } = new URL(serverUrl);
  const writes: string[] = [];
  let [awaited, befalls] = [0, undefined as Mishap | undefined];
  let underWay = 0;

  async function forwarded({ method, url: path, headers }: IncomingMessage, body: string): Promise<Answer> {
    underWay += 1;
    try {
      return await new Promise((resolve, reject) => {
        const asked = request({ hostname, port, method, path, headers }, (answer) => {
          text(answer).then((said) => resolve({ status: answer.statusCode ?? 500, body: said }), reject);
        });
        asked.once('error', reject).end(body);
      });
    } finally {
      underWay -= 1;
    }
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming);
    const cut = () => void incoming.socket.destroy();
    const answer = ({ status, body: said }: Answer) =>
      void outgoing.writeHead(status, { 'content-type': 'application/json' }).end(said);
    const forward = () => forwarded(incoming, body);
    const { method } = JSON.parse(body) as { readonly method: string };
    let mishap = writing.test(method) ? each : undefined;
    if (writing.test(method) && writes.push(method) === awaited) mishap = befalls;
    if (!mishap) return answer(await forward());
    await mishap({ authorization: incoming.headers.authorization ?? '', forward, answer, cut });
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => void incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    writes,
    begin(nth = 0, mishap) {
      writes.length = 0;
      [awaited, befalls] = [nth, mishap];
    },
    underWay: () => underWay,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
