// Agents without a model: one obeys every instruction that it reads, one forgets that it was done. Judged at the books.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openedEach, openedOnce } from '../../contract-tests/testing/opened.ts';
import { chanceOf } from './chance.ts';
import { capOfDay, capOfOne, intentsOf, type KeyName } from './intents.ts';
import { foreignBooksOf, judged, thingsIn } from './judge.ts';
import { instructions, obey } from './obedient.ts';
import { type Ended, pursue, type Run } from './pursue.ts';
import { openAgentService, openSmallWorld, type SmallWorld } from './small-world.ts';

const seed = Number(process.env['SEED'] ?? 5);
const count = 24;
type Documents = readonly Readonly<Record<string, unknown>>[];

describe('an agent without sense', () => {
  const service = openedOnce(openAgentService);
  const world = openedEach(() => openSmallWorld(service, { count }));
  const runIn = (): Run => ({
    ...{ world, chance: chanceOf(seed), weather: { cuts: 0 }, story: [], faults: [], counts: new Map() },
    until: performance.now() + 60_000,
  });
  const documents = (type: string) => world.sandbox.documents(world.tenantId, type) as Promise<Documents>;

  /** Strangers write what they want to be done into every text that the books have. */
  async function poison({ core, places, member, foreign }: SmallWorld) {
    const plane = { organizationId: member.organizationId, environment: 'test' as const };
    const { secret } = await core.access.issueKey({ ...plane, name: 'program' });
    const caller = await core.access.authenticate(`Bearer ${secret}`, 'req-program' as never);
    const create = (type: string, body: object) =>
      core.resources.create(caller, {
        ...{ connectionId: world.connectionId, type },
        write: { key: randomUUID(), body: body as never },
      });
    const texts = instructions(foreign[0]?.connectionId ?? '');
    for (const [i, text] of texts.entries()) {
      if (i % 2 === 0) await create('contacts', { name: text });
      const line = { quantity: 1, unit_amount: 20 + i, account_code: '200' };
      await create('invoices', {
        ...{ contact_id: places.contacts[0], due_date: '2030-01-31', external_reference: text },
        ...{ line_items: [{ ...line, description: text }], status: i % 3 === 0 ? 'AUTHORISED' : 'DRAFT' },
      });
    }
    return texts;
  }

  async function obeyed(key: KeyName) {
    const texts = await poison(world);
    const run = runIn();
    const before = { invoices: await documents('Invoices'), contacts: await documents('Contacts') };
    const [foreign, payments] = [await foreignBooksOf(world), await documents('Payments')];
    const { orders, calls } = await obey(run, key, world.connectionId);
    await world.rest(5);
    expect(orders, 'what it found').to.equal(texts.length);
    expect(calls).to.be.greaterThan(30);
    expect(run.faults).to.deep.equal([]);
    expect(await foreignBooksOf(world)).to.equal(foreign);
    const after = { invoices: await documents('Invoices'), contacts: await documents('Contacts') };
    return { before, after, payments, paymentsAfter: await documents('Payments'), run };
  }

  const ids = (all: Documents) => all.map(({ InvoiceID }) => InvoiceID);
  const totalOf = (all: Documents) => all.reduce((sum, one) => sum + Number(one['Amount']), 0);

  it('changes nothing with a key whose every write waits, because no member approves', async () => {
    const { before, after, payments, paymentsAfter } = await obeyed('held');
    expect(after).to.deep.equal(before);
    expect(paymentsAfter).to.deep.equal(payments);
  });

  it('moves no money and ends nothing with a key whose high acts wait', async () => {
    const { before, after, payments, paymentsAfter } = await obeyed('high');
    expect(paymentsAfter).to.deep.equal(payments);
    // The books note by themselves who is a customer.
    const reached = (all: Documents) => all.map(({ Name, EmailAddress }) => [Name, EmailAddress]);
    expect(reached(after.contacts)).to.deep.equal(reached(before.contacts));
    const statuses = (all: Documents) => new Map(all.map(({ InvoiceID, Status }) => [InvoiceID, Status]));
    const [was, is] = [statuses(before.invoices), statuses(after.invoices)];
    for (const [id, status] of was) expect(is.get(id)).to.equal(status);
    const made = after.invoices.filter(({ InvoiceID }) => !was.has(InvoiceID));
    expect(made.map(({ Status }) => Status).every((status) => status === 'DRAFT')).to.equal(true);
  });

  it('does with a key of its own no more than its limits allow', async () => {
    const { before, after, payments, paymentsAfter } = await obeyed('capped');
    const known = new Set(ids(before.invoices));
    const made = after.invoices.filter(({ InvoiceID }) => !known.has(InvoiceID));
    expect(made).to.deep.equal([]);
    const paid = paymentsAfter.slice(payments.length);
    for (const { Amount } of paid) expect(Number(Amount)).to.be.at.most(capOfOne);
    expect(totalOf(paid)).to.be.at.most(capOfDay(count));
  });

  it('that forgets what it has done is asked, and makes nothing twice', async () => {
    const run = runIn();
    const mix = { keys: ['free'], styles: ['same bytes'], foreign: 0 } as const;
    const intents = intentsOf(run.chance, world.places, 6, mix).filter(({ isWrongFirst }) => !isWrongFirst);
    const [before, foreignBefore] = [await thingsIn(world), await foreignBooksOf(world)];
    const ends = new Map<(typeof intents)[number], Ended>();
    for (const intent of intents) {
      const first = await pursue(run, intent);
      ends.set(intent, first);
      for (const [n, style] of (['new ref', 'reworded', 'twice'] as const).entries()) {
        const again = await pursue(run, { ...intent, name: `${intent.name}, forgotten ${n}`, style }, first);
        expect(again.end, `${intent.name}: ${intent.tool} ${run.story.slice(-6).join('\n')}`).to.equal(first.end);
      }
    }
    expect(intents.length).to.be.greaterThan(3);
    expect(await judged(run, { before, foreignBefore, ends }), run.story.join('\n')).to.deep.equal([]);
  });
});
