import { readRawBody } from '../middleware/raw-body.ts';
import type { Context, OperationDoc, PlainHost, Route } from './route.ts';

const reception: Omit<OperationDoc, 'operationId' | 'summary'> = {
  tag: 'Provider notifications',
  description:
    'For the provider only. The signature header is checked over the exact bytes before anything is parsed or kept.',
  success: { status: 200, description: 'Taken. Empty.', contentType: 'none' },
  others: [
    { status: 401, description: 'Wrong signature, or no such app; nobody can tell which. Empty.', contentType: 'none' },
  ],
  errors: ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE'],
};

/** Without a body and without cookies: the provider's set-up check fails on either. */
async function receive(ctx: Context, { core, signatureHeader }: PlainHost, appId: string | null): Promise<void> {
  const signature = ctx.get(signatureHeader);
  const reception = await core.notifications.receive({
    appId,
    body: await readRawBody(ctx.req),
    signature: signature === '' ? undefined : signature,
    requestId: ctx.state.requestId,
  });
  ctx.body = null;
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
