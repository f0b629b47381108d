// Automations over two hosts on one database; tests let their workers and requests continue step by step.
import type { Core } from '../../../create-core.ts';
import type { RecipeName } from '../../../domain/automation.ts';
import type { JsonObject } from '../../../domain/json.ts';
import { isTerminal, type Operation } from '../../../domain/operation.ts';
import { type Books, openBooks } from '../../resources/testing/books.ts';
import { withoutFirstSync, write } from '../../testing/connecting.ts';
import type { Tenancy } from '../../testing/service.ts';
import type { TwoHosts } from '../../testing/two-hosts.ts';

/** One organization's books, and two hosts that run its automations. */
export class Scene {
  readonly two: TwoHosts;
  readonly tenancy: Tenancy;
  readonly books: Books;

  constructor(two: TwoHosts, tenancy: Tenancy, books: Books) {
    this.two = two;
    this.tenancy = tenancy;
    this.books = books;
  }

  static async open(two: TwoHosts): Promise<Scene> {
    const tenancy = await two.service.newOrganization();
    const books = await openBooks(two.service, tenancy);
    await withoutFirstSync(two.service, tenancy.test, books.connection);
    return new Scene(two, tenancy, books);
  }

  async start(host: 0 | 1, recipe: RecipeName, input: JsonObject): Promise<Operation> {
    const body = { connection_id: this.books.connection.id, recipe, input };
    const started = await this.two.hosts[host].automations.create(this.tenancy.test, { write: write(body) });
    if (started.kind !== 'queued') throw new Error('it was only planned');
    return started.operation;
  }

  replay(operationId: string): Promise<unknown> {
    return this.two.hosts[0].operations.replay(this.tenancy.test, { operationId, write: write({ reason: 'again' }) });
  }

  find(id: string): Promise<Operation> {
    return this.two.service.core.operations.find(this.tenancy.test, id);
  }

  async ended(id: string): Promise<Operation> {
    for (let round = 0; round < 40; round++) {
      const operation = await this.find(id);
      if (isTerminal(operation.state)) return operation;
      await this.runDue();
      const waitMs = (operation.nextAttemptAt?.getTime() ?? 0) - this.two.service.ports.clock.now().getTime();
      if (waitMs > 0) this.two.service.advance(waitMs / 1000 + 1);
    }
    throw new Error('the operation does not end');
  }

  async runDue(core: Core = this.two.service.core): Promise<void> {
    for (const leased of await core.worker.claim(10)) await core.worker.run(leased, new AbortController().signal);
  }

  /** The statuses of all invoices but the voided ones. */
  async copies(): Promise<readonly string[]> {
    const natives = (await this.books.idsOf('invoices')).map((id) => this.books.native('invoices', id));
    const statuses = (await Promise.all(natives)).map(({ Status }) => String(Status));
    return statuses.filter((status) => status !== 'VOIDED').sort();
  }
}
