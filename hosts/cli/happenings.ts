// Causes each kind of event for real: at the sandbox where people act, by the API where applications act. The compiler
// requires an entry for every kind.
import type { SequencedEventType } from '#core';
import type { Connection } from '../../client/index.ts';
import { type RecordEventType, recordEventType } from '../../core/domain/event.ts';
import { type ToldType, toldTypes } from '../../core/domain/resource.ts';
import { Failure } from './command.ts';
import type { StoredEvent } from './news.ts';
import { connect, type Organisation, type Sandbox } from './sandbox.ts';
import { patient, polling, type Service } from './service.ts';

export interface Scene {
  readonly service: Service;
  readonly sandbox: Sandbox;
  /** Resolves to an active connection that stores records; connects one if needed. */
  readonly connection: () => Promise<Connection>;
}

interface Happening {
  readonly does: string;
  /** Resolves to a function that recognizes the event. */
  readonly act: (scene: Scene) => Promise<(event: StoredEvent) => boolean>;
}

const recordHappenings = Object.fromEntries(toldTypes.map((type) => [recordEventType(type), edited(type)])) as Readonly<
  Record<RecordEventType, Happening>
>;

/** Of the operational events, those that a person causes; the others tell of what goes wrong for hours or days. */
type Caused = SequencedEventType | 'endpoint.disabled' | 'endpoint.resumed';

export const happenings: Readonly<Record<Caused, Happening>> = {
  'connection.created': {
    does: 'connects a new organization of the sandbox',
    act: async (scene) => about(await connectNew(scene)),
  },
  'connection.updated': {
    does: 'connects a new organization of the sandbox, and connects it again',
    act: async (scene) => {
      const { service, sandbox } = scene;
      const earlier = await service.api.connections.get(await connectNew(scene), polling());
      const { provider_tenant_id: tenantId, external_account_id: externalAccountId } = earlier;
      return about(await connect(service, sandbox, { tenantId: tenantId ?? '', externalAccountId }));
    },
  },
  'connection.disconnected': {
    does: 'connects a new organization of the sandbox and disconnects it',
    act: async (scene) => {
      const connectionId = await connectNew(scene);
      await scene.service.api.connections.delete(connectionId, { maxRetries: 5 });
      return about(connectionId);
    },
  },
  'sync.completed': {
    does: 'asks for a sync of a connection',
    act: async ({ service, connection }) => {
      const { connection_id } = await connection();
      return ofOperation(await service.api.connections.sync(connection_id, { scope: 'invoices' }, patient));
    },
  },
  'invoice.updated': {
    does: 'writes an invoice, which the ledger then notifies of',
    act: async (scene) => ofInvoice(await newInvoice(scene)),
  },
  'invoice.payment_changed': {
    does: 'writes an invoice, of which the customer pays a part at the ledger',
    act: (scene) => paid(scene, 40),
  },
  'invoice.paid': {
    does: 'writes an invoice, which the customer pays in full at the ledger',
    act: (scene) => paid(scene),
  },
  'automation.succeeded': {
    does: 'starts an automation that creates an invoice',
    act: (scene) => automated(scene, salesAccount),
  },
  'automation.failed': {
    does: 'starts an automation that creates an invoice on an account that the books do not have',
    act: (scene) => automated(scene, 'none'),
  },
  'bulk.completed': {
    does: 'writes two contacts in bulk',
    act: async ({ connection, service }) => {
      const { connection_id } = await connection();
      const items = ['one', 'two'].map((item_key) => ({ item_key, name: `Contact ${item_key} of ${stamp()}` }));
      return ofOperation(await service.api.contacts.createMany(connection_id, items, patient));
    },
  },
  'endpoint.disabled': {
    does: 'disables an endpoint that it makes, and removes it',
    act: ({ service }) => switched(service, ['disabled']),
  },
  'endpoint.resumed': {
    does: 'disables an endpoint that it makes, enables it again, and removes it',
    act: ({ service }) => switched(service, ['disabled', 'enabled']),
  },
  ...recordHappenings,
};

/** A person edits a record of the family at the ledger. */
function edited(type: ToldType): Happening {
  return {
    does: `changes a record of the ${type.replaceAll('_', ' ')} at the ledger, which a read or a sync then sees`,
    act: async (scene) => {
      const { connection_id, provider_tenant_id: tenant_id } = await scene.connection();
      const { id } = await scene.sandbox.control<{ id: string }>('POST', 'edits', { tenant_id, type: atLedger(type) });
      const { api } = scene.service;
      // One call, where the API reads a record of the family alone.
      const read = api.request('GET', `/v1/connections/${connection_id}/${type}/${id}`);
      const isSeen = await read.then(
        () => true,
        () => false,
      );
      if (!isSeen) await api.connections.sync(connection_id, { scope: 'all' }, patient);
      return ({ data }) => 'record' in data && (data.record as { readonly provider_id?: unknown }).provider_id === id;
    },
  };
}

