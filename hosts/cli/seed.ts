import type { Given, World } from './command.ts';
import { columns } from './help.ts';
import { type Customer, connect, type Organisation, sandboxOf } from './sandbox.ts';
import { type Service, serviceOf } from './service.ts';

const sizes = { small: 1, year: 12 } as const;
const sizeNames = Object.keys(sizes) as readonly (keyof typeof sizes)[];
const syncWithinMs = 300_000;

export async function seed(given: Given, world: World): Promise<void> {
  const size = given.oneOf('size', sizeNames, 'year');
  const random = given.whole('seed', 1, 1_000_000);
  const service = serviceOf(given, world);
  const sandbox = sandboxOf(service);
  const name = `Old Mill Furniture Ltd (${size} ${random})`;
  const { organisations } = await sandbox.control<Organisations>('GET', 'organisations');
  const known = organisations.find((one) => one.name === name);
  world.err(known ? `The books of ${name} are there already` : `Writing the books of ${name}`);
  const company = { name, seed: 'company', months: sizes[size], random };
  const { tenant_id: tenantId } = known ?? (await sandbox.control<Organisation>('POST', 'organisations', company));
  const customer = { tenantId, externalAccountId: `seeded-${size}-${random}` };
  const earlier = await connectionOf(service, customer);
  const connectionId = earlier ?? (await connect(service, sandbox, customer));
  if (!earlier) await firstSync(service, connectionId, world);
  const documents = await sandbox.control<Readonly<Record<string, number>>>('GET', `books?tenant_id=${tenantId}`);
  const report = { connection_id: connectionId, tenant_id: tenantId, name, documents };
  if (given.flag('json')) return world.out(JSON.stringify(report));
  world.out(columns(Object.entries(documents).map(([family, count]) => [family, String(count)])));
  world.out(`\nConnection ${connectionId}; the console shows it: ${service.url}/console`);
}

interface Organisations {
  readonly organisations: readonly Organisation[];
}

async function connectionOf(
  { api }: Service,
  { tenantId: q, externalAccountId }: Customer,
): Promise<string | undefined> {
  const filter = { q, external_account_id: externalAccountId, status: 'active' } as const;
  return (await api.connections.list(filter).page()).items[0]?.connection_id;
}

/** Waits for the sync that every new connection starts. */
async function firstSync({ api }: Service, connection_id: string, { err }: World): Promise<void> {
  err('Reading them into the lists of the service');
  const [sync] = (await api.operations.list({ connection_id, type: 'connection.sync', limit: 1 }).page()).items;
  if (sync) await api.operations.wait(sync.operation_id, { timeoutMs: syncWithinMs });
}
