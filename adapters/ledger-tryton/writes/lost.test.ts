// Writes whose answer is lost, or that never arrive, at each of their calls: repeated under their key they make one record.
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { type PreparedWrite, type ResourceType, ServiceError, type WriteIntent } from '../../../core/ports.ts';
import { createTrytonGateway } from '../gateway.ts';
import { today } from '../testing/paperwork.ts';
import { describeTryton, startTryton, type TestTryton } from '../testing/tryton-server.ts';
import { line, type Writing, writingOf } from '../testing/writing.ts';
import { modelOf } from '../wire/models.ts';

const lost = new ServiceError('PROVIDER_TIMEOUT', 'the provider did not answer in time', { outcome: 'unknown' });
const callsMost = 20;
const paymentLines = [['invoice_payment', '!=', null]];

for (const on of ['sqlite', 'postgres'] as const) {
  describeTryton(`lost writes to Tryton on ${on}`, () => body(on), on);
}

function body(on: 'sqlite' | 'postgres'): void {
  let tryton: TestTryton;
  let writing: Writing;
  before(async () => {
    tryton = await startTryton({ on });
    writing = await writingOf(tryton);
  });
  after(() => tryton.stop());

  const lines = async () => ({ contact_id: (await writing.contact()).providerId, line_items: [line()] });
  const fields = (type: ResourceType, status: string) => async (): Promise<WriteIntent> => {
    return { kind: 'create', type, fields: { ...(await lines()), status } };
  };
  const intents: Readonly<Record<string, () => Promise<WriteIntent>>> = {
    contact: async () => ({ kind: 'create', type: 'contacts', fields: { name: 'Lost' } }),
    'authorised invoice': fields('invoices', 'AUTHORISED'),
    'authorised order': fields('purchase_orders', 'AUTHORISED'),
    payment: async () => {
      const { providerId } = await writing.invoice({ status: 'AUTHORISED' });
      const paid = { invoice_id: providerId, account_code: '090', amount: 115, date: today() };
      return { kind: 'create', type: 'payments', fields: paid };
    },
    'converted quote': async () => {
      const quote = await writing.create('quotes', { ...(await lines()), status: 'SENT' });
      return { kind: 'convert_quote', type: 'invoices', quote };
    },
  };

  for (const [name, intent] of Object.entries(intents)) {
    it(`${name}: one, whichever call is lost, on its way or with its answer`, async () => {
      let faults = 0;
      for (const isDone of [false, true]) {
        for (let at = 0; at < callsMost; at++) {
          const { type, ...wanted } = await intent();
          const bytes = writing.gateway.prepare({ type, ...wanted } as WriteIntent);
          const counted = () => writing.count(modelOf(type).name, type === 'payments' ? paymentLines : []);
          const [before, key] = [await counted(), writing.newKey()];
          let [calls, hasFailed] = [0, false];
          const faulty = createTrytonGateway(async (call) => {
            if (!call.writes || calls++ !== at) return tryton.rpc(call);
            hasFailed = true;
            if (isDone) await tryton.rpc(call);
            throw lost;
          });
          let rest: PreparedWrite | undefined = bytes;
          for (let tries = 0; rest && tries < callsMost; tries++) {
            const gateway = hasFailed ? writing.gateway : faulty;
            const sent: unknown = await gateway.send(writing.access, rest, key).catch((error: unknown) => error);
            if (sent === lost || (sent instanceof ServiceError && sent.details.outcome === 'unknown')) continue;
            if (sent instanceof Error) throw sent;
            rest = (sent as { next?: PreparedWrite }).next;
          }
          const made = (await counted()) - before;
          expect(made, `${isDone ? 'answer' : 'call'} ${at}`).to.equal(1);
          if (!hasFailed) break;
          faults += 1;
        }
      }
      expect(faults).to.be.greaterThan(1);
    });
  }

  it('a server that is killed in the middle has made the document once it is sent again', async () => {
    const before = await writing.count('account.invoice');
    const rounds = [0, 30, 60, 120];
    for (const afterMs of rounds) {
      const bytes = writing.gateway.prepare(await fields('invoices', 'DRAFT')());
      const key = writing.newKey();
      const sent = writing.gateway.send(writing.access, bytes, key).catch(() => undefined);
      await wait(afterMs);
      await tryton.kill();
      await sent;
      await tryton.start();
      await writing.whole(bytes, key);
      await writing.whole(bytes, key);
    }
    expect(await writing.count('account.invoice')).to.equal(before + rounds.length);
  });

  it('two that pay the whole of an invoice at once: one does', async () => {
    const sale = await writing.invoice({ status: 'AUTHORISED' });
    const paid = { invoice_id: sale.providerId, account_code: '090', amount: 115, date: today() };
    const both = await Promise.allSettled([writing.create('payments', paid), writing.create('payments', paid)]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    const { fields: shown } = await writing.read(sale);
    expect([shown['status'], shown['amount_due'], (shown['payments'] as unknown[]).length]).to.deep.equal([
      'PAID',
      0,
      1,
    ]);
  });

  it('invoices that are authorised at once are all authorised, by repeats where rows are held', async () => {
    const one = await fields('invoices', 'AUTHORISED')();
    const wanted = Array.from({ length: 6 }, () => one);
    const authorise = async (intent: WriteIntent) => {
      const [bytes, key] = [writing.gateway.prepare(intent), writing.newKey()];
      for (let tries = 0; tries < callsMost; tries++) {
        const made = await writing.whole(bytes, key).catch((error: unknown) => error);
        if (!(made instanceof ServiceError)) return made;
        expect([made.code, made.details.outcome]).to.deep.equal(['PROVIDER_ERROR', 'not_applied']);
      }
      throw new Error('never authorised');
    };
    const before = await writing.count('account.invoice');
    await Promise.all(wanted.map(authorise));
    expect(await writing.count('account.invoice')).to.equal(before + wanted.length);
  });
}
