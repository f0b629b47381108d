// The database goes back to an earlier state, as after a failover to a standby that lacks the last commits. What is asked
// again with the same keys is in the provider's books once, because the provider's keys are made from what was asked.
// In a short run PostgreSQL, of which a copy takes longest, has one bulk write and two automations, one of which leaves its
// end to the books; SQLite has all, as both have with TEST_LONG=1.
import { expect } from 'chai';
import { type Database, type DatabaseForTests, onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { openedOnce, standInFor } from '../../../contract-tests/testing/opened.ts';
import { isLong } from '../../../tools/run-length.ts';
import type { Core } from '../../create-core.ts';
import type { BulkItem } from '../../domain/bulk.ts';
import type { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { filesIn } from '../attachments/testing/files.ts';
import { openAutomations } from '../automations/testing/automations.ts';
import { left, type Scenario, scenarios, sorted } from '../automations/testing/scenarios.ts';
import { openBulkBooks, untilEnded } from '../bulk/testing/bulk-books.ts';
import { line } from '../resources/testing/books.ts';
import { type Base, baseOf, bulkFamilies, writtenFamilies } from '../resources/testing/written-families.ts';
import { write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { secondLedger } from '../testing/second-service.ts';
import { openService, type Service, type ServiceOptions } from '../testing/service.ts';

/** A service whose next cores may find the database as it was when `mark` was called. */
function goingBack(given: () => DatabaseForTests) {
  let next: () => Promise<Database> = () => given().open();
  return {
    open: () => next(),
    /** Returns what makes a core on the database as it is now. */
    async mark({ another }: Service, wrap?: ServiceOptions['wrap']): Promise<() => Promise<Core>> {
      const copy = await given().copied();
      return () => {
        next = async () => copy;
        const core = another(wrap);
        next = () => given().open();
        return core;
      };
    },
  };
}

/** The loss was noticed and accepted, as the service asks for before it goes on. */
function withLoss(ports: CorePorts): CorePorts {
  const until = ports.clock.now();
  const loss = () => ({ since: new Date(until.getTime() - 60_000), until });
  return { ...ports, databaseWatch: { state: () => 'kept', loss } };
}

const manyItems = Array.from({ length: 25 }, (_, i) => i);

onBothDatabases('a database that went back', (given, name) => {
  const isWhole = name === 'SQLite' || isLong;

  describe('single and bulk writes', () => {
    const back = goingBack(given);
    let base: Base;
    const service = openedOnce(() => openService({ open: back.open }));
    const books = openedOnce(() => openBulkBooks(service));
    before(async () => {
      base = await baseOf(books);
    });

    const countAll = async () => {
      const families = writtenFamilies.map(async ({ type, atProvider }) => [
        type,
        (await books.documents(atProvider)).length,
      ]);
      return Object.fromEntries(await Promise.all(families)) as Record<string, number>;
    };
    const keysOfWrites = async () => {
      const calls = await service.calls('');
      return (
        calls
          // An account that is there is known by its code.
          .filter(({ method, path }) => method !== 'GET' && !path.includes('/Accounts'))
          .map(({ method, path, headers }) => `${method} ${path} ${headers['idempotency-key']}`)
      );
    };

    it('each family is created and changed once', async () => {
      // A record that is known by its code alone, and was changed since, is not known to be what the forgotten create made.
      const asked = writtenFamilies.map(({ type, item, changes }) => ({
        type,
        changes: familyOf(type).unique ? null : changes,
        body: item(base, `Back ${type}`),
      }));
      const ask = async ({ resources }: Core) => {
        const ids: string[] = [];
        for (const { type, changes, body } of asked) {
          const at = { connectionId: books.connection.id, type };
          const made = await resources.create(books.caller, { ...at, write: write(body, `back ${type}`) });
          const { providerId } = made.value;
          ids.push(providerId);
          if (!changes) continue;
          const change = write({ [changes[0]]: 'changed' }, `back change ${type}`);
          await resources.update(books.caller, { ...at, resourceId: providerId, write: change });
        }
        return ids;
      };
      const goBack = await back.mark(service, withLoss);
      await service.sandbox.control('DELETE', 'requests');
      const first = await ask(service.core);
      const counts = await countAll();
      const keys = await keysOfWrites();
      await service.sandbox.control('DELETE', 'requests');
      expect(await ask(await goBack())).to.deep.equal(first);
      expect(await countAll()).to.deep.equal(counts);
      expect(await keysOfWrites()).to.deep.equal(keys);
    });

    it('an item that was changed since is not taken back to what a forgotten create sent', async () => {
      const at = { connectionId: books.connection.id, type: 'items' } as const;
      const ask = ({ resources }: Core) =>
        resources.create(books.caller, { ...at, write: write({ code: 'BACK-2', name: 'Made' }, 'back then changed') });
      const goBack = await back.mark(service, withLoss);
      const { providerId: resourceId } = (await ask(service.core)).value;
      const change = write({ name: 'Changed' }, 'the change');
      await service.core.resources.update(books.caller, { ...at, resourceId, write: change });
      expect((await refusalOf(ask(await goBack()))).details.reason).to.equal('item_code_taken');
      const [item] = (await books.documents('Items')).filter(({ Code }) => Code === 'BACK-2');
      expect(item?.['Name']).to.equal('Changed');
    });

    it('an item with other values, or of another who is known, is refused as ever', async () => {
      const at = { connectionId: books.connection.id, type: 'items' } as const;
      const create = (name: string, key: string, { resources }: Core) =>
        resources.create(books.caller, { ...at, write: write({ code: 'BACK-3', name }, key) });
      await create('Theirs', 'of one', service.core);
      const core = await service.another(withLoss);
      for (const [name, key] of [
        ['Theirs', 'of another'],
        ['Other', 'of a third'],
      ] as const) {
        expect((await refusalOf(create(name, key, core))).details.reason).to.equal('item_code_taken');
      }
    });

    it('a file and a note are there once; who asks again for the file is told that it is there', async () => {
      const { providerId } = await books.create('contacts', { name: 'Back with a file' });
      const path = { connectionId: books.connection.id, type: 'contacts', resourceId: providerId };
      const ask = async (core: Core) => {
        const files = filesIn({ service: { ...service, core }, caller: books.caller, books }, 'contacts', providerId);
        const note = { ...path, write: write({ note: 'Approved' }, 'back note') };
        const { value: noted } = await core.history.addNote(books.caller, note);
        const file = await files.upload({ key: 'back file' }).then(
          ({ value }) => value.attachmentId,
          ({ details }: ServiceError) => details.reason,
        );
        const kept = await core.history.read(books.caller, path);
        const notes = kept.filter(({ details }) => details === 'Approved').length;
        return { noted: noted.at, file, notes, files: (await files.list()).map(({ attachmentId }) => attachmentId) };
      };
      const goBack = await back.mark(service);
      const first = await ask(service.core);
      expect([first.notes, first.files]).to.deep.equal([1, [first.file]]);
      expect(await ask(await goBack())).to.deep.equal({ ...first, file: 'attachment_exists' });
    });

    it('a request of one’s own is made once, and its repeat has the first answer', async () => {
      const body = { method: 'PUT', path: '/ContactGroups', body: { ContactGroups: [{ Name: 'Back' }] } };
      const ask = async ({ providerRequests }: Core) => {
        const asked = { connectionId: books.connection.id, write: write(body, 'back request') };
        const { value } = await providerRequests.make(books.caller, asked);
        const groups = (await books.documents('ContactGroups')).filter(({ Name }) => Name === 'Back');
        return { status: value.status, digest: value.digest, groups: groups.length };
      };
      const goBack = await back.mark(service, withLoss);
      const first = await ask(service.core);
      expect(first.groups).to.equal(1);
      expect(await ask(await goBack())).to.deep.equal(first);
    });

    /** Asks for a bulk write and works it off; returns its items. */
    async function bulk(core: Core, type: ResourceType, items: readonly object[]): Promise<readonly BulkItem[]> {
      const { caller, connection } = books;
      const path = { connectionId: connection.id, type, write: write({ items }, `back bulk ${type}`) };
      const { id } = (await core.bulk.create(caller, path)).value;
      await untilEnded({ ...service, core }, caller, id);
      return (await core.operations.items(caller, id, { limit: '200' })).items;
    }

    for (const { type, atProvider, item, wrong } of isWhole ? bulkFamilies : bulkFamilies.slice(1, 2)) {
      it(`each item of a bulk write of ${type} is created once, though a call did nothing and an item was refused`, async () => {
        const items = manyItems.map((i) => ({
          item_key: `key ${i}`,
          ...item(base, `Back ${type} ${i}`),
          ...(i === 7 && wrong),
        }));
        const goBack = await back.mark(service, withLoss);
        const match = { method: 'PUT', path: `/api.xro/2.0/${atProvider}` };
        const action = { status: 429, headers: { 'retry-after': '2' } };
        await service.sandbox.control('POST', 'faults', { match, action, times: 1 });
        const told = (all: readonly BulkItem[]) => all.map(({ status, providerId }) => [status, providerId]);
        const first = await bulk(service.core, type, items);
        expect(first.filter(({ status }) => status === 'succeeded')).to.have.length(24);
        const counts = await countAll();
        expect(told(await bulk(await goBack(), type, items))).to.deep.equal(told(first));
        expect(await countAll()).to.deep.equal(counts);
      });
    }

    it('a later request of another kind under the same key is no repeat', async () => {
      const goBack = await back.mark(service);
      const [contacts, invoices] = [bulkFamilies[0], bulkFamilies[1]];
      if (!contacts || !invoices) throw new Error('there are no two families');
      const named = (family: typeof contacts) => [{ item_key: 'a', ...family.item(base, 'Of one key') }];
      const ask = async (core: Core, type: ResourceType, items: readonly object[]) => {
        const path = { connectionId: books.connection.id, type, write: write({ items }, 'one key') };
        const { id } = (await core.bulk.create(books.caller, path)).value;
        return (await untilEnded({ ...service, core }, books.caller, id)).state;
      };
      expect(await ask(service.core, contacts.type, named(contacts))).to.equal('succeeded');
      expect(await ask(await goBack(), invoices.type, named(invoices))).to.equal('succeeded');
    });
  });

  describe('automations', () => {
    const back = goingBack(given);
    const automations = openedOnce(() => openAutomations({}, { open: back.open }));

    const played = scenarios.filter(({ settledByBooks }, i) => isWhole || i === 0 || settledByBooks);
    for (const scenario of played) {
      it(`${scenario.recipe} makes each document once, and mails once`, () => runTwice(scenario));
    }

    async function runTwice(scenario: Scenario): Promise<void> {
      const { service } = automations;
      const bench = await automations.bench();
      const input = await scenario.arrange(bench, automations);
      const goBack = await back.mark(service);
      automations.hands.begin();
      const run = async (at: typeof bench) => {
        const { state, error, result } = await at.ended((await at.start(scenario.recipe, input, 'back')).id);
        return { state, error, made: idsIn(result) };
      };
      const first = await run(bench);
      expect(first).to.include({ state: 'succeeded' });
      const again = await run(automations.at(await goBack(), bench));
      // A document that the recipe ends is ended by now, and spent credit is spent, which the second run is told; the others are
      // found to be made.
      if (again.state === 'succeeded') expect(again).to.deep.equal(first);
      else expect(again.error?.code).to.equal(scenario.settledByBooks ? 'BAD_REQUEST' : 'CONFLICT');
      expect(sorted(await left(scenario, bench))).to.deep.equal(sorted(scenario.leaves));
      expect((await bench.mails()).map(({ times }) => times)).to.deep.equal(
        scenario.writes.includes('deliver') ? [1] : [],
      );
    }
  });

  describe('by marks', () => {
    const back = goingBack(given);
    const second = secondLedger();
    const service = openedOnce(() => openService({ open: back.open, wrap: second.wrap }));
    const books = openedOnce(() => openBulkBooks(service));
    const caller = standInFor(() => books.caller);

    it('a record, the items of a bulk write and an automation are made once, also a day later', async () => {
      const { providerId: contact_id } = await books.create('contacts', { name: 'Customer' });
      const document = {
        contact_id,
        issue_date: '2026-09-14',
        due_date: '2026-12-31',
        line_items: [{ ...line, unit_amount: 10 }],
      };
      const goBack = await back.mark(service, second.wrap);
      const at = { connectionId: books.connection.id, type: 'invoices' } as const;
      const ask = async (core: Core) => {
        await core.resources.create(caller, { ...at, write: write(document, 'single') });
        const items = manyItems.map((i) => ({ item_key: `key ${i}`, status: 'AUTHORISED', ...document }));
        const bulk = (await core.bulk.create(caller, { ...at, write: write({ items }, 'bulk') })).value;
        const asked = {
          connection_id: at.connectionId,
          recipe: 'invoice.create_and_deliver',
          input: { invoice: document, deliver: 'none' },
        };
        const automated = await core.automations.create(caller, { write: write(asked, 'recipe') });
        if (automated.kind !== 'queued') throw new Error('it was only planned');
        const ended = [bulk.id, automated.operation.id].map((id) => untilEnded({ ...service, core }, caller, id));
        expect((await Promise.all(ended)).map(({ state }) => state)).to.deep.equal(['succeeded', 'succeeded']);
      };
      await ask(service.core);
      const made = () => second.opened().documents(books.tenantId, 'invoices').length;
      expect(made()).to.equal(manyItems.length + 2);
      service.advance(86_400);
      await ask(await goBack());
      expect(made()).to.equal(manyItems.length + 2);
    });
  });
});

/** The ids of the records that a result names. */
function idsIn(result: unknown): readonly unknown[] {
  const named = Object.values((result ?? {}) as JsonObject) as readonly (JsonObject | undefined)[];
  return named.map((record) => record?.['provider_id'] ?? record?.['id']);
}