/** `tax_rates` becomes TaxRates. */
function atLedger(type: ToldType): string {
  const name = type.replace(/(^|_)([a-z])/g, (_, _gap, letter: string) => letter.toUpperCase());
  return name.replace('Organizations', 'Organisations');
}

export type EventName = keyof typeof happenings;
export const eventNames = Object.keys(happenings) as readonly EventName[];

const salesAccount = '200';

const about = (connectionId: string) => (event: StoredEvent) => event.connection_id === connectionId;
const ofOperation =
  (made: object) =>
  ({ data }: StoredEvent) =>
    'operation_id' in made && 'operation_id' in data && data.operation_id === made.operation_id;
const ofInvoice =
  ({ id }: { readonly id: string }) =>
  ({ data }: StoredEvent) =>
    'invoice' in data && (data.invoice as { readonly id?: unknown }).id === id;

/** Prefix of the accounts that are connected for events about a connection. */
const ownPrefix = 'triggered-';
const stamp = () => new Date().toISOString().slice(0, 19);

/** Connects a new organization, so that no organization in use is touched. */
async function connectNew({ service, sandbox }: Scene): Promise<string> {
  const name = `Triggered ${stamp()} ${crypto.randomUUID().slice(0, 4)}`;
  const { tenant_id } = await sandbox.control<Organisation>('POST', 'organisations', { name, seed: 'empty' });
  return connect(service, sandbox, { tenantId: tenant_id, externalAccountId: `${ownPrefix}${tenant_id.slice(0, 8)}` });
}

/** Returns the newest active connection to the sandbox that no trigger made, else connects the sandbox's first organization. */
export async function anyConnection(service: Service, sandbox: Sandbox): Promise<Connection> {
  const { items } = await service.api.connections.list({ status: 'active', limit: 100, ...polling() }).page();
  const known = items.find(
    (one) =>
      one.provider === 'ledger' && one.retention_mode === 'cached' && !one.external_account_id.startsWith(ownPrefix),
  );
  if (known) return service.api.connections.get(known.connection_id, polling());
  const all = await sandbox.control<{ organisations: readonly Organisation[] }>('GET', 'organisations');
  const [first] = all.organisations;
  if (!first) throw new Failure('the sandbox ledger has no organization: "ledgerport seed" makes one');
  const customer = { tenantId: first.tenant_id, externalAccountId: 'customer-1' };
  return service.api.connections.get(await connect(service, sandbox, customer));
}

/** An endpoint of its own, at an address that nothing is sent to: it subscribes to what never happens to it. */
async function switched({ api }: Service, statuses: readonly ('disabled' | 'enabled')[]) {
  const url = 'https://example.com/ledgerport-trigger';
  const made = await api.webhooks.createEndpoint({ url, event_types: ['connection.disconnected'] }, patient);
  const id = made.webhook_endpoint_id;
  try {
    for (const status of statuses) await api.webhooks.updateEndpoint(id, { status });
  } finally {
    await api.webhooks.deleteEndpoint(id);
  }
  return ({ data }: StoredEvent) => 'subject' in data && (data.subject as { readonly id?: unknown }).id === id;
}

const invoiceOf = (account_code: string) => ({
  due_date: new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10),
  external_reference: `triggered ${stamp()}`,
  line_items: [{ description: 'Workbench', quantity: 1, unit_amount: 100, account_code }],
});

/** Takes a contact from the list, which costs no provider call; creates one where there is none. */
async function aContact({ service: { api } }: Scene, connectionId: string): Promise<string> {
  const [known] = (await api.contacts.list(connectionId, { status: 'ACTIVE', limit: 1, ...polling() }).page()).items;
  if (known) return known.id;
  const contact = { name: 'Customer of ledgerport trigger', contact_number: 'TRIGGERED' };
  return (await api.contacts.create(connectionId, contact, patient)).id;
}

async function newInvoice(scene: Scene) {
  const { connection_id, provider_tenant_id } = await scene.connection();
  const contact_id = await aContact(scene, connection_id);
  const body = { contact_id, status: 'AUTHORISED', ...invoiceOf(salesAccount) } as const;
  const { id, provider_id } = await scene.service.api.invoices.create(connection_id, body, patient);
  return { id, invoice_id: provider_id, tenant_id: provider_tenant_id };
}

async function paid(scene: Scene, amount?: number) {
  const { id, ...invoice } = await newInvoice(scene);
  await scene.sandbox.control('POST', 'payments', { ...invoice, ...(amount === undefined ? {} : { amount }) });
  return ofInvoice({ id });
}

async function automated(scene: Scene, accountCode: string) {
  const { connection_id } = await scene.connection();
  const contact_id = await aContact(scene, connection_id);
  const input = { invoice: { contact_id, ...invoiceOf(accountCode) }, deliver: 'none' } as const;
  const recipe = 'invoice.create_and_deliver';
  return ofOperation(await scene.service.api.automations.create({ connection_id, recipe, input }, patient));
}
