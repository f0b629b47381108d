// The provider's official SDK, called directly: how long a live read takes without a service in between.
import { XeroClient } from 'xero-node';
import { serveParent } from '../engine/serve-parent.ts';
import type { LoadWish } from './contender.ts';
import { timedLoops } from './timed-loops.ts';

const [providerUrl = '', invoiceId = ''] = process.argv.slice(2);
const tenantId = crypto.randomUUID();
const sdk = new XeroClient();
sdk.accountingApi.basePath = `${providerUrl}/api.xro/2.0`;
sdk.setTokenSet({ access_token: 'token' });

async function read(): Promise<void> {
  const { body } = await sdk.accountingApi.getInvoice(tenantId, invoiceId, 4);
  if (body.invoices?.[0]?.invoiceID !== invoiceId) throw new Error('the SDK read another invoice');
}

serveParent({
  load: async (message) => ({ ...(await timedLoops(message as unknown as LoadWish, read)) }),
  close: async () => ({}),
});
