import { type RequestId, ServiceError } from '#core';
import { seeOther } from '../connect-page/pages.ts';
import { showPortal, showReturn } from '../connect-page/portal-pages.ts';
import { readCookie, setCookie } from '../cookies.ts';
import { statusOf } from '../present/error.ts';
import type { Context } from '../request-state.ts';
import { filter } from './query-parameters.ts';
import { empty, type Host, page, plainRoutes } from './route.ts';

const gone = page(410, 'A page that says that the link has expired or never existed.');
const ended = filter('status', 'How a reconnect ended.', ['connected', 'cancelled', 'failed']);
const failed = [
  page(403, 'The deployment is read-only; a page says so.'),
  page(429, 'Too many acts within five minutes; a page says so.'),
  page(503, 'The provider did not answer, so nothing changed; a page says so.'),
];

/** Leads back from a reconnect, in the browser that began it. */
const returnCookie = (id: string): string => `ledgerport_portal_${id}`;

export const portalPageRoutes = plainRoutes('page', 'Hosted connect page', {
  'GET /portal/back': {
    operationId: 'returnToPortalPage',
    summary: 'Return from a reconnect',
    description:
      'Leads back to the customer’s page, by a cookie of the reconnect. In another browser it says how it ended.',
    query: [filter('portal', 'The portal session.'), ended],
    success: page(200, 'This browser did not begin the reconnect: a page that says how it ended.'),
    others: [empty(303, 'To the page.'), gone],
    handle: async (ctx) => showReturn(ctx, readCookie(ctx, returnCookie(String(ctx.query['portal'])))),
  },
  'GET /portal/:token': {
    operationId: 'openPortalPage',
    summary: 'Show a customer their connection',
    description:
      'The page behind a portal session’s `url`: the status of the connection, what is read and written, and when last. It works as long as the link, without cookies and scripts. Only pages at the origin of `return_url` may frame it.',
    query: [ended],
    success: page(200, 'The page.'),
    others: [gone],
    handle: async (ctx, { core }) => showPortal(ctx, await core.portal.open(ctx.params['token'] ?? '')),
  },
  'GET /portal/:token/end': {
    operationId: 'askToEndAccess',
    summary: 'Ask before the access ends',
    description: 'Says what is deleted and when. It changes nothing.',
    success: page(200, 'The page, with a button that ends the access.'),
    others: [gone],
    handle: async (ctx, { core }) => {
      showPortal(ctx, await core.portal.open(ctx.params['token'] ?? ''), { asksToEnd: true });
    },
  },
  'POST /portal/:token/end': {
    operationId: 'endAccess',
    summary: 'End the access',
    description: 'Disconnects, as `DELETE /v1/connections/{connection_id}` does, in the customer’s name.',
    success: empty(303, 'Back to the page, which says that the access has ended.'),
    others: failed,
    handle: (ctx, host) => {
      const end: Act = async (asked) => {
        await host.core.portal.end(asked);
        return undefined;
      };
      return act(ctx, host, end, { asksToEnd: true });
    },
  },
  'POST /portal/:token/reconnect': {
    operationId: 'reconnectFromPortal',
    summary: 'Renew the access',
    description: 'Makes a connect link for the same connection, which leads back to the page.',
    success: empty(303, 'To the connect link, or to the page if the link has expired.'),
    others: failed,
    handle: (ctx, host) =>
      act(ctx, host, async (asked) => {
        const link = await host.core.portal.reconnect(asked);
        if (link) setCookie(ctx, returnCookie(link.id), asked.token, link.expiresAt);
        return link?.url;
      }),
  },
});

type Act = (asked: { token: string; requestId: RequestId }) => Promise<string | undefined>;

/** Tells a refusal on the page itself, because other pages refuse to be framed. */
async function act(ctx: Context, { core }: Host, work: Act, shown: { asksToEnd?: boolean } = {}): Promise<void> {
  const token = ctx.params['token'] ?? '';
  try {
    const url = await work({ token, requestId: ctx.state.requestId });
    seeOther(ctx, url ?? `${ctx['mountPath'] ?? ''}/portal/${token}`);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const problem = { status: statusOf(error), why: error.code.toLowerCase() };
    showPortal(ctx, await core.portal.open(token), { ...shown, problem });
  }
}
