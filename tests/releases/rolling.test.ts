// A rolling upgrade and the way back, under load: requests move from the release before to this one and back, and so do the
// workers. Nothing is lost, nothing is there twice, and neither opens what only the other can narrow.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type ApiKey, keyNarrowings, type OrganizationId } from '#core/ports';
import { until } from '../../contract-tests/testing/until.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { at, type Client, clientOf, connected, subscribe, textAt } from '../walk/client.ts';
import type { HostProcess } from '../walk/processes.ts';
import { type Receiver, startReceiver } from '../walk/receiver.ts';
import { earlierBuild } from './earlier-build.ts';
import { type Release, startTwoReleases, type TwoReleases } from './two-releases.ts';

const build = earlierBuild();

/** Where requests go, and which workers run, one phase after the other: forth, and all the way back. */
const phases: readonly (readonly Release[])[] = [
  ['old'],
  ['old', 'new'],
  ['new'],
  ['new', 'old'],
  ['old'],
  ['old', 'new'],
];
const writersAPhase = 4;
const writesOfEach = 2;
const families = ['contacts', 'bank_transactions', 'manual_journals', 'invoices'] as const;
type Family = (typeof families)[number];

/** What was asked for, and where. */
interface Written {
  readonly family: Family;
  readonly connectionId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly id: string;
  readonly by: readonly Release[];
}

if ('reason' in build) describe.skip(`a rolling upgrade (left out: ${build.reason})`, () => it('needs both'));
else describePostgres('a rolling upgrade, and back', () => rolling(build.folder));

