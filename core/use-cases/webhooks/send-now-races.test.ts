import { expect } from 'chai';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { ServiceError } from '../../domain/errors.ts';
import { createWorkerApi } from '../../product-worker.ts';
import { advance, connect, never, openEngine, subscribe } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';
import { announceMany, deliveriesOf } from './testing/webhooks.ts';

const rounds = 6;

onBothDatabases('several people who send a delivery now beside workers that find it due', (given) => {
  it('have it sent once for each attempt that is on record, and once well in each run', async () => {
    const engine = await openEngine(await given().emptied());
    const connection = await connect(engine);
    const { endpoint } = await subscribe(engine);
    for (let round = 0; round < rounds; round++) {
      engine.hands.answer = () => answered(500);
      await announceMany(engine, connection, 1);
      await engine.drain();
      advance(engine, 3_600);
      engine.hands.answer = () => answered(200);
      const [waiting] = await deliveriesOf(engine, endpoint.id);
      const person = (one: number) =>
        engine.core.webhooks.replayDelivery(engine.caller, {
          deliveryId: waiting?.id ?? '',
          write: { key: `${round} ${one}`, body: { reason: 'now' } },
        });
      const worker = async () => {
        const api = createWorkerApi(engine.ports);
        for (const leased of await api.claim(1)) await api.run(leased, never);
      };
      const told = (one: number) =>
        person(one).then(
          () => '',
          (error: unknown) => (error instanceof ServiceError ? error.details.reason : String(error)),
        );
      const acts = [worker(), told(1), worker(), told(2), worker(), told(3)];
      const reasons = (await Promise.all(acts)).filter(Boolean);
      expect(reasons.filter((reason) => reason !== 'delivery_not_terminal')).to.deep.equal([]);
      await engine.drain();
    }
    const deliveries = await deliveriesOf(engine, endpoint.id);
    const attempts = deliveries.flatMap((delivery) => delivery.attempts.map((one) => ({ ...one, of: delivery.id })));
    expect(deliveries.map(({ state }) => state)).to.deep.equal(deliveries.map(() => 'succeeded'));
    expect(engine.hands.sent).to.have.length(attempts.length);
    expect(new Set(attempts.map(({ of, run, number }) => `${of} ${run} ${number}`)).size).to.equal(attempts.length);
    const good = attempts.filter(({ responseStatus }) => responseStatus === 200);
    expect(new Set(good.map(({ of, run }) => `${of} ${run}`)).size).to.equal(good.length);
  });
});
