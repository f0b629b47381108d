import * as v from 'valibot';
import {
  badRequest,
  isJsonObject,
  type Json,
  type JsonObject,
  paymentRecipe,
  type ResourceType,
  recipeNames,
  type ToolName,
} from '#core';
import { bulkRequests } from '#core/schemas';
import { resourceWords } from '../koa/routes/resource-words.ts';
import { connectionId, createInputs, type Inputs, idOf, reason, writeInputs } from './inputs.ts';
import { operationAnswer, waitFor } from './operation-answer.ts';
import { recordOf, type Told, withoutNulls } from './present.ts';
import { previewOf } from './preview-of.ts';
import { typeNamed } from './read-tools.ts';
import { connectionOf, type Tool, textOf } from './tool.ts';
import { type Asked, ask, companyOf, derivedKey, type Replied, type ToolCall } from './tool-call.ts';

const isPreview = ({ args }: ToolCall) => args['preview'] === true;

/** What every write says beside its body: under which name it is claimed, and in which company it means to be. */
function writeOf(call: ToolCall): NonNullable<Asked['write']> {
  const ref = textOf(call.args, 'request_ref');
  const companyName = textOf(call.args, 'company_name');
  const notSameAs = textOf(call.args, 'not_same_as');
  const named = { ...(companyName !== undefined && { companyName }), ...(notSameAs !== undefined && { notSameAs }) };
  if (isPreview(call)) return named;
  return ref === undefined ? { ...named, key: derivedKey(call), derived: true } : { ...named, ref };
}

/** Asks for a write, or for a look at it. */
async function write(call: ToolCall, operationId: string, asked: Omit<Asked, 'write'>): Promise<Told> {
  const company = await companyOf(call, connectionOf(call));
  const params = { connection_id: connectionOf(call), ...asked.params };
  if (isPreview(call)) return { company, ...previewTold(await previewOf(call, operationId, { ...asked, params })) };
  const reply = await ask(call, operationId, { ...asked, params, write: writeOf(call) });
  return { company, ...(await writtenAnswer(call, reply)) };
}

/** A record, an operation (held for a person, or begun), or what a look has found. */
async function writtenAnswer(call: ToolCall, { data, replayed }: Replied): Promise<Omit<Told, 'company'>> {
  if (typeof data['operation_id'] === 'string') return { ...(await operationAnswer(call, data)), replayed };
  const { record, notes } = recordOf((data['item'] ?? {}) as JsonObject);
  if (typeof record['id'] === 'string') call.learn({ resourceId: record['id'] });
  const { cancellation_status = null } = data;
  return { data: withoutNulls({ record, cancellation_status }) as JsonObject, notes, replayed };
}

/** `item` and what it meets: what is empty is left out, but look-alikes, because their absence says that there are none. */
function previewTold({ preview, item, look_alikes = [], approval, limits = {}, changes, ...rest }: JsonObject) {
  const shown = withoutNulls({ item: item ?? null, ...rest, limits: limits ?? {} }) as JsonObject;
  const changed = Array.isArray(changes) ? { changes } : {};
  const data = { ...shown, ...changed, look_alikes } as JsonObject;
  return { data, own: { preview: preview ?? true, approval: approval ?? 'none' }, next: nextAfter(rest, approval) };
}

function nextAfter({ refusal }: JsonObject, approval: Json | undefined): string {
  const nothing = 'Nothing was written.';
  if (!isJsonObject(refusal)) {
    return approval === 'needed'
      ? `${nothing} Without preview the call waits for a person to approve it.`
      : `${nothing} Without preview the call writes it.`;
  }
  return refusal['reason'] === 'looks_the_same'
    ? `${nothing} The same thing as in look_alikes? Use that one. Another one? Name its id in not_same_as.`
    : `${nothing} Without preview the call is refused: refusal says why.`;
}

const lineWords = {
  line_items: 'quantity × unit_amount, before tax unless line_amount_mode says otherwise',
  account_code: 'From list_accounts',
  tax_type: 'From list_tax_rates',
  issue_date: 'YYYY-MM-DD',
  number: 'Left out, the books give one',
};

/** Creates one record under a ref. */
function createTool(type: ResourceType, says: string, shown: readonly string[], words: Inputs['words'] = {}): Tool {
  const operation = `create${singularOf(type)}`;
  return {
    says,
    open: true,
    inputs: {
      own: { connection_id: connectionId, ...createInputs },
      rest: { operation, of: 'body', shown },
      words: shown.includes('line_items') ? { ...lineWords, ...words } : words,
    },
    run: (call) => write(call, operation, { body: call.fields }),
  };
}

