// The parts of customers and of the applications that send them.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { connected } from '../../../tests/walk/client.ts';
import type { ConsoleWorld } from './console-world.ts';

/** Connects a new organization for a customer of its own. */
export async function bookkeeping({ client, sandbox }: Pick<ConsoleWorld, 'client' | 'sandbox'>, name: string) {
  const { tenant_id } = await sandbox.control('POST', 'organisations', { name, seed: 'small' });
  const tenantId = String(tenant_id);
  const id = await connected(client, sandbox, { externalAccountId: `books of ${name}`, tenantIds: [tenantId] });
  return { id, tenantId };
}

/** Allows the access to these organizations and no others, on the sandbox's page. */
export async function approve(person: Page, ...names: readonly string[]): Promise<void> {
  for (const tick of await person.getByRole('checkbox').all()) await tick.uncheck();
  for (const name of names) await person.getByRole('checkbox').and(person.getByLabel(name)).check();
  await person.getByRole('button', { name: 'Allow access' }).click();
}

export interface Application {
  readonly origin: string;
  close(): void;
}

/** Serves one page of an application at every address of two origins, `localhost` and `127.0.0.1`. */
export async function application(page: () => string): Promise<Application> {
  const server: Server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
