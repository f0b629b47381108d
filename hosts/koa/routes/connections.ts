import { connectionFilters } from '#core';
import {
  budgetView,
  ConnectionAnswer,
  ConnectionBudgetAnswer,
  ConnectionChange,
  ConnectSessionAnswer,
  ConnectSessionRequest,
  ConnectSessionStatusAnswer,
  LookAlikeGroupAnswer,
  listedOf,
  listOf,
  OperationAnswer,
  PortalSessionAnswer,
  PortalSessionRequest,
  ProviderAnswer,
  presenter,
  presentOperation,
  ReconnectSessionRequest,
  SyncRequest,
  successOf,
} from '#core/schemas';
import { pageOf, wholeList } from '../present/answers.ts';
import { inLanguage, localeParameter } from '../present/connection.ts';
import { filterParameters, listParameters } from './query-parameters.ts';
import { apiRoutes, json } from './route.ts';

const budgetAnswer = presenter(ConnectionBudgetAnswer);
const presentGroup = presenter(LookAlikeGroupAnswer);
const sessionAnswer = presenter(ConnectSessionAnswer);
const sessionStatusAnswer = presenter(ConnectSessionStatusAnswer);
const portalAnswer = presenter(PortalSessionAnswer);
const customer = {
  provider: 'ledger',
  external_account_id: 'customer-4711',
  redirect_uri: 'https://app.example.com/accounting/done',
};

