import { sendPage } from '../connect-page/page.ts';
import { appConsentPage, english, showOutcome } from '../connect-page/pages.ts';
import { notePopup } from '../connect-page/popup.ts';
import { sessionToken } from '../console/session.ts';
import { readCookie, setCookie } from '../cookies.ts';
import { readForm } from '../middleware/bodies.ts';
import type { Context } from '../request-state.ts';
import { filter } from './query-parameters.ts';
import { empty, page, plainRoutes } from './route.ts';

const gone = page(410, 'A page that says that the link has expired, was used, or never existed.');
const onward = empty(303, 'Back to the application that asked.');

export const connectPageRoutes = plainRoutes('page', 'Hosted connect page', {
  'GET /connect/:token': {
    operationId: 'openConnectPage',
    summary: 'Show who asks for what',
    description:
      'The page behind a connect session’s `connect_url`. It changes nothing, and sets a cookie by which the callback recognizes this browser. With `display=popup` the flow ends with a message to the page that opened the window, at the origin of `redirect_uri`.',
    query: [filter('display', 'Where the page is shown.', ['popup'])],
    success: page(200, 'The page, with a link to the provider’s consent page.'),
    others: [gone],
    handle: async (ctx, { core, redirectOrigins }) => {
      const outcome = await core.connectSessions.open(ctx.params['token'] ?? '');
      if (outcome.kind === 'asks-consent') {
        setCookie(ctx, openerCookie(outcome.state), outcome.state, outcome.link?.expiresAt);
      }
      notePopup(ctx, outcome.link);
      showOutcome(ctx, outcome, redirectOrigins);
    },
  },
  'POST /connect/:token/cancel': {
    operationId: 'cancelConnect',
    summary: 'Refuse the connection',
    description: 'Ends the session: the customer returns to `redirect_uri` with `status=cancelled`.',
    success: onward,
    others: [gone],
    handle: async (ctx, { core, redirectOrigins }) =>
      showOutcome(ctx, await core.connectSessions.cancel(ctx.params['token'] ?? ''), redirectOrigins),
  },
  'POST /connect/choose': {
    operationId: 'chooseOrganization',
    summary: 'Choose one of several organizations',
    description:
      'Connects the organization that the customer chose among those of the consent. With `decision=no` it connects none and ends the session; with `decision=search` it shows the organizations whose names contain `search`.',
    success: onward,
    others: [
      page(200, 'The choice is none of them: the page to choose again.'),
      page(400, 'The form could not be read; a page says so.'),
      page(408, 'The form came too slowly; a page says so.'),
      gone,
    ],
    handle: async (ctx, { core, redirectOrigins, bodies }) => {
      const field = await bodies.read(ctx, () => readForm(ctx));
      const decision = field('decision');
      const isChosen = decision !== 'search' && decision !== 'all';
      const choice = {
        selection: field('selection'),
        tenantId: isChosen ? field('tenant_id') : '',
        consent: field('consent'),
        isRefused: decision === 'no',
      };
      const search = decision === 'search' ? field('search').slice(0, 100) : '';
      showOutcome(ctx, await core.connectSessions.choose(choice), redirectOrigins, search);
    },
  },
  'POST /connect/:token': {
    operationId: 'submitConnectForm',
    summary: 'Connect a provider by a form',
    description:
      'Signs in at the provider with what the customer entered, for a provider without a consent page. Only a sealed secret is kept.',
    success: onward,
    others: [
      page(
        200,
        'The form again, with what is wrong beside its field; or a page to choose one of several organizations.',
      ),
      page(400, 'The form could not be read; a page says so.'),
      page(408, 'The form came too slowly; a page says so.'),
      gone,
    ],
    handle: async (ctx, { core, redirectOrigins, bodies }) => {
      const token = ctx.params['token'] ?? '';
      const outcome = await core.connectSessions.open(token);
      const names = outcome.kind === 'asks-form' ? outcome.fields.map(({ name }) => name) : [];
      const field = await bodies.read(ctx, () => readForm(ctx));
      const form = Object.fromEntries(names.map((name) => [name, field(name)]));
      showOutcome(ctx, await core.connectSessions.submit({ token, form }), redirectOrigins);
    },
  },
  'GET /oauth/ledger/callback': {
    operationId: 'returnFromConsent',
    summary: 'Return from the provider’s consent page',
    description: 'The provider sends the customer’s browser here after the consent, with the answer.',
    query: [
      filter('state', 'Identifies the session; unguessable.'),
      filter('code', 'The authorization code.'),
      filter('error', 'Why there is no code, such as `access_denied`.'),
    ],
    success: onward,
    others: [
      page(
        200,
        'Several organizations were authorized: a page to choose one. Or this browser did not open the link: a page that asks, by name, before anything is stored.',
      ),
      gone,
    ],
    handle: async (ctx, { core, redirectOrigins }) => {
      const { providerApps } = core.console;
      const [state = '', code, error] = ['state', 'code', 'error'].map((name) => given(ctx, name));
      const isOpener = state !== '' && readCookie(ctx, openerCookie(state)) === state;
      const answer = { state: state || undefined, code, error, isOpener };
      if (!providerApps.isConsentState(state)) {
        showOutcome(ctx, await core.connectSessions.callback(answer), redirectOrigins);
        return;
      }
      const outcome = await providerApps.finishConsent(sessionToken(ctx), answer, ctx.state.requestId);
      sendPage(ctx, outcome.kind === 'checked' ? 200 : 410, english, appConsentPage(outcome));
    },
  },
});

/** Named by state, because several flows can run in one browser. */
const openerCookie = (state: string): string => `ledgerport_connect_${state.replaceAll(/\W/g, '').slice(0, 16)}`;

function given(ctx: Context, name: string): string | undefined {
  const value = ctx.query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
