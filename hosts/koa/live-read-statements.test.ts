// What a live read asks the database while somebody waits for it, on both databases.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Caller, CorePorts } from '#core';
import type { RequestBudget } from '#core/ports';
import { createCallJournal, createUsageMeter } from '../../adapters/call-journal/index.ts';
import { openPostgres } from '../../adapters/knex-postgres/index.ts';
import { type PostgresForTests, postgresForTests } from '../../adapters/knex-postgres/testing/postgres.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import type { ServiceOptions } from '../../core/use-cases/testing/service.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { type LiveService, serveLive } from './testing/live-service.ts';

const asked = 'the provider is asked';
const answered = 'the provider has answered';

function statementsOver(options: () => ServiceOptions): () => void {
  return () => {
    let service: LiveService;
    let budget: RequestBudget & { close(): Promise<void> };
    let caller: Caller;
    let contacts: string;
    let happened: string[] = [];
    const closing: { close(): Promise<void> }[] = [];
    /** With the ports of a deployment, which store later what nobody waits for. */
    const wrap = (ports: CorePorts): CorePorts => {
      const { log, storage, gateway } = ports;
      const journal = createCallJournal({ store: storage.providerCalls, log });
      const meter = createUsageMeter({ store: storage.usage, log, nextId: randomUUID });
      closing.push(journal, meter);
      return {
        ...ports,
        journal,
        meter,
        budget: {
          acquire: (...of) => budget.acquire(...of),
          use: (...of) => budget.use(...of),
        },
        gateway: {
          ...gateway,
          async read(...of) {
            happened.push(asked);
            const record = await gateway.read(...of);
            happened.push(answered);
            return record;
          },
        },
      };
    };
    before(async () => {
      service = await serveLive({ ...options(), wrap });
      const { database, ports } = service;
      budget = database.requestBudget({ clock: ports.clock, limits: ports.gateway.traits.limits });
      closing.push(budget);
      caller = (await service.newOrganization()).test;
      const { id } = await connected(service, caller, await service.newTenant());
      contacts = `/v1/connections/${id}/contacts`;
      database.knex.on('query', ({ sql }: { sql: string }) => happened.push(sql));
    });
    after(async () => {
      for (const open of closing) await open.close();
      await service?.close();
    });

    const made = async (): Promise<string> => {
      const options = { body: { name: `Contact ${randomUUID()}` }, key: randomUUID() };
      const { body } = await service.call(caller, 'POST', contacts, options);
      return `${contacts}/${(body['data'] as { item: { provider_id: string } }).item.provider_id}`;
    };
    /** What happened until the answer, of the read in which least did: what is stored meanwhile for others is by chance. */
    const leastOf = async (reads: number, path: string): Promise<readonly string[]> => {
      const runs: (readonly string[])[] = [];
      for (let n = 0; n < reads; n++) {
        happened = [];
        expect((await service.call(caller, 'GET', path)).status).to.equal(200);
        runs.push(happened);
      }
      return runs.sort((a, b) => a.length - b.length)[0] ?? [];
    };

    it('asks four times before the provider, by key each; then ends the call, for which nobody waits, and compares the copy', async () => {
      const happened = await leastOf(20, await made());
      const steps = [
        /from "?`?api_keys/,
        /from "?`?connections/,
        /join credentials/,
        /request_budgets/,
        new RegExp(asked),
        new RegExp(answered),
        /request_budgets/,
        /^insert into cached_records .* on conflict/s,
      ];
      for (const [i, step] of steps.entries()) expect(happened[i]).to.match(step);
      expect(happened).to.have.length(steps.length);
    });

    it('stores a record that the cache does not hold as it was read, before the answer and in one statement', async () => {
      const path = await made();
      await leastOf(3, path);
      const removed: (readonly string[])[] = [];
      for (let n = 0; n < 10; n++) {
        await service.database.knex('cached_records').delete();
        removed.push((await leastOf(1, path)).slice(4).filter((sql) => !sql.includes('request_budgets')));
      }
      const [least = []] = removed.sort((a, b) => a.length - b.length);
      expect(least.slice(0, 2)).to.deep.equal([asked, answered]);
      expect(least[2]).to.match(/^insert into cached_records/);
      expect(least.length).to.equal(3);
    });
  };
}

describe('the statements of a live read, on SQLite', () => statementsOver(() => ({}))());

describePostgres('the statements of a live read, on PostgreSQL', () => {
  let postgres: PostgresForTests;
  before(async () => {
    postgres = await postgresForTests();
  });
  statementsOver(() => ({ open: () => openPostgres({ url: postgres.url }) }))();
  after(() => postgres?.close());
});
