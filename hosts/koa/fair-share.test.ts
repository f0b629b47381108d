// Nobody starves the host's other users: neither strangers who send or read slowly nor a key that waits for ever.
import { createHmac, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { hostedApp, type Tenancy } from '../../core/use-cases/testing/service.ts';
import { type LiveService, serveLive } from './testing/live-service.ts';
import { type RawConnection, rawConnection } from './testing/raw-socket.ts';
import { until } from './testing/served-app.ts';

const turnsMost = 3;
const asksATurn = 25;
/** A smaller difference is noise of the machine. */
const floorMs = 40;
const sockets = 510;
/** How many ended connections are opened again every half second. */
const againATime = 15;

const head = (...lines: readonly string[]) => `${[...lines, 'Host: x'].join('\r\n')}\r\n\r\n`;
/** The host answers this with `100 Continue` when it has read the head. */
const told = 'Expect: 100-continue';
const json = 'Content-Type: application/json';
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

interface Attack {
  stop(): Promise<void>;
}

describe('a fair share of the host', function () {
  this.timeout(120_000);
  let service: LiveService;
  let tenancy: Tenancy;
  let victim: Tenancy;
  /** Set while the ledger's minute is used up for the attacker's connection. */
  let spent: { readonly connectionId: string; readonly over: PromiseWithResolvers<void> } | undefined;

  before(async () => {
    service = await serveLive({
      wrap: (ports) => ({
        ...ports,
        clock: { ...ports.clock, wait: (ms) => (ms >= 10_000 && spent ? spent.over.promise : ports.clock.wait(ms)) },
        budget: {
          ...ports.budget,
          acquire: async (connection, cause, limits) =>
            connection.id === spent?.connectionId
              ? { kind: 'refused', reason: 'connection_minute', retryAfterSeconds: 15 }
              : ports.budget.acquire(connection, cause, limits),
        },
      }),
    });
    [tenancy, victim] = [await service.newOrganization(), await service.newOrganization()];
  });
  after(() => service.close());

  /** Measures how long each request of the other organization takes. */
  async function asked(): Promise<readonly number[]> {
    const took: number[] = [];
    for (let i = 0; i < asksATurn; i++) {
      const began = performance.now();
      const { status, text } = await service.call(victim.live, 'GET', '/v1/connections');
      took.push(performance.now() - began);
      expect(status, text).to.equal(200);
    }
    return took;
  }

  /**
   * Measures in turns without and under attack until both best times compare well: starving shows in every turn, noise
   * does not.
   */
  async function expectUnharmed(begin: () => Promise<Attack>, meanwhile = async () => {}): Promise<void> {
    const quiet: number[] = [];
    const attacked: number[] = [];
    await asked();
    const most = () => Math.max(3 * Math.min(...quiet), floorMs);
    const isHarmed = () => attacked.length === 0 || Math.min(...attacked) >= most();
    for (let turn = 0; turn < turnsMost && isHarmed(); turn++) {
      quiet.push(median(await asked()));
      const attack = await begin();
      try {
        attacked.push(median(await asked()));
        await meanwhile();
      } finally {
        await attack.stop();
      }
    }
    expect(Math.min(...attacked), `quiet ${quiet}, attacked ${attacked} ms`).to.be.below(most());
  }

  /** Opens connections that send `begin` and then a byte now and then; opens some of those that were ended again. */
  async function slowly(begin: string, goOn: string): Promise<Attack> {
    const open = new Set<RawConnection>();
    let reached = 0;
    const attack = () => {
      const connection = rawConnection(service.url);
      connection.socket.once('data', () => reached++);
      connection.send(begin);
      open.add(connection);
      void connection.ended.then(() => open.delete(connection));
    };
    for (let i = 0; i < sockets; i++) attack();
    const drip = setInterval(() => {
      for (const { socket } of open) if (socket.writable) socket.write(goOn);
      for (let again = 0; again < againATime && open.size < sockets; again++) attack();
    }, 500);
    await until(() => reached >= sockets, 30_000);
    return {
      stop() {
        clearInterval(drip);
        return ended([...open]);
      },
    };
  }

  /** Opens ever more connections that send requests and do not read; the network buffers some answers. */
  async function unread(asking: string, count: number): Promise<Attack> {
    const open: RawConnection[] = [];
    const attack = () => {
      const connection = rawConnection(service.url);
      connection.socket.pause();
      connection.send(asking);
      open.push(connection);
    };
    for (let i = 0; i < count; i++) attack();
    await until(() => open.every(({ socket }) => socket.readableLength > 0 || socket.destroyed), 10_000);
    const more = setInterval(attack, 5);
    return {
      stop() {
        clearInterval(more);
        return ended(open);
      },
    };
  }

  async function ended(connections: readonly RawConnection[]): Promise<void> {
    for (const { socket } of connections) socket.destroy();
    await Promise.all(connections.map((connection) => connection.ended));
  }

  const post = (path: string, body: string, headers: Record<string, string>) =>
    fetch(service.url + path, { method: 'POST', body, headers, redirect: 'manual' });

  /** Strangers whose bodies arrive like the attacker's: all three kinds. */
  async function honestStrangers(): Promise<void> {
    const origin = 'http://localhost:8080';
    const signIn = await post(
      '/accounting/session',
      JSON.stringify({ email: `${randomUUID()}@b.example`, password: 'x' }),
      {
        ...{ 'content-type': 'application/json', origin },
      },
    );
    expect([signIn.status, ((await signIn.json()) as { reason: string }).reason]).to.deep.equal([401, 'sign_in']);
    const batch = JSON.stringify({
      events: [],
      firstEventSequence: 0,
      lastEventSequence: 0,
      entropy: 'S0m3r4nd0mt3xt',
    });
    const signature = createHmac('sha256', hostedApp.webhookKey).update(batch).digest('base64');
    expect((await post('/webhooks/ledger', batch, { 'X-Ledger-Signature': signature })).status).to.equal(200);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post('/connect/choose', 'selection=s&tenant_id=t', type)).status).to.equal(410);
  }

  it(`is left to others by ${sockets} bodies that trickle`, async () => {
    const origin = 'Origin: http://localhost:8080';
    const begin = head('POST /accounting/session HTTP/1.1', told, json, origin, 'Content-Length: 999');
    await expectUnharmed(() => slowly(begin, ' '), honestStrangers);
  });

  it('is left to others by strangers who do not read what they asked for', async () => {
    const many = head('GET /v1/openapi.json HTTP/1.1').repeat(60);
    await expectUnharmed(() => unread(many, 25), honestStrangers);
  });

  it('is left to others by a key whose requests all wait for a minute that is used up', async () => {
    const tenantId = await service.newTenant();
    const connection = await connected(service, tenancy.test, tenantId);
    const record = `/v1/connections/${connection.id}/invoices/by-provider-id/${randomUUID()}`;
    // From here on, the attacker has one key.
    await service.call(tenancy.test, 'GET', '/v1/connections');
    await expectUnharmed(async () => {
      const used = { connectionId: connection.id, over: Promise.withResolvers<void>() };
      spent = used;
      const statuses: number[] = [];
      const asks = Array.from({ length: 520 }, async () => {
        const { status, body } = await service.call(tenancy.test, 'GET', record, { headers: { prefer: 'wait=20' } });
        statuses.push(status);
        if (status === 429) expect(body).to.include({ reason: 'key_concurrency', retry_after_seconds: 1 });
      });
      await until(() => statuses.length >= 510, 10_000);
      return {
        async stop() {
          spent = undefined;
          used.over.resolve();
          await Promise.all(asks);
          expect(statuses.filter((status) => status === 429)).to.have.length(510);
        },
      };
    });
  });
});
