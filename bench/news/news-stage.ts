// One deployment as it comes, with a provider that tells it of changes and a customer's receiver.
import { freePort } from '../../tests/walk/processes.ts';
import { addConnection, addOrganization, addProviderApp, openDeployment, webhookKey } from '../changes/deployment.ts';
import { addEndpoint, signingSecret } from '../changes/queued-deliveries.ts';
import { type Child, startChild } from '../engine/children.ts';
import { type BenchServer, withDatabase } from '../engine/server.ts';
import type { ToldApp } from './provider-process.ts';

export interface NewsStage {
  readonly databaseUrl: string;
  /** Of the HTTP host and the worker. */
  readonly pids: readonly number[];
  readonly provider: Child;
  readonly receiver: Child;
  /** Updates the tables' statistics, which a deployment that has run for a while has, too. */
  calm(): Promise<void>;
  /** How many events are stored about these invoices. */
  announced(invoiceIds: readonly string[]): Promise<number>;
  end(): Promise<void>;
}

/** What WORKER_CONCURRENCY is unless it is set. */
export const productSlots = 50;
export const connectionsAnApp = 100;

export async function openNewsStage(server: BenchServer, connections: number): Promise<NewsStage> {
  const [providerPort, receiverPort] = [await freePort(), await freePort()];
  const provider = await startChild('../news/provider-process.ts', [String(providerPort), webhookKey]);
  const receiver = await startChild('../news/receiver-process.ts', [String(receiverPort), signingSecret]);
  const deployment = await openDeployment(server, `http://127.0.0.1:${providerPort}`);
  const { databaseUrl } = deployment;
  const http = await deployment.startHttp();
  const apps: ToldApp[] = [];
  for (let app = 0; app < connections / connectionsAnApp; app += 1) {
    const plane = await addOrganization(deployment);
    const { id } = await addProviderApp(deployment, plane);
    await addEndpoint(deployment, plane, `http://127.0.0.1:${receiverPort}/${app}`);
    const added = Array.from({ length: connectionsAnApp }, () => addConnection(deployment, plane, id));
    const tenantIds = (await Promise.all(added)).map(({ providerTenantId }) => providerTenantId ?? '');
    apps.push({ url: `${http.url}/webhooks/ledger/${id}`, tenantIds });
  }
  await provider.ask('apps', { apps });
  const worker = await deployment.startWorker({ slots: productSlots });
  await worker.ask('start');
  return {
    databaseUrl,
    pids: [http.child.pid, worker.pid],
    provider,
    receiver,
    calm: () => server.calm(databaseUrl),
    announced: (invoiceIds) =>
      withDatabase(databaseUrl, async (client) => {
        const { rows } = await client.query<{ n: number }>(
          `select count(*)::int as n from events where data::jsonb #>> '{invoice,provider_id}' = any($1::text[])`,
          [invoiceIds],
        );
        return rows[0]?.n ?? 0;
      }),
    end: async () => {
      for (const child of [provider, worker, http.child, receiver]) await child.end();
      await deployment.close();
    },
  };
}
