import { appConsentPage } from '../connect-page/app-consent-page.ts';
import { sendPage } from '../connect-page/send-page.ts';
import { showStep } from '../connect-page/show-step.ts';
import { sessionToken } from '../console/session-cookie.ts';
import { formField } from '../middleware/form-body.ts';
import { filter } from './query-parameters.ts';
import type { Context, OperationDoc, Route } from './route.ts';

const tag = 'Hosted connect page';
const gone = {
  status: 410,
  description: 'The link has expired, was used, or never was. A page that says so.',
  contentType: 'text/html',
} as const;
const onward = {
  status: 303,
  description: 'Back to the application that asked, or a page that asks for a choice.',
  contentType: 'none',
} as const;
const page = (description: string) => ({ status: 200, description, contentType: 'text/html' }) as const;

const open: OperationDoc = {
  operationId: 'openConnectPage',
  tag,
  summary: 'Show who asks for what',
  success: page('The page, with a link to the provider’s consent page.'),
  others: [gone],
  errors: [],
};

const unreadable = {
  status: 400,
  description: 'The form could not be read; a page says so.',
  contentType: 'text/html',
} as const;

const slow = {
  status: 408,
  description: 'The form came too slowly; a page says so.',
  contentType: 'text/html',
} as const;

const callback: OperationDoc = {
  operationId: 'returnFromConsent',
  tag,
  summary: 'Return from the provider’s consent page',
  query: [
    filter('state', 'Which session this is; unguessable.'),
    filter('code', 'The authorization code.'),
    filter('error', 'Why there is none, such as `access_denied`.'),
  ],
  success: onward,
  others: [page('Several organizations were authorized: a page to choose one.'), gone],
  errors: [],
};

export const connectPageRoutes: readonly Route[] = [
  {
    kind: 'page',
    auth: 'public',
    method: 'GET',
    path: '/connect/:token',
    operations: [open],
    handle: async (ctx, { core, redirectOrigins }) => {
      showStep(ctx, await core.connectSessions.open(ctx.params['token'] ?? ''), redirectOrigins);
    },
  },
  {
    kind: 'page',
    auth: 'public',
    method: 'POST',
    path: '/connect/:token/cancel',
    operations: [{ operationId: 'cancelConnect', tag, summary: 'Say no', success: onward, others: [gone], errors: [] }],
    handle: async (ctx, { core, redirectOrigins }) => {
      showStep(ctx, await core.connectSessions.cancel(ctx.params['token'] ?? ''), redirectOrigins);
    },
  },
  {
    kind: 'page',
    auth: 'public',
    method: 'POST',
    path: '/connect/choose',
    form: true,
    operations: [
      {
        operationId: 'chooseOrganization',
        tag,
        summary: 'Choose one of several organizations',
        success: onward,
        others: [page('Not one of them: the page to choose again.'), unreadable, slow, gone],
        errors: [],
      },
    ],
    handle: async (ctx, { core, redirectOrigins }) => {
      const choice = { selection: formField(ctx, 'selection'), tenantId: formField(ctx, 'tenant_id') };
      showStep(ctx, await core.connectSessions.choose(choice), redirectOrigins);
    },
  },
  {
    kind: 'page',
    auth: 'public',
    method: 'GET',
    path: '/oauth/ledger/callback',
    operations: [callback],
    handle: async (ctx, { core, redirectOrigins }) => {
      const answer = { state: given(ctx, 'state'), code: given(ctx, 'code'), error: given(ctx, 'error') };
      if (core.console.providerApps.isConsentState(answer.state ?? '')) {
        const outcome = await core.console.providerApps.finishConsent(sessionToken(ctx), answer, ctx.state.requestId);
        sendPage(ctx, outcome.kind === 'checked' ? 200 : 410, appConsentPage(outcome));
        return;
      }
      showStep(ctx, await core.connectSessions.callback(answer), redirectOrigins);
    },
  },
];

function given(ctx: Context, name: string): string | undefined {
  const value = ctx.query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
