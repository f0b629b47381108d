import { ConnectSessionAnswer, ConnectSessionRequest, listOf, ProviderAnswer, successOf } from '#core/schemas';
import { wholeList } from '../present/lists.ts';
import { presenter } from '../present/present.ts';
import { apiRoutes, json } from './route.ts';

export const providerRoutes = apiRoutes('Discovery', {
  'GET /v1/providers': {
    operationId: 'listProviders',
    summary: 'List providers',
    description: 'The accounting providers that can be connected, and those that will come. Always one page.',
    success: json(200, 'The providers.', listOf(ProviderAnswer)),
    handle: async ({ core }) => {
      return wholeList('Providers', await core.providers.list());
    },
  },
});

const sessionAnswer = presenter(ConnectSessionAnswer);

export const connectSessionRoutes = apiRoutes('Connecting', {
  'POST /v1/connect-sessions': {
    operationId: 'createConnectSession',
    summary: 'Create a connect session',
    description:
      'Makes a link for one customer. Send the customer’s browser to `connect_url`; after the consent it returns to `redirect_uri` with `status` (`connected`, `cancelled` or `failed`), `external_account_id`, and `connection_id` or `error`. The link works once and for 30 minutes.',
    idempotencyKey: 'optional',
    body: {
      description: 'Whom to connect, and where to return.',
      schemas: [ConnectSessionRequest],
      examples: {
        minimal: {
          summary: 'A customer of a trial, through the hosted app',
          value: {
            provider: 'ledger',
            external_account_id: 'customer-4711',
            redirect_uri: 'https://app.example.com/accounting/done',
          },
        },
        own_app: {
          summary: 'Through your own provider app, without stored records',
          value: {
            provider: 'ledger',
            external_account_id: 'customer-4711',
            redirect_uri: 'https://app.example.com/accounting/done',
            provider_app_id: 'app_01jd9x8fbee5wv1tzd4nq6c2m7',
            retention_mode: 'zero',
            metadata: { region: 'nz' },
          },
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
});
