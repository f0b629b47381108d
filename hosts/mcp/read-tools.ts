import * as v from 'valibot';
import {
  type AgentLimits,
  badRequest,
  isJsonObject,
  type JsonObject,
  meant,
  operationStates,
  type ResourceType,
  type ToolName,
} from '#core';
import { resourceWords } from '../koa/routes/resource-words.ts';
import { describable, describeFields } from './fields.ts';
import { connectionId, idOf, pageInputs } from './inputs.ts';
import { operationAnswer, waitFor } from './operation-answer.ts';
import { operationNames } from './operations.ts';
import { recordOf, rowOf, rowsThatFit, withoutNulls } from './present.ts';
import { connectionOf, type Tool, textOf } from './tool.ts';
import { ask, companyOf, ofCompany, type ToolCall } from './tool-call.ts';

const limitUsual = 20;

/** A page of rows. Where its rows do not fit, it is read again with as many as do, so that its cursor leaves none out. */
export async function page(
  call: ToolCall,
  operationId: string,
  query: Readonly<Record<string, string>>,
  row: (item: JsonObject) => JsonObject,
): Promise<JsonObject> {
  const { limit = limitUsual, cursor } = call.args as { readonly limit?: number; readonly cursor?: string };
  const { connection_id } = call.args;
  const params = typeof connection_id === 'string' ? { connection_id } : {};
  const read = async (most: number) => {
    const asked = { ...query, limit: String(most), ...(cursor === undefined ? {} : { cursor }) };
    const { data, meta } = await ask(call, operationId, { params, query: asked });
    const items = ((data['items'] ?? []) as JsonObject[]).map(row);
    return { data, meta, items, fit: rowsThatFit(items) };
  };
  let found = await read(limit);
  for (let tries = 0; tries < 3 && found.fit < found.items.length; tries++) found = await read(found.fit);
  const { data, meta, items } = found;
  return {
    items: items.slice(0, found.fit),
    has_more: meta['has_more'] === true || found.fit < items.length,
    ...(meta['has_more'] === true && { next_cursor: meta['next_cursor'] as string }),
    ...(meta['total'] !== undefined && {
      total: meta['total'] as number,
      ...(meta['total_is_estimate'] === true && { total_is_estimate: true }),
    }),
    ...(typeof data['last_synced_at'] === 'string' && { as_of: data['last_synced_at'] }),
  } as JsonObject;
}

const moreNext = (data: JsonObject) =>
  data['has_more'] === true ? 'There is more: call again with cursor = next_cursor.' : undefined;

/** The records of a family, from the service's copy. */
function listTool(type: ResourceType, says: string, filters: readonly string[]): Tool {
  const operation = `list${pluralOf(type)}`;
  return {
    says,
    open: true,
    inputs: {
      own: { connection_id: connectionId, ...pageInputs },
      rest: { operation, of: 'query', shown: filters },
      words: {
        status: 'One, or several with commas',
        q: 'Part of number, reference or contact name',
        name: 'Part of the name',
        updated_since: 'ISO time',
        sort: 'Such as -issue_date, due_date, -updated_at',
      },
    },
    async run(call) {
      const company = await companyOf(call, connectionOf(call));
      const query = Object.fromEntries(
        Object.entries(call.fields).map(([name, value]) => [name, filterText(name, value)]),
      );
      const data = await page(call, operation, query, rowOf(type));
      return { company, data, next: moreNext(data) };
    },
  };
}

function filterText(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw badRequest(name, 'must be a string');
}

const pluralOf = (type: ResourceType) => wordsOf(type).plural;
function wordsOf(type: ResourceType) {
  const found = resourceWords.find((one) => one.type === type);
  if (!found) throw new Error(`there are no words for ${type}`);
  return found;
}

