import { readRawBody } from '../middleware/bodies.ts';
import type { Context } from '../request-state.ts';
import { empty, type Host, plainRoutes } from './route.ts';

const reception = {
  description:
    'For the provider only. The service checks the signature header over the exact bytes before it parses or stores anything. It does not read the body if the header has not the form of a signature, or if the app does not exist.',
  success: empty(200, 'Accepted. Empty.'),
  others: [
    empty(401, 'Wrong signature, or no such app. Empty.'),
    { status: 408, description: 'The body came too slowly.', contentType: 'application/json' },
  ],
  errors: ['PAYLOAD_TOO_LARGE'],
} as const;

/** The provider whose notifications arrive at these addresses. */
const provider = 'ledger';

/**
 * Answers without body and cookie, because these fail the provider's set-up check. Reads a body only with a signature
 * and for a known app.
 */
async function receive(ctx: Context, { core, signatureHeader, bodies }: Host, appId: string | null): Promise<void> {
  const signature = ctx.get(signatureHeader);
  ctx.body = null;
  const path = { provider, appId };
  if (!core.notifications.isSignature(provider, signature) || !(await core.notifications.isReceiver(path))) {
    ctx.status = 401;
    return;
  }
  const body = await bodies.read(ctx, () => readRawBody(ctx));
  const { requestId } = ctx.state;
  const reception = await core.notifications.receive({ ...path, body, signature, requestId });
  ctx.status = reception === 'accepted' ? 200 : 401;
}

export const notificationReceiverRoutes = plainRoutes('receiver', 'Provider notifications', {
  'POST /webhooks/ledger': {
    ...reception,
    operationId: 'receiveHostedNotifications',
    summary: 'Receive for the hosted app',
    handle: (ctx, host) => receive(ctx, host, null),
  },
  'POST /webhooks/ledger/:provider_app_id': {
    ...reception,
    operationId: 'receiveNotifications',
    summary: 'Receive for a customer’s own app',
    handle: (ctx, host) => receive(ctx, host, ctx.params['provider_app_id'] ?? ''),
  },
});
