import { openPostgres } from '../../adapters/knex-postgres/index.ts';
import { type OperationKind, succeeded } from '../../core/engine/operation-kind.ts';
import type { OperationType } from '../../core/index.ts';
import { type Contender, nowMs, payloadOf, type Task } from './contender.ts';
import { ids, installOurs, openOurEngine, openOurs, operationOf, ourConnections, queueOurs } from './our-worker.ts';

/** A type whose lane may fill a worker. */
const type = 'notification.process' satisfies OperationType;

function kindOf(task: Task, ran: (at: number) => void): OperationKind {
  if (task === 'one-step') {
    return async ({ operation }) => {
      ran(Number(operation.input['at']));
      return succeeded({ ok: true });
    };
  }
  return async ({ operation, steps }) => {
    ran(Number(operation.input['at']));
    const first = await steps.step('first', async () => ({ result: { step: 1 } }));
    const second = await steps.step('second', async () => ({ result: { step: first.step + 1 } }));
    return succeeded(second);
  };
}

function contender(slots: number): Contender {
  return {
    name: `ours, ${slots} slots`,
    settings: `worker host with ${slots} slots, pool of ${ourConnections}, all operations of one organization`,
    parts: ['jobs', 'steps', 'latency'],
    openSql: `select exists (select 1 from operations where state in ('queued', 'retrying')) or
      exists (select 1 from operations where state = 'running') as open`,
    doneSql: `select count(*)::int as done from operations where state = 'succeeded'`,
    install: installOurs,
    enqueue: async (url, _task, count) => {
      const database = await openPostgres({ url, poolMax: 1 });
      const organizationId = ids.next('org');
      const payload = payloadOf(0);
      await queueOurs(
        database,
        Array.from({ length: count }, () => operationOf(organizationId, type, payload)),
      );
      await database.close();
    },
    open: (url, task, ran) => openOurEngine(url, { [type]: kindOf(task, ran) }, slots),
    enqueuer: async (url) => {
      const { database, wakeUp, close } = await openOurs(url);
      const organizationId = ids.next('org');
      return {
        add: async () => {
          const payload = payloadOf(nowMs());
          await database.storage.operations.insert([operationOf(organizationId, type, payload)]);
          wakeUp.signal();
        },
        close,
      };
    },
  };
}

/** As hosts are configured by default, and as a machine of its own may be. */
export const contenders: readonly Contender[] = [contender(50), contender(100)];
