// The law of a write, for every sender: a create, a change, a mail, a file, a note, an allocation, a request of one's own, a step of a recipe and a call of a bulk
// write. It is stored before it is sent, sent before its time, keeps its place and its records until the answer, and is resumed by
// the next holder.
import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';
import { oneAllocation } from '../allocations/testing/credits.ts';
import { filesIn } from '../attachments/testing/files.ts';
import { openBulkBooks, runOnce, untilEnded } from '../bulk/testing/bulk-books.ts';
import { oneRequest } from '../provider-requests/testing/one-request.ts';
import { line } from '../resources/testing/books.ts';
import { write } from '../testing/connecting.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { openService } from '../testing/service.ts';
import { notingAttempts } from './testing/noted-attempts.ts';

type Method = 'send' | 'sendMany' | 'emailInvoice' | 'attach' | 'addNote' | 'allocate' | 'passWrite';

interface Sender {
  /** The gateway's method that makes the write that is looked at. */
  readonly method: Method;
  readonly changes: boolean;
  /** The step that makes it, if other steps of the operation write, too. */
  readonly step?: string;
  /** The books show by themselves whether it was made, so that it is never sent again once it is there. */
  readonly isListed?: true;
  /** How many writes are metered; an automation is metered as one, when it ends. */
  readonly uses: number;
  /** Prepares the books. `act` tries the write once, perhaps without success; `finish` repeats it until it has ended. */
  arrange(): Promise<{ act(): Promise<unknown>; finish(): Promise<unknown> }>;
}

/** What happens at the next writes of the sender's method. */
interface Hooks {
  method: Method;
  /** Runs when a write arrives at the gateway, before it is made. */
  arriving: (key: string) => Promise<void>;
  /** Runs once the provider has answered. */
  answered: () => Promise<void>;
  /** Runs when an attempt is stored, for a step of this name. */
  stored: (step: string | null) => void;
  /** Runs when a call of the ledger waits for its place in the budget. */
  waiting: () => void;
}

const lost = () => new ServiceError('PROVIDER_TIMEOUT', 'no answer', { outcome: 'unknown' });
const stalledSeconds = 20;
const marker = 'of the law';