/** Record types in the plural; the singular is taken, too. */
export function typeNamed(name: string, given: unknown, among: readonly ResourceType[]): ResourceType {
  const known = among.find((type) => given === type || given === wordsOf(type).spoken.replaceAll(' ', '_'));
  if (known) return known;
  throw badRequest(name, `must be one of ${among.join(', ')}${meant(String(given), among)}`);
}

const readable = resourceWords
  .map(({ type }) => type)
  .filter((type) => operationNames.includes(`get${wordsOf(type).singular}`));

const documentDates = ['issue_date_from', 'issue_date_to'];
const documentFilters = ['status', 'number', 'contact_id', 'q', ...documentDates, 'updated_since', 'sort'];

const getRecord: Tool = {
  says: 'Reads one record live from the books.',
  open: true,
  inputs: {
    own: {
      connection_id: connectionId,
      type: v.pipe(
        v.string('must be a string'),
        v.description('Such as invoices, contacts, payments, credit_notes, items'),
      ),
      id: idOf('Id from a list'),
      lines_from: v.optional(
        v.pipe(
          v.number('must be a whole number of at least 1'),
          v.integer('must be a whole number of at least 1'),
          v.minValue(1, 'must be a whole number of at least 1'),
          v.description('First line to show'),
        ),
      ),
    },
  },
  async run(call) {
    const { args } = call;
    const type = typeNamed('type', args['type'], readable);
    const company = await companyOf(call, connectionOf(call));
    const params = { connection_id: connectionOf(call), resource_id: String(args['id']) };
    const { data } = await ask(call, `get${wordsOf(type).singular}`, { params });
    const { record, notes } = recordOf(data['item'] as JsonObject, Number(args['lines_from'] ?? 1));
    return { company, data: { type, record }, notes };
  },
};

const listCompanies: Tool = {
  says: 'Companies this key reaches, and what it may do. Call it first; nothing is implied.',
  open: true,
  inputs: {
    own: { q: v.optional(v.pipe(v.string('must be a string'), v.description('Part of the name'))), ...pageInputs },
  },
  async run(call) {
    const { q } = call.args as { readonly q?: string };
    const data = await page(call, 'listConnections', q === undefined ? {} : { q }, (one) => {
      const {
        connection_id = null,
        provider_tenant_name: name = null,
        environment = null,
        health = null,
        ...rest
      } = one;
      const { status = null, health_message: message = null, last_synced_at: as_of = null } = rest;
      return withoutNulls({ connection_id, name, environment, status, health, message, as_of }) as JsonObject;
    });
    return { data, own: { key: keyView(call) }, next: moreNext(data) };
  },
};

/** What the key may do. */
function keyView({ caller: { rights } }: ToolCall): JsonObject {
  const { scopes = [], agent } = rights ?? {};
  const { tools = null, limits = null, approval = 'none' } = agent ?? {};
  return {
    scopes: [...scopes],
    ...(tools && { tools: [...tools] }),
    requires_approval: approval,
    ...(limits && { limits: limitsView(limits) }),
  };
}

function limitsView({ perWrite, perDay, writesPerDay }: AgentLimits): JsonObject {
  return {
    ...(perWrite && { per_write: { ...perWrite } }),
    ...(perDay && { per_day: { ...perDay } }),
    ...(writesPerDay !== null && { writes_per_day: writesPerDay }),
  };
}

const getCompany: Tool = {
  says: 'Currency, lock dates, health, and what this key has left of limits and calls.',
  open: true,
  inputs: { own: { connection_id: connectionId } },
  async run(call) {
    const params = { connection_id: connectionOf(call) };
    const company = await companyOf(call, params.connection_id);
    const { data: connection } = await ask(call, 'getConnection', { params });
    const { data: budget } = await ask(call, 'getConnectionBudget', { params });
    const organization = await organizationOf(call, params);
    const { status = null, health = null, health_message: message = null, last_synced_at: as_of = null } = connection;
    const data = withoutNulls({ status, health, message, as_of, organization, calls_left: callsLeft(budget) });
    return { company, data: data as JsonObject, own: { key: keyView(call) } };
  },
};