interface Changes {
  readonly says: string;
  readonly shown: readonly string[];
  readonly words?: Inputs['words'];
  readonly only?: Readonly<Record<string, readonly string[]>>;
  readonly check?: (fields: JsonObject) => void;
}

/** Changes one record; what is left out stays. */
function updateTool(type: ResourceType, { says, shown, words = {}, only = {}, check = () => {} }: Changes): Tool {
  const operation = `update${singularOf(type)}`;
  return {
    says,
    open: true,
    inputs: {
      own: { connection_id: connectionId, id: idOf('Id from a list'), ...writeInputs },
      rest: { operation, of: 'body', shown },
      words: shown.includes('line_items') ? { ...lineWords, ...words } : words,
      only,
    },
    async run(call) {
      const body = call.fields;
      if (Object.keys(body).length === 0) throw badRequest('', 'names nothing to change');
      check(body);
      return write(call, operation, { params: { resource_id: String(call.args['id']) }, body });
    },
  };
}

const singularOf = (type: ResourceType) => resourceWords.find((one) => one.type === type)?.singular ?? '';

/** A document is ended by the tool whose hints say so. */
function refuseEnds({ status }: JsonObject): void {
  if (/^(DELETED|VOIDED)$/i.test(String(status)))
    throw badRequest('status', 'is no end: call cancel_invoice to delete or void it');
}

const documentShown = ['number', 'external_reference', 'issue_date', 'currency', 'line_amount_mode', 'status'];
const contactShown = [
  ...['name', 'email', 'first_name', 'last_name', 'contact_number', 'tax_number', 'phones', 'addresses'],
  'default_currency',
];

const cancelInvoice: Tool = {
  says: 'Deletes a draft invoice or bill, or voids an unpaid authorised one.',
  open: true,
  inputs: { own: { connection_id: connectionId, id: idOf('Invoice id'), reason, ...writeInputs } },
  run: (call) =>
    write(call, 'cancelInvoice', {
      params: { resource_id: String(call.args['id']) },
      body: { reason: String(call.args['reason']) },
    }),
};

/** How long a payment is waited for. */
const paymentWaitSeconds = 20;

const recordPayment: Tool = {
  says: 'Records that an invoice or bill was paid, in part or whole, never more than is due.',
  open: true,
  inputs: {
    own: {
      connection_id: connectionId,
      invoice_id: idOf('Invoice id'),
      amount: v.number('must be a number'),
      date: v.optional(v.pipe(v.string('must be a string'), v.description('YYYY-MM-DD, default today'))),
      account_code: v.optional(v.pipe(v.string('must be a string'), v.description('Bank account, from list_accounts'))),
      account_id: v.optional(v.pipe(v.string('must be a string'), v.description('In place of account_code'))),
      external_reference: v.optional(v.string('must be a string')),
      ...createInputs,
    },
  },
  async run(call) {
    const { invoice_id, amount, date, account_code, account_id, external_reference } = call.args;
    const given = { invoice_id, amount, date, account_code, account_id, external_reference };
    const input = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const told = await automate(call, paymentRecipe, input as JsonObject, paymentWaitSeconds);
    const { operation } = told.data;
    const result = isJsonObject(operation) && operation['state'] === 'succeeded' ? operation['result'] : undefined;
    if (!isJsonObject(result)) return told;
    const { payment = null, invoice = null } = result;
    const stillDue = isJsonObject(invoice) ? { still_due: invoice['amount_due'] ?? null } : {};
    return { ...told, data: { payment, invoice, ...stillDue, operation_id: (operation as JsonObject)['id'] ?? null } };
  },
};

async function automate(call: ToolCall, recipe: string, input: JsonObject, waitSeconds: number): Promise<Told> {
  const company = await companyOf(call, connectionOf(call));
  const body = { connection_id: connectionOf(call), recipe, input };
  if (isPreview(call)) return { company, ...previewTold(await previewOf(call, 'createAutomation', { body })) };
  const reply = await ask(call, 'createAutomation', { body, write: writeOf(call) });
  const id = String(reply.data['operation_id']);
  const now = waitSeconds > 0 ? await waitFor(call, id, waitSeconds) : reply.data;
  return { company, ...(await operationAnswer(call, now)), replayed: reply.replayed };
}

const undoPayment: Tool = {
  says: 'Takes a payment back; its invoice is due again.',
  open: true,
  inputs: { own: { connection_id: connectionId, id: idOf('Payment id'), reason, ...writeInputs } },
  run: (call) =>
    write(call, 'updatePayment', { params: { resource_id: String(call.args['id']) }, body: { status: 'DELETED' } }),
};

