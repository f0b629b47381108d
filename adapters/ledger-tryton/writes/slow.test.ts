// Marks are relied on some time after a send, so nothing may be made later than that, however slow the server is.
import { expect } from 'chai';
import type { Json, LedgerGateway, PreparedWrite } from '../../../core/ports.ts';
import { tenantIdOf, textOfSession } from '../books.ts';
import { createTrytonGateway } from '../gateway.ts';

const server = { url: 'https://books.test', database: 'd' };
const accessToken = textOfSession({ ...server, login: 'l', userId: 1, key: 'k' });
const access = { accessToken, tenantId: tenantIdOf(server, 1), report: () => {} };

describe('a slow Tryton server', () => {
  const { now } = performance;
  afterEach(() => {
    performance.now = now;
  });

  type Act = (gateway: LedgerGateway, write: PreparedWrite) => Promise<unknown>;

  /** What is made if the first search takes so long, and the error. */
  async function made(seconds: number, act: Act) {
    const creates: string[] = [];
    let lateMs = 0;
    performance.now = () => now.call(performance) + lateMs;
    const gateway = createTrytonGateway(async ({ method }): Promise<Json> => {
      lateMs = seconds * 1000;
      if (!method.endsWith('.create')) return [];
      creates.push(method);
      return [7];
    });
    const write = gateway.prepare({ kind: 'create', type: 'contacts', fields: { name: 'Harbour' } });
    const failure = await act(gateway, write).catch((error: unknown) => error);
    return { creates, failure };
  }

  it('makes nothing once a repeat may have looked for it', async () => {
    const alone: Act = (gateway, write) => gateway.send(access, write, 'key');
    const together: Act = (gateway, write) => gateway.sendMany(access, [write, write], 'key');
    for (const act of [alone, together]) {
      expect((await made(29, act)).creates).to.include('model.party.party.create');
      const { creates, failure } = await made(31, act);
      expect(creates).to.deep.equal([]);
      expect(failure).to.deep.include({ code: 'PROVIDER_TIMEOUT', details: { outcome: 'not_applied' } });
    }
  });
});