/** From the copy, if there is one; else live, by the tenant's id. */
async function organizationOf(call: ToolCall, params: Readonly<Record<string, string>>): Promise<JsonObject | null> {
  const listed = await ask(call, 'listOrganizations', { params, query: { limit: '1' } }).catch(() => undefined);
  const [found] = (listed?.data['items'] ?? []) as readonly JsonObject[];
  return found ? recordOf(found).record : null;
}

function callsLeft(budget: JsonObject): JsonObject {
  const left = (part: unknown) =>
    isJsonObject(part) ? Math.max(0, Number(part['limit']) - Number(part['used'])) : null;
  return { minute: left(budget['minute']), day: left(budget['day']) };
}

const getHistory: Tool = {
  says: 'What happened to an invoice or an operation, oldest first: requests, attempts, events.',
  open: true,
  inputs: { own: { connection_id: connectionId, id: idOf('inv_… or op_…') } },
  async run(call) {
    const id = String(call.args['id']);
    const company = await companyOf(call, connectionOf(call));
    const isOperation = id.startsWith('op_');
    if (isOperation) {
      const { data } = await ask(call, 'getOperation', { params: { operation_id: id } });
      ofCompany(data, connectionOf(call));
    }
    const { data, meta } = isOperation
      ? await ask(call, 'getOperationTimeline', { params: { operation_id: id } })
      : await ask(call, 'getInvoiceTimeline', { params: { connection_id: connectionOf(call), resource_id: id } });
    const entries = ((data['items'] ?? []) as JsonObject[]).map((entry) => withoutNulls(entry) as JsonObject);
    const shown = entries.slice(0, Math.min(100, rowsThatFit(entries)));
    const notes = [
      ...(shown.length < entries.length ? [`${entries.length - shown.length} later entries are not shown`] : []),
      ...(meta['truncated'] === true ? ['entries in the middle are left out'] : []),
    ];
    return { company, data: { entries: shown }, notes };
  },
};

const getInvoiceLink: Tool = {
  says: 'Address of the page on which the customer sees and pays a sales invoice.',
  open: true,
  inputs: { own: { connection_id: connectionId, id: idOf('Invoice id') } },
  async run(call) {
    const company = await companyOf(call, connectionOf(call));
    const id = String(call.args['id']);
    const asked = { params: { connection_id: connectionOf(call) }, body: { resource_id: id } };
    const { data } = await ask(call, 'getInvoiceOnlineUrl', asked);
    return { company, data: { url: data['url'] ?? null } };
  },
};

const describe: Tool = {
  says: 'Every field of a record type or recipe in words, and an example.',
  open: false,
  inputs: {
    own: {
      of: v.pipe(
        v.string('must be a string'),
        v.description(`A type such as ${describable.slice(0, 3).join(', ')}, or a recipe of run_automation`),
      ),
    },
  },
  run: async ({ args }) => ({ data: {}, own: describeFields(args['of']) }),
};

const waitMost = 20;

const getOperation: Tool = {
  says: 'State and result of work that takes time or waits for approval, and what to do next.',
  open: true,
  inputs: {
    own: {
      connection_id: connectionId,
      operation_id: idOf('op_…'),
      wait_seconds: v.optional(
        v.pipe(
          v.number(`must be from 0 to ${waitMost}`),
          v.minValue(0, `must be from 0 to ${waitMost}`),
          v.maxValue(waitMost, `must be from 0 to ${waitMost}`),
          v.description('Up to 20: wait for the end'),
        ),
      ),
    },
  },
  async run(call) {
    const company = await companyOf(call, connectionOf(call));
    const id = String(call.args['operation_id']);
    const found = await waitFor(call, id, Number(call.args['wait_seconds'] ?? 0));
    return { company, ...(await operationAnswer(call, ofCompany(found, connectionOf(call)))) };
  },
};