function rolling(oldFolder: string): void {
  let world: TwoReleases;
  let receiver: Receiver;
  let organizationId: OrganizationId;
  let secret: string;
  const books: { readonly connectionId: string; readonly tenantId: string; readonly contactId: string }[] = [];
  const clientAt = (release: Release, key = secret): Client => clientOf(world.urls[release], key);
  const keyOf = () => world.own.core.access.issueKey({ organizationId, environment: 'test', name: 'rolling' } as const);

  before(async () => {
    world = await startTwoReleases(oldFolder);
    organizationId = (await world.own.core.access.createOrganization({ name: 'Rolling', plan: 'trial' })).id;
    secret = (await keyOf()).secret;
    receiver = await startReceiver();
    await world.sandbox.control('POST', 'organisations', { name: 'A third set of books' });
    const client = clientAt('old');
    for (const [i, tenantId] of (await world.sandbox.tenants()).slice(0, 3).entries()) {
      const asking = { externalAccountId: `customer-${i}`, tenantIds: [tenantId] };
      const connectionId = await connected(client, world.sandbox, asking);
      const contact = await client.expecting(201, 'POST', `/v1/connections/${connectionId}/contacts`, {
        name: `Customer ${i}`,
      });
      books.push({ connectionId, tenantId, contactId: textAt(contact, 'data.item.id') });
    }
    await subscribe(client, receiver, ['contact.changed', 'bank_transaction.changed', 'manual_journal.changed']);
  });
  after(async () => {
    await receiver?.close();
    await world?.stop();
  });

  const bodyOf = (family: Family, name: string, contact_id: string): object => {
    const line = { description: name, quantity: 1, unit_amount: 10, account_code: '400' };
    return {
      contacts: { name },
      bank_transactions: {
        ...{ kind: 'spend', contact_id, bank_account_code: '090', date: '2026-11-05', external_reference: name },
        ...{ line_amount_mode: 'exclusive', line_items: [line] },
      },
      manual_journals: {
        ...{ narration: name, date: '2026-11-05', line_amount_mode: 'no_tax' },
        lines: [
          { line_amount: 10, account_code: '400', description: name },
          { line_amount: -10, account_code: '970', description: name },
        ],
      },
      invoices: {
        contact_id,
        due_date: '2030-01-31',
        external_reference: name,
        line_items: [{ ...line, account_code: '200' }],
      },
    }[family];
  };

  /** A caller that asks again under its key, at whichever host the balancer chooses, until it is answered. */
  async function write(family: Family, among: readonly Release[], turn: number): Promise<Written> {
    const { connectionId, tenantId, contactId } = books[turn % books.length] ?? (books[0] as (typeof books)[number]);
    const name = `${family} ${randomUUID()}`;
    const body = bodyOf(family, name, contactId);
    const key = randomUUID();
    const by: Release[] = [];
    const ask = async () => {
      const release = among[by.length % among.length] ?? 'new';
      by.push(release);
      const where = `/v1/connections/${connectionId}/${family}`;
      return clientAt(release).call('POST', where, body, { 'idempotency-key': key, prefer: 'wait=20' });
    };
    const answers = new Set<string>();
    // Each is asked at least twice: the first answer is lost. Every other one is asked at both hosts at once.
    for (let tries = 0; answers.size === 0 || tries < 2; tries++) {
      const found = await (turn % 2 === 0 && tries === 0 ? Promise.all([ask(), ask()]) : [await ask()]);
      for (const { status, body: answer } of Array.isArray(found) ? found : [found]) {
        if (status === 201) answers.add(textAt(answer, 'data.item.id'));
        else expect([409, 429, 503], `${family} ${JSON.stringify(answer)}`).to.include(status);
      }
      if (tries > 60) throw new Error(`${family} was not answered`);
      if (answers.size === 0) await pause(500);
    }
    expect([...answers], `${family}, asked at ${by}`).to.have.length(1);
    return { family, connectionId, tenantId, name, id: [...answers][0] ?? '', by };
  }

  it('loses nothing and writes nothing twice, forth and back, while requests and workers move', async () => {
    const written: Written[] = [];
    const workers = new Map<Release, HostProcess>();
    let turn = 0;
    for (const among of phases) {
      for (const release of among) if (!workers.has(release)) workers.set(release, await world.worker(release));
      const leaving = [...workers].filter(([release]) => !among.includes(release));
      const load = Array.from({ length: writersAPhase }, async (_, writer) => {
        for (let own = 0; own < writesOfEach; own++) {
          const family = families[(writer + own) % families.length] ?? 'contacts';
          written.push(await write(family, writer % 2 === 0 ? among : among.toReversed(), turn++));
        }
      });
      // Workers are told to end while the load runs, as a deployment ends them.
      for (const [release, worker] of leaving) {
        await worker.kill('SIGTERM');
        expect(await worker.exitCode(), worker.output()).to.equal(0);
        workers.delete(release);
      }
      await Promise.all(load);
    }
    expect(written).to.have.length(phases.length * writersAPhase * writesOfEach);
    expect(written.filter(({ by }) => new Set(by).size === 2).length, 'asked at both').to.be.greaterThan(4);
    await onceInTheBooks(written);
    await toldOnce(written);
    for (const release of ['old', 'new'] as const) await served(release, written);
    for (const worker of workers.values()) await worker.kill('SIGKILL');
  });

  const typeAtProvider: Readonly<Record<Family, readonly [type: string, reference: string]>> = {
    contacts: ['Contacts', 'Name'],
    bank_transactions: ['BankTransactions', 'Reference'],
    manual_journals: ['ManualJournals', 'Narration'],
    invoices: ['Invoices', 'Reference'],
  };

  async function onceInTheBooks(written: readonly Written[]): Promise<void> {
    for (const { tenantId } of books) {
      for (const family of families) {
        const [type, reference] = typeAtProvider[family];
        const there = (await world.sandbox.documents(tenantId, type)).map((one) => one[reference]);
        for (const { name } of written.filter((one) => one.tenantId === tenantId && one.family === family)) {
          expect(
            there.filter((one) => one === name),
            name,
          ).to.have.length(1);
        }
      }
    }
  }

  /** Each record, by whichever release, is told once by whichever worker. */
  async function toldOnce(written: readonly Written[]): Promise<void> {
    const told = written.filter(({ family }) => family !== 'invoices');
    const idsReceived = () =>
      receiver.received.flatMap(({ type, data }) => {
        const record = Object.values(data).find((one) => typeof at(one, 'id') === 'string');
        return type.endsWith('.changed') ? [String(at(record, 'id'))] : [];
      });
    await until('every record is told', async () => told.every(({ id }) => idsReceived().includes(id)), 90_000);
    expect(receiver.refusals).to.deep.equal([]);
    const ids = idsReceived();
    for (const { id, name, by } of told) {
      expect(
        ids.filter((one) => one === id),
        `${name}, asked at ${by}`,
      ).to.have.length(1);
    }
    const events = receiver.received.map(({ id }) => id);
    expect(new Set(events).size).to.equal(events.length);
    const places = receiver.received.map(({ connection_id, sequence }) => `${connection_id} ${sequence}`);
    expect(new Set(places).size).to.equal(places.length);
  }

  /** What one release has made, the other reads from the books and has in its lists. */
  async function served(release: Release, written: readonly Written[]): Promise<void> {
    const client = clientAt(release);
    for (const family of families) {
      for (const { connectionId } of books) {
        const { body } = await client.call('GET', `/v1/connections/${connectionId}/${family}?limit=200`);
        const listed = (at(body, 'data.items') as readonly { readonly id: string }[]).map(({ id }) => id);
        const own = written.filter((one) => one.family === family && one.connectionId === connectionId);
        expect(listed, `${family} at ${release}`).to.include.members(own.map(({ id }) => id));
      }
    }
  }

  it('a key with a narrowing opens nothing at a release that does not know it, whichever narrowing it is', async () => {
    // What the release before honours, in its own words: this release's numbers may be wrong.
    const before = (await import(path.join(oldFolder, 'core/domain/api-key.ts'))) as {
      readonly keyNarrowings: Readonly<Record<string, object | null | undefined>>;
    };
    const [{ connectionId }] = books as [(typeof books)[number]];
    /** A value of each that narrows; a new narrowing without one fails this test. */
    const narrowed: Partial<ApiKey> = {
      scopes: ['read'],
      connectionIds: [connectionId as never],
      expiresAt: new Date(Date.now() + 3_600_000),
      kind: 'agent',
      tools: ['search_records' as never],
      limits: { perWrite: { NZD: 10 }, perDay: null, writesPerDay: 5 },
      requiresApproval: 'all',
      lookAlikeHours: 24,
    };
    let unknown = 0;
    for (const [name, narrowing] of Object.entries(keyNarrowings)) {
      if (narrowing === null) continue;
      const value = narrowed[name as keyof ApiKey] as never;
      expect(value !== undefined && (narrowing.narrows as (given: never) => boolean)(value), name).to.equal(true);
      const { secret: own, key } = await keyOf();
      const stored = (await world.own.ports.storage.apiKeys.find(organizationId, key.id)) as ApiKey;
      await world.query('delete from api_keys where id = $1', [stored.id]);
      await world.own.ports.storage.apiKeys.insert({ ...stored, [name]: value });
      const answers = async (release: Release) => (await clientAt(release, own).call('GET', '/v1/operations')).status;
      const isKnown = Boolean(before.keyNarrowings[name]);
      if (!isKnown) unknown += 1;
      expect(await answers('new'), `${name} here`).to.not.equal(401);
      expect((await answers('old')) === 401, `${name} at the release before`).to.equal(!isKnown);
    }
    // What a release after this one knows opens nothing here either: releases.test.ts.
    expect(unknown, 'narrowings that only this release knows').to.be.greaterThan(0);
  });
}