describe('the law of a write', () => {
  let contact_id: string;
  let places = 0;
  const keys: string[] = [];
  let isListLost = false;
  const hooks: Hooks = { method: 'send' } as Hooks;
  const reset = () =>
    Object.assign(hooks, { arriving: async () => {}, answered: async () => {}, stored: () => {}, waiting: () => {} });

  function hooked(ports: CorePorts): CorePorts {
    // The first provider's has all of them.
    const gateway = gatewayOf(ports) as Required<LedgerGateway>;
    const around = async <T>(method: Method, key: string, work: () => Promise<T>): Promise<T> => {
      if (method !== hooks.method) return work();
      keys.push(key);
      await hooks.arriving(key);
      const answer = await work();
      await hooks.answered();
      return answer;
    };
    const noting = notingAttempts((step) => hooks.stored(step));
    const storage = noting(ports.storage);
    return withGateway(
      {
        ...ports,
        storage: { ...storage, transaction: (work) => ports.storage.transaction((stores) => work(noting(stores))) },
        budget: {
          ...ports.budget,
          async acquire() {
            hooks.waiting();
            places += 1;
            let isHeld = true;
            const release = () => {
              if (isHeld) places -= 1;
              isHeld = false;
            };
            return { kind: 'granted', release };
          },
        },
      },
      {
        send: (...call) => around('send', call[2], () => gateway.send(...call)),
        sendMany: (...call) => around('sendMany', call[2], () => gateway.sendMany(...call)),
        emailInvoice: (...call) => around('emailInvoice', call[2], () => gateway.emailInvoice(...call)),
        attach: (...call) => around('attach', call[3], () => gateway.attach(...call)),
        allocate: (...call) => around('allocate', call[3], () => gateway.allocate(...call)),
        passWrite: (...call) => around('passWrite', call[2], () => gateway.passWrite(...call)),
        // While the answer is lost, the credit note that would show the allocation is not to be had either.
        read: async (...call) => {
          if (isListLost && call[1] === 'credit_notes') throw lost();
          return gateway.read(...call);
        },
        // While the answer is lost, the list that would show the file is not to be had either.
        listAttachments: async (...call) => {
          if (isListLost) throw lost();
          return gateway.listAttachments(...call);
        },
        addNote: (...call) => around('addNote', call[3], () => gateway.addNote(...call)),
      },
    );
  }

  const service = openedOnce(() => openService({ wrap: hooked }));
  const books = openedEach(() => {
    reset();
    return openBulkBooks(service);
  });
  beforeEach(async () => {
    contact_id = (await books.create('contacts', { name: 'Customer', email: 'a@b.example' })).providerId;
  });

  const invoice = (external_reference = marker) => ({
    contact_id,
    status: 'AUTHORISED',
    due_date: '2030-01-31',
    external_reference,
    line_items: [line],
  });

  /** A request, which is repeated with its key until it is answered. */
  const request = (ask: () => Promise<unknown>) => ({
    act: () => ask().catch((error: unknown) => error),
    async finish() {
      for (let tries = 0; tries < 14; tries++) {
        const heard = await ask().catch((error: unknown) => error);
        if (!(heard instanceof ServiceError)) return;
        if (!heard.retryable) throw heard;
        service.advance(heard.details.retryAfterSeconds ?? 65);
      }
      throw new Error('it is not answered');
    },
  });
  const operation = (id: Parameters<typeof untilEnded>[2]) => ({
    act: () => runOnce(service, id),
    async finish() {
      expect((await untilEnded(service, books.caller, id)).state).to.equal('succeeded');
    },
  });
  const recipe = async (input: object) => {
    const body = { connection_id: books.connection.id, recipe: 'invoice.create_and_deliver', input };
    const started = await service.core.automations.create(books.caller, { write: write(body) });
    if (started.kind !== 'queued') throw new Error('it was only planned');
    return operation(started.operation.id);
  };

  const senders: Readonly<Record<string, Sender>> = {
    'a create': {
      ...{ method: 'send', changes: false, uses: 1 },
      arrange: async () => request(() => books.create('invoices', invoice(), 'asked')),
    },
    'a change': {
      ...{ method: 'send', changes: true, uses: 1 },
      async arrange() {
        const { providerId } = await books.create('invoices', invoice('before'));
        return request(() => books.update('invoices', providerId, { external_reference: marker }, 'asked'));
      },
    },
    'a mail': {
      ...{ method: 'emailInvoice', changes: true, step: 'deliver', uses: 0 },
      arrange: () => recipe({ invoice: invoice(), deliver: 'email' }),
    },
    'a file': {
      ...{ method: 'attach', changes: true, isListed: true, uses: 1 },
      async arrange() {
        const { providerId } = await books.create('invoices', invoice());
        const files = filesIn({ service, caller: books.caller, books }, 'invoices', providerId);
        const asked = request(() => files.upload({ key: 'a file' }));
        return {
          ...asked,
          async finish() {
            isListLost = false;
            await asked.finish();
            expect((await files.list()).map(({ filename }) => filename)).to.deep.equal(['bill.pdf']);
          },
        };
      },
    },
    'a note': {
      ...{ method: 'addNote', changes: false, uses: 1 },
      async arrange() {
        const { providerId } = await books.create('invoices', invoice());
        const path = { connectionId: books.connection.id, type: 'invoices', resourceId: providerId };
        return request(() =>
          service.core.history.addNote(books.caller, { ...path, write: write({ note: 'once' }, 'asked') }),
        );
      },
    },
    'an allocation': {
      ...{ method: 'allocate', changes: false, uses: 1 },
      async arrange() {
        const { providerId: invoice_id } = await books.create('invoices', invoice());
        const { act, finish } = await oneAllocation(
          { service, caller: books.caller, books },
          { contact_id, invoice_id },
        );
        const asked = request(act);
        return {
          act: () => asked.act().finally(() => (isListLost = false)),
          finish: () => asked.finish().then(finish),
        };
      },
    },
    'a request of one’s own': {
      ...{ method: 'passWrite', changes: false, uses: 0 },
      async arrange() {
        await books.create('invoices', invoice());
        const { ask, finish } = oneRequest({ service, books }, marker);
        return { act: request(ask).act, finish: () => request(ask).finish().then(finish) };
      },
    },
    'a step of a recipe': {
      ...{ method: 'send', changes: false, uses: 0 },
      arrange: () => recipe({ invoice: invoice(), deliver: 'none' }),
    },
    'a call of a bulk write that creates': {
      ...{ method: 'sendMany', changes: false, uses: 1 },
      arrange: async () => operation((await books.begin('invoices', [{ item_key: 'a', ...invoice() }])).id),
    },
    'a call of a bulk write that changes': {
      ...{ method: 'sendMany', changes: true, uses: 1 },
      async arrange() {
        const { providerId: id } = await books.create('invoices', invoice('before'));
        const item = { item_key: 'a', id, external_reference: marker };
        return operation((await books.begin('invoices', [item])).id);
      },
    },
  };

  const now = () => service.ports.clock.now().getTime();
  const table = (name: string) => service.database.knex(name).where({ connection_id: books.connection.id });
  const attempts = async () => [
    ...(await table('idempotency_keys').whereNotNull('attempt_prepared')),
    ...(await table('operation_steps').whereNotNull('attempt_prepared')),
  ];
  /** The documents that the write made or changed, and how often each mail was sent. */
  async function expectOnce(sender: Sender) {
    const documents = (await books.documents('Invoices')).filter((one) => one['Reference'] === marker);
    expect(documents).to.have.length(1);
    expect(await books.documents('Invoices')).to.have.length(1);
    if (sender.method === 'addNote') {
      const resourceId = String(documents[0]?.['InvoiceID']);
      const path = { connectionId: books.connection.id, type: 'invoices', resourceId };
      const notes = await service.core.history.read(books.caller, path);
      expect(notes.map(({ details }) => details)).to.deep.equal(['once']);
    }
    const mails = (await service.sandbox.control('GET', `mails?tenant_id=${books.tenantId}`))['mails'];
    const times = (mails as { times: number }[]).map((mail) => mail.times);
    expect(times).to.deep.equal(sender.method === 'emailInvoice' ? [1] : []);
  }
  /** Loses the answer of the first write. */
  const loseOnce = () => {
    hooks.answered = async () => {
      hooks.answered = async () => {};
      isListLost = true;
      throw lost();
    };
  };

  it('what the steps of a recipe wrote is cached, even if nothing reads it again', async () => {
    const quote = { contact_id, issue_date: '2030-01-01', title: marker, line_items: [line] };
    const body = { connection_id: books.connection.id, recipe: 'quote.create_and_send', input: { quote } };
    const started = await service.core.automations.create(books.caller, { write: write(body) });
    if (started.kind !== 'queued') throw new Error('it was only planned');
    await operation(started.operation.id).finish();
    const copies = await table('cached_records').where({ type: 'quotes' });
    expect(copies).to.have.length(1);
    expect(JSON.stringify(copies)).to.include(marker).and.to.include('SENT');
  });

  for (const [name, sender] of Object.entries(senders)) {
    describe(`of ${name}`, () => {
      let work: Awaited<ReturnType<Sender['arrange']>>;
      beforeEach(async () => {
        // The books are prepared before anything is looked at.
        isListLost = false;
        hooks.method = sender.method === 'send' ? 'sendMany' : 'send';
        work = await sender.arrange();
        hooks.method = sender.method;
        keys.splice(0);
      });

      it('its attempt is stored, with the key, before it is sent', async () => {
        const storedKeys: unknown[] = [];
        hooks.arriving = async () => void storedKeys.push(...(await attempts()).map((row) => row['attempt_keys']));
        await work.act();
        expect(keys).to.have.length(1);
        expect(storedKeys.map((text) => Object.values(JSON.parse(String(text))))).to.deep.equal([keys]);
        await work.finish();
        await expectOnce(sender);
        expect(await attempts(), 'nothing is open in the end').to.deep.equal([]);
      });

      it('it is not sent once its process has stalled', async () => {
        let storedAt = 0;
        let stalls = 1;
        hooks.stored = (step) => {
          storedAt = now();
          if (sender.step !== undefined && step !== sender.step) return;
          if (stalls-- > 0) service.advance(stalledSeconds + 5);
        };
        const waits: number[] = [];
        hooks.arriving = async () => void waits.push((now() - storedAt) / 1000);
        await work.act();
        await work.finish();
        expect(waits.filter((seconds) => seconds > stalledSeconds)).to.deep.equal([]);
        await expectOnce(sender);
      });

      it('its place in the budget is held until it is answered', async () => {
        let held = 0;
        hooks.arriving = async () => {
          await new Promise((resolve) => setImmediate(resolve));
          held = places;
        };
        const before = places;
        await work.act();
        expect(held - before).to.equal(1);
        expect(places).to.equal(before);
      });

      it('an unknown end is left to the next holder, who sends it again under the same key', async () => {
        loseOnce();
        await work.act();
        expect(await attempts(), 'the attempt is open').to.have.length(1);
        await work.finish();
        expect(keys).to.have.length(sender.isListed ? 1 : 2);
        expect(new Set(keys).size).to.equal(1);
        await expectOnce(sender);
      });

      it('an unknown end is resolved by the books once the provider has forgotten the key', async () => {
        loseOnce();
        await work.act();
        service.advance(400);
        await work.finish();
        // Of a change the provider makes nothing twice: its fields are set again.
        if (sender.method !== 'emailInvoice' && sender.changes && !sender.isListed)
          expect(new Set(keys).size).to.equal(1);
        else expect(keys).to.have.length(1);
        await expectOnce(sender);
      });

      if (!sender.changes || sender.method === 'emailInvoice') {
        it('it is not repeated by its key if the provider has forgotten that while it waited', async () => {
          loseOnce();
          await work.act();
          // Until a worker takes it again.
          service.advance(60);
          let waits = 0;
          hooks.waiting = () => {
            if (waits++ === 0) service.advance(400);
          };
          await work.act();
          hooks.waiting = () => {};
          expect(keys).to.have.length(1);
          await work.finish();
          await expectOnce(sender);
        });
      }

      if (sender.changes) {
        it('its record stays leased after an unknown end, and is free after an answer', async () => {
          const leases = async () => {
            const rows = await service.database.knex('record_leases').where({ tenant_id: books.tenantId });
            return rows.filter(({ expires_at }) => Number(expires_at) > now()).length;
          };
          loseOnce();
          await work.act();
          expect(await leases()).to.equal(1);
          await work.finish();
          expect(await leases()).to.equal(0);
        });
      }

      it('it is cached, announced and metered, once', async () => {
        const uses = async () => (await table('usage_events').where({ meter: 'write' })).length;
        const earlier = await uses();
        loseOnce();
        await work.act();
        await work.finish();
        const copies = JSON.stringify(await table('cached_records').where({ type: 'invoices' }));
        expect(copies).to.include(marker);
        if (sender.uses > 0) expect((await uses()) - earlier).to.equal(sender.uses);
        const events = await table('events').where('type', 'like', 'invoice.%');
        expect(JSON.stringify(events)).to.include(marker);
      });
    });
  }
});