const listOperations: Tool = {
  says: 'Work in the background of a company, newest first; state awaiting_approval shows what waits for a person.',
  open: true,
  inputs: {
    own: {
      connection_id: connectionId,
      state: v.optional(v.picklist(operationStates, `must be one of ${operationStates.join(', ')}`)),
      ...pageInputs,
    },
  },
  async run(call) {
    const company = await companyOf(call, connectionOf(call));
    const state = textOf(call.args, 'state');
    const query = {
      connection_id: connectionOf(call),
      exclude_routine: 'true',
      ...(state === undefined ? {} : { state }),
    };
    const data = await page(call, 'listOperations', query, (one) => {
      const { operation_id: id = null, type = null, created_at = null, finished_at = null, error = null } = one;
      const why = isJsonObject(error) ? { code: error['code'], reason: error['reason'] ?? null } : null;
      return withoutNulls({
        id,
        type,
        state: one['state'] ?? null,
        created_at,
        finished_at,
        error: why,
      } as JsonObject) as JsonObject;
    });
    return { company, data, next: moreNext(data) };
  },
};

const lookAlikes: Tool = {
  says: 'Groups of documents, payments or contacts of the last 30 days that look like the same thing entered twice.',
  open: true,
  inputs: {
    own: {
      connection_id: connectionId,
      type: v.optional(v.pipe(v.string('must be a string'), v.description('Such as invoices, payments, contacts'))),
      limit: pageInputs.limit,
    },
  },
  async run(call) {
    const company = await companyOf(call, connectionOf(call));
    const { type, limit = limitUsual } = call.args as { readonly type?: unknown; readonly limit?: number };
    const types = resourceWords.map((words) => words.type);
    const wanted = type === undefined ? undefined : typeNamed('type', type, types);
    // The API answers them whole, because there are never more than a hundred.
    const { data } = await ask(call, 'listLookAlikes', { params: { connection_id: connectionOf(call) } });
    const groups = ((data['items'] ?? []) as JsonObject[])
      .filter((group) => wanted === undefined || group['type'] === wanted)
      .map((group) => withoutNulls(group) as JsonObject);
    const items = groups.slice(0, limit);
    const shown = items.slice(0, rowsThatFit(items));
    const left = groups.length - shown.length;
    const notes = left > 0 ? [`${left} more groups; ask for one type, or a greater limit`] : [];
    return { company, data: { items: shown, has_more: left > 0 } as JsonObject, notes };
  },
};

export const readTools = {
  list_companies: listCompanies,
  get_company: getCompany,
  list_contacts: listTool('contacts', 'Lists customers and suppliers.', ['name', 'email', 'updated_since']),
  list_invoices: listTool('invoices', 'Lists sales invoices (receivable) and bills (payable).', [
    ...['type', 'status', 'number', 'contact_id', 'q', ...documentDates, 'due_date_from', 'due_date_to'],
    ...['updated_since', 'sort'],
  ]),
  list_quotes: listTool('quotes', 'Lists quotes.', documentFilters),
  list_purchase_orders: listTool('purchase_orders', 'Lists purchase orders.', documentFilters),
  list_credit_notes: listTool('credit_notes', 'Lists credit notes.', documentFilters),
  list_payments: listTool('payments', 'Lists payments.', ['status', 'updated_since', 'sort']),
  list_accounts: listTool('accounts', 'Lists the chart of accounts.', ['status', 'updated_since']),
  list_tax_rates: listTool('tax_rates', 'Lists tax rates; tax_type is what lines take.', ['status']),
  get_record: getRecord,
  get_history: getHistory,
  list_look_alikes: lookAlikes,
  get_invoice_link: getInvoiceLink,
  describe_fields: describe,
  get_operation: getOperation,
  list_operations: listOperations,
} as const satisfies Partial<Record<ToolName, Tool>>;