const bulkTypes = resourceWords.map(({ type }) => type).filter((type) => bulkRequests[type] !== undefined);
const itemsMost = 200;

const createMany: Tool = {
  says: 'Writes 2 to 200 records of one type in the background; each at most once, with a result of its own.',
  open: true,
  inputs: {
    own: {
      connection_id: connectionId,
      type: v.pipe(v.string('must be a string'), v.description(bulkTypes.join(', '))),
      items: v.pipe(
        v.array(v.looseObject({ item_key: v.string('must be a string') }, 'must be an object'), 'must be a list'),
        v.minLength(2, 'must have at least 2 items'),
        v.maxLength(itemsMost, `must have at most ${itemsMost} items`),
        v.description('Each as for create_…, with an item_key of its own'),
      ),
      ...createInputs,
    },
  },
  async run(call) {
    const type = typeNamed('type', call.args['type'], bulkTypes);
    const plural = resourceWords.find((one) => one.type === type)?.plural ?? '';
    const items = call.args['items'] as readonly JsonObject[];
    items.forEach((item, i) => {
      if (type === 'invoices') refuseEnds(item);
      if ('provider_data' in item) throw badRequest(`items[${i}].provider_data`, 'is not taken here');
    });
    return write(call, `createMany${plural}`, { body: { items } });
  },
};

const runAutomation: Tool = {
  says: 'Runs a recipe of several writes, each once. describe_fields tells its input.',
  open: true,
  inputs: {
    own: {
      connection_id: connectionId,
      recipe: v.picklist(recipeNames, `must be one of ${recipeNames.join(', ')}`),
      input: v.pipe(v.looseObject({}, 'must be an object'), v.description('As describe_fields tells')),
      ...createInputs,
    },
  },
  run: (call) => automate(call, String(call.args['recipe']), call.args['input'] as JsonObject, 0),
};

const cancelOperation: Tool = {
  says: 'Ends work that waits or runs; what was written stays.',
  open: true,
  inputs: {
    own: { connection_id: connectionId, operation_id: idOf('op_…'), reason },
  },
  async run(call) {
    const company = await companyOf(call, connectionOf(call));
    const params = { operation_id: String(call.args['operation_id']) };
    const { data: found } = await ask(call, 'getOperation', { params });
    if (found['connection_id'] !== connectionOf(call))
      throw badRequest('operation_id', 'is no operation of this company');
    const reply = await ask(call, 'cancelOperation', {
      params,
      body: { reason: String(call.args['reason']) },
      write: { key: derivedKey(call), derived: true },
    });
    return { company, ...(await operationAnswer(call, reply.data)), replayed: reply.replayed };
  },
};

export const writeTools = {
  create_contact: createTool('contacts', 'Adds a customer or supplier.', contactShown),
  update_contact: updateTool('contacts', {
    says: 'Changes a contact. What is left out stays; "" clears.',
    shown: contactShown,
  }),
  create_invoice: createTool(
    'invoices',
    'Writes a sales invoice (receivable) or bill (payable); a draft unless status says otherwise.',
    ['type', 'contact_id', 'line_items', 'due_date', ...documentShown],
  ),
  update_invoice: updateTool('invoices', {
    says: 'Changes an invoice or bill. What is left out stays; lines are replaced as a whole.',
    shown: ['contact_id', 'line_items', 'due_date', ...documentShown],
    words: { line_items: 'All lines; those that stay with their line_item_id', status: 'AUTHORISED approves it' },
    only: { status: ['DRAFT', 'SUBMITTED', 'AUTHORISED'] },
    check: refuseEnds,
  }),
  cancel_invoice: cancelInvoice,
  create_quote: createTool('quotes', 'Writes a quote.', [
    'contact_id',
    'line_items',
    'expiry_date',
    'title',
    'terms',
    ...documentShown,
  ]),
  create_purchase_order: createTool('purchase_orders', 'Writes a purchase order.', [
    ...['contact_id', 'line_items', 'delivery_date', 'delivery_address', ...documentShown],
  ]),
  create_credit_note: createTool('credit_notes', 'Writes a credit note.', [
    'type',
    'contact_id',
    'line_items',
    ...documentShown,
  ]),
  record_payment: recordPayment,
  undo_payment: undoPayment,
  create_many: createMany,
  run_automation: runAutomation,
  cancel_operation: cancelOperation,
} as const satisfies Partial<Record<ToolName, Tool>>;
