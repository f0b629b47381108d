import { expect } from 'chai';
import { type PostgresForTests, postgresForTests } from '../../../adapters/knex-postgres/testing/postgres.ts';
import { describePostgres } from '../../../tools/test-setup.ts';
import { ending } from '../../domain/endpoint-health.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { Stores } from '../../ports/storage.ts';
import { advance, connect, drain, type Engine, openEngine, subscribe } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';
import { endDeliveries } from './end-deliveries.ts';
import { announceMany, deliveriesOf, pass } from './testing/webhooks.ts';

type Meanwhile = () => Promise<void>;

/** The stores of one transaction, in whose middle something else happens, before or after it holds the deliveries. */
function interrupted(stores: Stores, moment: 'before' | 'after', meanwhile: Meanwhile): Stores {
  const { operations } = stores;
  const lockUnfinished: typeof operations.lockUnfinished = async (...given) => {
    if (moment === 'before') await meanwhile();
    const held = await operations.lockUnfinished(...given);
    if (moment === 'after') await meanwhile();
    return held;
  };
  return { ...stores, operations: { ...operations, lockUnfinished } };
}

describePostgres('an endpoint that is enabled again while what waited for it is being ended', () => {
  let postgres: PostgresForTests;
  let engine: Engine;
  before(async () => {
    postgres = await postgresForTests();
  });
  after(() => postgres?.close());
  beforeEach(async () => {
    await postgres.storage.open();
    engine = await openEngine(postgres.database);
  });

  /** As an answer of 410 does; what waits is left for the next round. */
  const disable = ({ id, organizationId, environment }: WebhookEndpoint) =>
    engine.storage.transaction(async ({ webhookEndpoints, endpointHealth }) => {
      const plane = { organizationId, environment };
      const held = await webhookEndpoints.lock(plane, id);
      if (held) await webhookEndpoints.update({ ...held, status: 'disabled', statusReason: 'gone' });
      await endpointHealth.put(ending(await endpointHealth.lock(plane, id), engine.hands.now));
    });

  for (const moment of ['before', 'after'] as const) {
    it(`gets what is announced from then on: ${moment} the deliveries are held`, async () => {
      const connection = await connect(engine);
      const { endpoint } = await subscribe(engine);
      engine.hands.answer = () => answered(500);
      await announceMany(engine, connection, 10);
      await drain(engine);
      await announceMany(engine, connection, 3);
      await drain(engine);
      await disable(endpoint);
      await engine.storage.transaction((stores) => {
        const meanwhile: Meanwhile = async () => {
          await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'enabled' });
          advance(engine, 3);
          engine.hands.answer = () => answered(200);
          await announceMany(engine, connection, 2);
          await drain(engine);
        };
        const meddled = interrupted(stores, moment, meanwhile);
        return endDeliveries(meddled, engine.caller, endpoint.id, engine.hands.now);
      });
      await pass(engine, 60);
      const states = (await deliveriesOf(engine, endpoint.id)).map(({ state }) => state);
      expect(states.slice(0, 2)).to.deep.equal(['succeeded', 'succeeded']);
      expect(states.filter((state) => state === 'retrying' || state === 'queued')).to.deep.equal([]);
      expect(await postgres.database.knex('delivery_lines').select()).to.deep.equal([]);
    });
  }
});