export const connectionRoutes = apiRoutes('Connections', {
  'GET /v1/providers': {
    common: true,
    tag: 'Discovery',
    operationId: 'listProviders',
    summary: 'List providers',
    description: 'The accounting providers that can be connected, now or later. Always one page.',
    success: json(200, 'The providers.', listOf(ProviderAnswer)),
    handle: async ({ core }) => wholeList('Providers', await core.providers.list()),
  },
  'POST /v1/connect-sessions': {
    secret: true,
    settings: true,
    tag: 'Connecting',
    operationId: 'createConnectSession',
    summary: 'Create a connect session',
    description:
      'Makes a link for one customer. Send the customer’s browser to `connect_url`; after the consent it returns to `redirect_uri` with `status` (`connected`, `cancelled` or `failed`), `external_account_id`, and `connection_id` or `error`. The link works once, and for `expires_in_minutes` (by default 30, at most 10,080). With `connection_id` it connects that connection again: customer and provider app stay the same, every other organization is refused, and without `redirect_uri` the flow ends on a page of the service.',
    idempotencyKey: 'optional',
    body: {
      description: 'Whom to connect, and where to return.',
      schemas: [ConnectSessionRequest, ReconnectSessionRequest],
      examples: {
        minimal: { summary: 'A customer of a trial, through the hosted app', value: customer },
        own_app: {
          summary: 'Through your own provider app, without stored records',
          value: {
            ...customer,
            provider_app_id: 'app_01jd9x8fbee5wv1tzd4nq6c2m7',
            retention_mode: 'zero',
            metadata: { region: 'nz' },
          },
        },
        again: {
          summary: 'A connection whose customer has to consent again, by a link for e-mail',
          value: { connection_id: 'conn_01jd9x8fbee5wv1tzd4nq6c2m7', expires_in_minutes: 10_080 },
        },
      },
    },
    success: json(201, 'The session.', successOf(ConnectSessionAnswer)),
    errors: ['CONNECTION_LIMIT_REACHED', 'NOT_FOUND'],
    handle: async ({ core, caller, write }) => {
      const { value: session, replayed } = await core.connectSessions.create(caller, write);
      return {
        message: 'Connect session created; send the customer to connect_url',
        data: sessionAnswer(session),
        replayed,
      };
    },
  },
  'GET /v1/connect-sessions/:connect_session_id': {
    tag: 'Connecting',
    operationId: 'getConnectSession',
    summary: 'Get a connect session',
    description:
      'The state of its link, even if the customer never came back: `open` (with `error` after a try that failed), `connected` with `connection_id`, `cancelled`, `failed` with `error` (`withdrawn` if you ended it), or `expired`.',
    success: json(200, 'The session.', successOf(ConnectSessionStatusAnswer)),
    errors: ['NOT_FOUND'],
    handle: async ({ core, caller, param }) => {
      const found = await core.connectSessions.find(caller, param('connect_session_id'));
      return { message: 'Connect session', data: sessionStatusAnswer(found) };
    },
  },
  'DELETE /v1/connect-sessions/:connect_session_id': {
    settings: true,
    tag: 'Connecting',
    operationId: 'deleteConnectSession',
    summary: 'Withdraw a connect session',
    description:
      'Ends a link that the customer has not used: whoever opens it reads that it was withdrawn, and a consent that is under way ends without a connection. The session is `failed` with the error `withdrawn`. A session that has ended otherwise stays as it is, so the call can be repeated. CONFLICT with `reason` `connect_session_used` once the customer has connected: disconnect the connection instead.',
    success: json(200, 'The session as it is now.', successOf(ConnectSessionStatusAnswer)),
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ core, caller, param }) => {
      const session = await core.connectSessions.withdraw(caller, param('connect_session_id'));
      return { message: 'Connect session', data: sessionStatusAnswer(session) };
    },
  },
  'POST /v1/portal-sessions': {
    secret: true,
    settings: true,
    tag: 'Connecting',
    operationId: 'createPortalSession',
    summary: 'Create a portal session',
    description:
      'Makes a link to “Your connection”, a page on which one connection’s customer sees its status and what is read and written, renews the access, and ends it. The link works for `expires_in_minutes` (by default 30, at most 10,080), as often as it is opened: give it to nobody but the customer. The page may be framed by the origin of `return_url`, and by nobody without one.',
    idempotencyKey: 'optional',
    body: {
      description: 'Which connection, and where to return.',
      schemas: [PortalSessionRequest],
      examples: {
        minimal: {
          summary: 'A page with a way back',
          value: {
            connection_id: 'conn_01jd9x8fbee5wv1tzd4nq6c2m7',
            return_url: 'https://app.example.com/settings/accounting',
          },
        },
      },
    },
    success: json(201, 'The session.', successOf(PortalSessionAnswer)),
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ core, caller, write }) => {
      const { value, replayed } = await core.portal.create(caller, write);
      return { message: 'Portal session created; send the customer to url', data: portalAnswer(value), replayed };
    },
  },
  'GET /v1/connections': {
    ownOnly: true,
    operationId: 'listConnections',
    summary: 'List connections',
    description: 'The connections of the key’s environment, newest first; of a restricted key its own.',
    query: [...listParameters, ...filterParameters(connectionFilters), localeParameter],
    success: json(200, 'One page of connections.', listOf(listedOf(ConnectionAnswer))),
    handle: async ({ core, caller, ...call }) => {
      const { rest, view } = inLanguage(call);
      return pageOf('Connections', await core.connections.list(caller, rest), view);
    },
  },
  'GET /v1/connections/:connection_id': {
    operationId: 'getConnection',
    summary: 'Get a connection',
    description:
      'With its status, its health, the records that could not be synchronized, what is followed of it, and how each family was last walked (`walks`).',
    query: [localeParameter],
    success: json(200, 'The connection.', successOf(ConnectionAnswer)),
    handle: async ({ core, caller, param, ...call }) => {
      const { view } = inLanguage(call);
      const connection = await core.connections.find(caller, param('connection_id'));
      return { message: 'Connection', data: view(connection) };
    },
  },
  'GET /v1/connections/:connection_id/budget': {
    operationId: 'getConnectionBudget',
    summary: 'Get a connection’s budget',
    description:
      'What the connection has used of the calls that the provider allows it, and what they were for; it may be in any status. Reading it calls nobody. Calls that others make on the organization through the same provider app count in `minute` and `day` as soon as the provider tells of them, and in no cause.',
    success: json(200, 'The budget.', successOf(ConnectionBudgetAnswer)),
    handle: async ({ core, caller, param }) => {
      const budget = await core.connections.budget(caller, param('connection_id'));
      return { message: 'Budget', data: budgetAnswer(budgetView(budget)) };
    },
  },
  'GET /v1/connections/:connection_id/look-alikes': {
    operationId: 'listLookAlikes',
    summary: 'List what looks the same',
    description:
      'Creates of the last 30 days that may be one thing entered twice, by anybody and any way: equal in contact, type, currency, line amounts and accounts; of payments in invoice and amount; of contacts in name, e-mail address or tax number. What waits for a member is among them, records of the first sync are not, and what was cancelled since is left out. At most 100 groups, those with the newest first. Always one page.',
    success: json(200, 'The groups.', listOf(LookAlikeGroupAnswer)),
    handle: async ({ core, caller, param }) => {
      const groups = await core.connections.lookAlikes(caller, param('connection_id'));
      return wholeList('Look-alikes', groups.map(presentGroup));
    },
  },
  'PATCH /v1/connections/:connection_id': {
    settings: true,
    audits: true,
    operationId: 'updateConnection',
    summary: 'Change a connection',
    description:
      'Sets what is walked by the clock because no notification tells of its changes (`follow`): which `families`, or `all` that can be followed, and how many `minutes` lie between two walks (5 to 1,440; 0 is off). An absent field stays as it is, and `follow: null` takes all back to what the deployment says. The answer tells what it costs: `calls_a_day` while nothing changes. The next walk comes within the new interval. CONFLICT with `reason` `zero_retention` for a connection that stores no records, `connection_not_active` for one that is disconnected.',
    body: {
      description: 'The fields to change.',
      schemas: [ConnectionChange],
      examples: {
        often: {
          summary: 'Quotes and purchase orders every ten minutes',
          value: { follow: { families: ['quotes', 'purchase_orders'], minutes: 10 } },
        },
        off: { summary: 'Nothing', value: { follow: { minutes: 0 } } },
      },
    },
    success: json(200, 'The connection as it is now.', successOf(ConnectionAnswer)),
    errors: ['CONFLICT'],
    handle: async ({ core, caller, param, write, ...call }) => {
      const connection = await core.connections.change(caller, param('connection_id'), write.body);
      return { message: 'Connection changed', data: inLanguage(call).view(connection) };
    },
  },
  'DELETE /v1/connections/:connection_id': {
    scope: 'admin',
    audits: true,
    operationId: 'deleteConnection',
    summary: 'Disconnect',
    description:
      'Removes the connection at the provider first, then purges the credentials and cancels unfinished work. The service then deletes, in the background, everything that it stores about the connection’s records: the cache, and the documents in operations, events and stored answers (each becomes `{ "purged": true }`; ids, states and times stay). From then on the connection’s Idempotency-Keys answer CONFLICT with `reason` `connection_not_active`. When the provider cannot be reached, nothing changes and the call can be repeated.',
    success: json(200, 'The connection as it is now.', successOf(ConnectionAnswer)),
    errors: ['CONFLICT', 'PROVIDER_ERROR', 'PROVIDER_UNAVAILABLE', 'PROVIDER_TIMEOUT'],
    handle: async ({ core, caller, param, ...call }) => {
      const connection = await core.connections.disconnect(caller, param('connection_id'));
      return { message: 'Disconnected', data: inLanguage(call).view(connection) };
    },
  },
  'POST /v1/connections/:connection_id/sync': {
    operationId: 'syncConnection',
    summary: 'Sync a connection',
    description:
      'Queues an operation that reads what changed at the provider since the last sync into the cache, and sends events for changes that no notification reported. Its result counts, for each record type, what was read, changed, announced and removed; the event `sync.completed` says that it has ended. CONFLICT with `reason` `zero_retention` for a connection that stores no records, `connection_not_active` for a connection that is not active.',
    idempotencyKey: 'required',
    body: {
      description: 'What to read; an empty object means the defaults.',
      schemas: [SyncRequest],
      examples: {
        invoices: { summary: 'Changed invoices', value: { scope: 'invoices' } },
        all: {
          summary: 'Everything, with every invoice announced',
          value: { scope: 'all', emit_invoice_snapshots: true },
        },
      },
    },
    success: json(202, 'The queued operation.', successOf(OperationAnswer)),
    handle: async ({ core, caller, param, write }) => {
      const { value, replayed } = await core.connections.sync(caller, { connectionId: param('connection_id'), write });
      return { message: 'Sync is queued', data: presentOperation(value), replayed };
    },
  },
});
