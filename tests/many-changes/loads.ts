// Loads on one connection, and what each may cost.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { write } from '../../core/use-cases/testing/connecting.ts';
import type { BusyBooks, Told } from './busy-books.ts';

export interface Load {
  readonly name: string;
  /** Prepares the books; resolves to what changes them, which ends when all is announced. */
  readonly prepare: (busy: BusyBooks) => Promise<() => Promise<void>>;
  /** Calls to the provider, or calls for each of `per`. */
  readonly callsMost: number;
  readonly per?: number;
  readonly secondsMost?: number;
}

/** Each invoice is announced once. */
async function announcedOnce(busy: BusyBooks, type: 'invoice.updated' | 'invoice.paid', ids: readonly string[]) {
  const told = (await busy.announced(type)).filter((id) => ids.includes(id));
  expect(told.toSorted()).to.deep.equal(ids.toSorted());
}

const invoices = (count: number) => async (busy: BusyBooks) => {
  const ids = await busy.books.invoices(count);
  return async () => {
    await busy.notify(ids.map((id): Told => ({ category: 'INVOICE', id })));
    await busy.done();
    await announcedOnce(busy, 'invoice.updated', ids);
  };
};

const payments = (count: number) => async (busy: BusyBooks) => {
  const ids = await busy.books.invoices(count);
  return async () => {
    await busy.notify(await busy.pay(ids));
    await busy.done();
    await announcedOnce(busy, 'invoice.paid', ids);
  };
};

/** Payments that come one after another, each due at its own moment. */
const paymentsInTurn = (count: number, withinMs: number) => async (busy: BusyBooks) => {
  const ids = await busy.books.invoices(count);
  return async () => {
    const beganMs = performance.now();
    for (const [i, id] of ids.entries()) {
      await sleep(Math.max(0, beganMs + (i * withinMs) / count - performance.now()));
      await busy.notify(await busy.pay([id]));
    }
    await busy.done();
    await announcedOnce(busy, 'invoice.paid', ids);
  };
};

/** Creates of ours, one after the other: each is announced at once, and its echo confirms it later. */
const creates = (count: number) => async (busy: BusyBooks) => {
  const { books, service, tenancy } = busy;
  const [contact] = await books.ledger.call('PUT', 'Contacts', { Contacts: [{ Name: `Customer ${count}` }] });
  const fields = { contact_id: String(contact?.['ContactID']), line_items: [{ description: 'One', unit_amount: 1 }] };
  return async () => {
    const ids: string[] = [];
    for (let i = 0; i < count; i++) {
      const path = { connectionId: books.connection.id, type: 'invoices', write: write(fields) };
      const { value } = await service.core.resources.create(tenancy.test, path);
      ids.push(value.providerId);
      await busy.notify([{ category: 'INVOICE', id: value.providerId }]);
    }
    await announcedOnce(busy, 'invoice.updated', ids);
    expect(await busy.unfinished()).to.equal(count);
    service.advance(61);
    await busy.done();
    await announcedOnce(busy, 'invoice.updated', ids);
  };
};

const bulkCreates = (count: number) => async (busy: BusyBooks) => {
  const { books, service, tenancy } = busy;
  const [contact] = await books.ledger.call('PUT', 'Contacts', { Contacts: [{ Name: `Customer ${count}` }] });
  const body = { contact_id: String(contact?.['ContactID']), line_items: [{ description: 'One', unit_amount: 1 }] };
  return async () => {
    const items = Array.from({ length: count }, (_, i) => ({ item_key: `row ${i}`, ...body }));
    const path = { connectionId: books.connection.id, type: 'invoices', write: write({ items }) };
    await service.core.bulk.create(tenancy.test, path);
    await busy.idle();
    const rows = await service.database.knex('bulk_items').where({ status: 'succeeded' }).select('provider_id');
    expect(rows.length).to.equal(count);
    await announcedOnce(
      busy,
      'invoice.updated',
      rows.map(({ provider_id }) => String(provider_id)),
    );
  };
};

const contactEdits = (count: number) => async (busy: BusyBooks) => {
  busy.service.advance(3_600);
  return async () => {
    for (let edit = 0; edit < count; edit++) {
      await busy.notify([{ category: 'CONTACT', id: crypto.randomUUID() }]);
      busy.service.advance(3_600 / count);
      await busy.idle();
    }
  };
};

export const loads: readonly Load[] = [
  { name: '150 invoices change at once', prepare: invoices(150), callsMost: 8, secondsMost: 15 },
  { name: '15 payments at once', prepare: payments(15), callsMost: 8, secondsMost: 10 },
  { name: 'one payment', prepare: payments(1), callsMost: 2 },
  { name: 'a payment of 100 at once', prepare: payments(100), callsMost: 0.1, per: 100 },
  { name: 'a create of ours with its echo', prepare: creates(12), callsMost: 1.1, per: 12 },
  { name: '100 contact edits in an hour', prepare: contactEdits(100), callsMost: 60 },
];

/** Loads whose changes have moments: the core's waits must pass as they do. */
export const timedLoads: readonly Load[] = [
  { name: '15 payments within 2 s', prepare: paymentsInTurn(15, 2_000), callsMost: 8, secondsMost: 6 },
];

export const largeLoads: readonly Load[] = [
  { name: '1,000 invoices change at once', prepare: invoices(1_000), callsMost: 36, secondsMost: 60 },
  { name: '1,000 creates in bulk', prepare: bulkCreates(1_000), callsMost: 22, secondsMost: 60 },
];

/** Runs a load in a fresh minute of the budget; calls are those of the whole load, or for each of `per`. */
export async function measure(busy: BusyBooks, { prepare, per = 1 }: Load) {
  const run = await prepare(busy);
  await busy.freshMinute();
  const beganMs = performance.now();
  await run();
  return { calls: (await busy.calls()).length / per, seconds: (performance.now() - beganMs) / 1000 };
}
