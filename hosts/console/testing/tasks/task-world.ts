// A signed-in person at a console that has data on every page; `hand` counts the clicks and keys.
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Locator, Page } from 'playwright-core';
import { textAt } from '../../../../tests/walk/client.ts';
import { runCommand } from '../../../../tests/walk/processes.ts';
import { type ConsoleWorld, signIn, type Visitor } from '../console-world.ts';
import { bookkeeping } from '../customers.ts';
import { type Furniture, furnish } from '../furniture.ts';
import { Hand } from '../hand.ts';

export const colleague = 'colleague@example.com';
export const automation = /^automation\.invoice\.create_with_contact/;

export interface Task {
  /** A row of docs/console.md. */
  readonly question: string;
  /** The page on which the clicks begin; the page after sign-in if absent. */
  readonly from?: (world: TaskWorld) => string;
  readonly answer: (world: TaskWorld) => Promise<unknown>;
}

export const ofInvoice = ({ there }: TaskWorld) =>
  `test/connections/${there.connectionId}/records/invoices/${there.invoiceId}`;

export class TaskWorld {
  world!: ConsoleWorld;
  visitor!: Visitor;
  there!: Furniture;
  /** The number of the invoice. */
  number!: string;
  /** The list of operations in a window of its own, because a page behind another draws one frame a second. */
  watched!: Page;
  readonly hand = new Hand(() => this.page);

  get page(): Page {
    return this.visitor.page;
  }

  /** Fills the console with data, breaks a connection, and signs in. */
  async prepare(world: ConsoleWorld): Promise<void> {
    this.world = world;
    const { client, sandbox, credentials } = world;
    await Promise.all(Array.from({ length: 30 }, () => client.expecting(200, 'GET', '/v1/events')));
    this.there = await furnish(world);
    const invoices = `/v1/connections/${this.there.connectionId}/invoices?id=${this.there.invoiceId}`;
    this.number = textAt(await client.expecting(200, 'GET', invoices), 'data.items.0.number');
    const { id, tenantId } = await bookkeeping(world, 'Marlow Bakery');
    await sandbox.control('POST', 'revoke', { tenant_id: tenantId });
    const action = `/v1/connections/${id}/provider-actions/organization.get_deep_link`;
    await client.expecting(409, 'POST', action, { provider_id: tenantId });
    await this.#startsWaiting();
    this.#givesOneUp();
    await client.expecting(200, 'POST', `/v1/webhook-endpoints/${this.there.endpointId}/test`);
    this.visitor = await world.visitor();
    await this.page.goto('/console/');
    await signIn(this.page, credentials.console);
    await this.heading('Overview');
    const organization = /org_\w+/.exec(this.page.url())?.[0] ?? '';
    const member = ['member', 'create', '--org', organization, '--email', colleague, '--role', 'developer'];
    runCommand('hosts/admin/main.ts', member, { DATA_DIR: world.dataDir }, 'a sentence of my own\n');
    this.watched = (await world.visitor()).page;
    await this.watched.goto('/console/test/operations');
    await signIn(this.watched, credentials.console);
    await this.waiting(this.watched).waitFor();
  }

  /** Starts an operation that waits because the provider answers 429. */
  async #startsWaiting(): Promise<void> {
    const { client, sandbox } = this.world;
    const { id } = await bookkeeping(this.world, 'Quay Florist');
    const match = { method: 'PUT', path: '/api.xro/2.0/Contacts' };
    await sandbox.control('POST', 'faults', { match, action: { status: 429, headers: { 'retry-after': '3600' } } });
    const input = { contact: { name: 'Waiting' }, invoice: { line_items: [{ description: 'Bench' }] } };
    const body = { connection_id: id, recipe: 'invoice.create_with_contact', input };
    await client.expecting(202, 'POST', '/v1/automations', body);
  }

  /** Marks a waiting delivery as a dead letter, as hours of failed attempts would. */
  #givesOneUp(): void {
    const database = new Sqlite(path.join(this.world.dataDir, 'ledgerport.db'));
    const waits = "o.state = 'retrying' and d.connection_id = ?";
    const one = `select o.id from deliveries d join operations o on o.id = d.operation_id where ${waits} limit 1`;
    database
      .prepare(
        `update operations set state = 'dead_letter', stage = 'ended', due_at = null, finished_at = ? where id = (${one})`,
      )
      .run(Date.now(), this.there.connectionId);
    database.close();
  }

  readonly sees = (text: string | RegExp) => this.page.locator('main').getByText(text).first().waitFor();
  readonly heading = (name: string | RegExp) => this.page.getByRole('heading', { level: 1, name }).waitFor();
  readonly dialog = (): Locator => this.page.getByRole('dialog');
  readonly because = () => this.dialog().getByLabel('Reason').fill('the night is over');
  readonly attention = (text: string) => this.page.locator('.attention li').filter({ hasText: text });
  readonly waiting = (on = this.page) => on.getByRole('row', { name: /create_with_contact.*Quay Florist/ });

  /** Searches by the keyboard and opens the first result of a kind. */
  readonly search = async (text: string, kind: string, found: RegExp): Promise<void> => {
    await this.hand.key('/');
    await this.page.keyboard.type(text);
    await this.page.getByRole('group', { name: kind }).getByRole('option', { name: found }).first().waitFor();
    await this.hand.key('Enter');
  };
}
