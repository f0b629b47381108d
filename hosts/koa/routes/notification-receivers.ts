import { readRawBody } from '../middleware/bodies.ts';
import type { Context } from '../request-state.ts';
import { empty, type Host, plainRoutes } from './route.ts';

const reception = {
  description:
    'For the provider only. The service checks the signature header over the exact bytes before it parses or stores anything. It does not read the body if the header has not the form of a signature, or if the provider or the app does not exist.',
  success: empty(200, 'Accepted. Empty.'),
  others: [
    empty(401, 'Wrong signature, or no such app. Empty.'),
    { status: 408, description: 'The body came too slowly.', contentType: 'application/json' },
  ],
  errors: ['PAYLOAD_TOO_LARGE'],
} as const;

/**
 * Answers without body and cookie, because these fail the provider's set-up check. Reads a body only with a signature
 * and for a known app.
 */
async function receive(ctx: Context, { core, bodies }: Host, appId: string | null): Promise<void> {
  const { notifications } = core;
  const { provider = '' } = ctx.params;
  const signature = ctx.get(notifications.signatureHeader(provider) ?? '');
  ctx.body = null;
  const path = { provider, appId };
  if (!notifications.isSignature(provider, signature) || !(await notifications.isReceiver(path))) {
    ctx.status = 401;
    return;
  }
  const body = await bodies.read(ctx, () => readRawBody(ctx));
  const { requestId } = ctx.state;
  const reception = await notifications.receive({ ...path, body, signature, requestId });
  ctx.status = reception === 'accepted' ? 200 : 401;
}

export const notificationReceiverRoutes = plainRoutes('receiver', 'Provider notifications', {
  'POST /webhooks/:provider': {
    ...reception,
    operationId: 'receiveHostedNotifications',
    summary: 'Receive for the hosted app',
    handle: (ctx, host) => receive(ctx, host, null),
  },
  'POST /webhooks/:provider/:provider_app_id': {
    ...reception,
    operationId: 'receiveNotifications',
    summary: 'Receive for a customer’s own app',
    handle: (ctx, host) => receive(ctx, host, ctx.params['provider_app_id'] ?? ''),
  },
});
