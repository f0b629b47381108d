// Writes of a gateway as the tests make them: every call of each, up to its end.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  type Json,
  type JsonObject,
  type LedgerRecord,
  type PreparedWrite,
  type ResourceType,
  type SentRecord,
  ServiceError,
  type WriteIntent,
} from '../../../core/ports.ts';
import { createTrytonGateway } from '../gateway.ts';
import { paperworkIn, today } from './paperwork.ts';
import type { TestTryton } from './tryton-server.ts';

export type Writing = Awaited<ReturnType<typeof writingOf>>;

export async function writingOf(tryton: TestTryton) {
  const gateway = createTrytonGateway(tryton.rpc);
  const work = await paperworkIn(tryton);
  const { access } = work;
  const newKey = (): string => randomUUID();
  async function whole(write: PreparedWrite, key = newKey()): Promise<LedgerRecord> {
    let sent: SentRecord = await gateway.send(access, write, key);
    for (let calls = 0; sent.next && calls < 5; calls++) sent = await gateway.send(access, sent.next, key);
    return sent;
  }
  const write = (intent: WriteIntent, key?: string) => whole(gateway.prepare(intent), key);
  const create = (type: ResourceType, fields: JsonObject) => write({ kind: 'create', type, fields });
  const contact = () => create('contacts', { name: 'Harbour Coffee Ltd' });
  const tax = String(tryton.seeded.salesTax);
  return {
    ...{ gateway, work, access, newKey, whole, write, create, contact, tax },
    /** Over the live record, or over a version of it. */
    change: ({ type, providerId }: LedgerRecord, fields: JsonObject, version?: string) =>
      write({ kind: 'update', type, providerId, fields, existing: null, version }),
    read: ({ type, providerId }: LedgerRecord) => gateway.read(access, type, providerId),
    /** A draft over two cups with tax, unless `fields` say otherwise. */
    async invoice(fields: JsonObject = {}): Promise<LedgerRecord> {
      const { providerId: contact_id } = await contact();
      const dates = { issue_date: today(), due_date: today(30) };
      return create('invoices', { contact_id, ...dates, line_items: [line({ tax_type: tax })], ...fields });
    },
    /** How many there are in the books. */
    count: async (model: string, domain: Json[] = []) => (await work.client.find(model, domain)).length,
  };
}

export const line = (more: JsonObject = {}): JsonObject => ({
  description: 'Cups',
  quantity: 2,
  unit_amount: 50,
  ...more,
});

export async function refusalOf(work: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await work.then(
    () => 'it succeeded',
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ServiceError);
  return error as ServiceError;
}

/** The code of a refusal, and the field that it names. */
export const pathOf = ({ code, details }: ServiceError) => [code, details.errors?.[0]?.path];
