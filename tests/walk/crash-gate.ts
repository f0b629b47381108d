// Stands on the wire between the workers and the ledger: keeps every call, and holds one of a tenant's for ever.
import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `sent`: it has left the worker, and the ledger has not got it. `stored`: the ledger has answered, the worker waits. */
export type HeldWhen = 'sent' | 'stored';

export interface Hold {
  /** The `nth` (from 1) of such calls, e.g. `POST /Invoices/{id}`. */
  readonly call: string;
  readonly nth: number;
  readonly when: HeldWhen;
}

export interface GatedCall {
  readonly call: string;
  readonly body: string;
  readonly providerKey: string | undefined;
  readonly at: number;
  readonly held: HeldWhen | undefined;
}

export interface LedgerGate {
  readonly url: string;
  /** A tenant's calls since `watch`, in order. */
  calls(tenantId: string): readonly GatedCall[];
  watch(tenantId: string, hold?: Hold): void;
  isHeld(tenantId: string): boolean;
  /** What was held before the ledger got it arrives there after all; answers the statuses. */
  sendLate(tenantId: string): Promise<readonly number[]>;
  close(): Promise<void>;
}

interface Watched {
  readonly calls: GatedCall[];
  readonly late: Parcel[];
  hold: Hold | undefined;
}

interface Parcel {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const apiPath = '/api.xro/2.0';
const id = /\/[0-9a-f]{8}-[0-9a-f-]{27}/g;

export async function openGate(ledgerUrl: string): Promise<LedgerGate> {
  // No kept connections: the ledger may close one at the moment in which it is used, and the worker would see it break.
  const agent = new Agent();
  const watched = new Map<string, Watched>();
  const watchedOf = (tenantId: string): Watched => {
    const known = watched.get(tenantId) ?? { calls: [], late: [], hold: undefined };
    watched.set(tenantId, known);
    return known;
  };
  const server = createServer((incoming, response) => {
    const passed = async (): Promise<void> => {
      const parcel = await parcelOf(incoming);
      const tenant = watchedOf(String(parcel.headers['ledger-tenant-id']));
      const { held } = note(tenant, parcel);
      if (held === 'sent') return void tenant.late.push(parcel);
      const answer = await forward(agent, ledgerUrl, parcel);
      if (held !== 'stored') response.writeHead(answer.status, answer.headers).end(answer.body);
    };
    passed().catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}${apiPath}`,
    calls: (tenantId) => watchedOf(tenantId).calls,
    watch: (tenantId, hold) => void watched.set(tenantId, { calls: [], late: [], hold }),
    isHeld: (tenantId) => watchedOf(tenantId).calls.some(({ held }) => held),
    async sendLate(tenantId) {
      const answers = watchedOf(tenantId)
        .late.splice(0)
        .map((parcel) => forward(agent, ledgerUrl, parcel));
      return (await Promise.all(answers)).map(({ status }) => status);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
        agent.destroy();
      }),
  };
}

async function parcelOf(incoming: IncomingMessage): Promise<Parcel> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const { method = 'GET', url = '/', headers } = incoming;
  return { method, url, headers, body: Buffer.concat(chunks) };
}

function note(tenant: Watched, { method, url, headers, body }: Parcel): GatedCall {
  const path = new URL(url, 'http://gate').pathname.replace(apiPath, '').toLowerCase();
  const call = `${method} ${path.replace(id, '/{id}')}`;
  const nth = tenant.calls.filter((earlier) => earlier.call === call).length + 1;
  const { hold } = tenant;
  const held = hold && hold.call === call && hold.nth === nth ? hold.when : undefined;
  const providerKey = headers['idempotency-key'] as string | undefined;
  const noted: GatedCall = { call, body: body.toString(), providerKey, at: Date.now(), held };
  tenant.calls.push(noted);
  return noted;
}

interface Forwarded {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function forward(agent: Agent, ledgerUrl: string, { method, url, headers, body }: Parcel): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(url, ledgerUrl), { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
