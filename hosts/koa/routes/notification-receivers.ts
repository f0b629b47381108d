import { drain, readRawBody } from '../middleware/bodies.ts';
import { type Context, empty, type Host, type OperationDoc, type Route } from './route.ts';

const reception: Omit<OperationDoc, 'operationId' | 'summary'> = {
  tag: 'Provider notifications',
  description:
    'For the provider only. The signature header is checked over the exact bytes before anything is parsed or kept; where it has not the form of a signature, or there is no such app, the body is not even read.',
  success: empty(200, 'Taken. Empty.'),
  others: [
    empty(401, 'Wrong signature, or no such app. Empty.'),
    { status: 408, description: 'The body came too slowly.', contentType: 'application/json' },
  ],
  errors: ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE'],
};

/**
 * Without a body and without cookies: the provider's set-up check fails on either. A body is not read where no
 * signature comes with it, or no app could have signed it.
 */
async function receive(ctx: Context, { core, signatureHeader, bodies }: Host, appId: string | null): Promise<void> {
  const signature = ctx.get(signatureHeader);
  ctx.body = null;
  if (!core.notifications.isSignature(signature) || !(await core.notifications.isReceiver(appId))) {
    drain(ctx.req);
    ctx.status = 401;
    return;
  }
  const body = await bodies.read(ctx, () => readRawBody(ctx.req));
  const { requestId } = ctx.state;
  const reception = await core.notifications.receive({ appId, body, signature, requestId });
  ctx.status = reception === 'accepted' ? 200 : 401;
}

export const notificationReceiverRoutes: readonly Route[] = [
  {
    kind: 'plain',
    auth: 'receiver',
    method: 'POST',
    path: '/webhooks/ledger',
    operations: [{ operationId: 'receiveHostedNotifications', summary: 'Receive for the hosted app', ...reception }],
    handle: (ctx, host) => receive(ctx, host, null),
  },
  {
    kind: 'plain',
    auth: 'receiver',
    method: 'POST',
    path: '/webhooks/ledger/:provider_app_id',
    operations: [{ operationId: 'receiveNotifications', summary: 'Receive for a customer’s own app', ...reception }],
    handle: (ctx, host) => receive(ctx, host, ctx.params['provider_app_id'] ?? ''),
  },
];
