import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { alertMessagesAnHour } from '../../domain/alert.ts';
import { createWorkerApi } from '../../product-worker.ts';
import { advance, claimOne, drain, openEngine, operationsOf } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';
import { noteHappening } from './note-alerts.ts';
import { destine, happen, happeningOf, hookUrl, mailbox, mend, readOf, textOf, wait } from './testing/alerts.ts';

const hour = 3600;

describe('alerts', () => {
  const engine = openedEach(() => openEngine());
  const texts = () => engine.hands.sent.map(textOf);
  const reads = () => texts().map(readOf);
  const stored = async () => engine.storage.alertDestinations.list(engine.caller.organizationId);

  it('say what happened, since when, to what, what it means and where to look; the address is nowhere', async () => {
    await destine(engine);
    await happen(engine, 'we_1');
    await wait(engine, 0);
    const [sent] = engine.hands.sent;
    expect(sent?.url).to.equal(hookUrl);
    expect(texts()).to.deep.equal([
      [
        'Deliveries to “Hook we_1” are held.',
        '',
        'Environment: test',
        'Endpoint: Hook we_1 (we_1)',
        'Since: 2026-03-01 12:00 UTC',
        'Kind: endpoint.paused',
        '',
        'The endpoint failed ten times in a row. Your customers’ changes wait in line, one is tried about every minute, and all are sent once it answers. After five days without a success the endpoint is disabled.',
        '',
        'http://localhost/console/test/webhook-endpoints/we_1',
      ].join('\n'),
    ]);
    const rows = await engine.database.knex('operations').select();
    expect(JSON.stringify([rows, await stored(), engine.hands.logged])).not.to.contain('secretsecret');
  });

  it('tell a subject once an hour, count the rest into the next, and say once when it is well again', async () => {
    await destine(engine);
    for (let minute = 0; minute < 50; minute++) {
      await happen(engine);
      await wait(engine, 60);
    }
    expect(reads()).to.deep.equal([{ subject: 'we_1', kind: 'happened', count: 1 }]);
    await wait(engine, hour);
    expect(reads().slice(1)).to.deep.equal([{ subject: 'we_1', kind: 'happened', count: 49 }]);
    await mend(engine);
    await mend(engine);
    await wait(engine, 2 * hour, 600);
    expect(reads().slice(2)).to.deep.equal([{ subject: 'we_1', kind: 'well', count: 0 }]);
  });

  it('tell what came and went within the hour in the next message, once', async () => {
    await destine(engine);
    await happen(engine);
    await wait(engine, 60);
    await mend(engine);
    for (let i = 0; i < 3; i++) {
      await wait(engine, 60);
      await happen(engine);
      await mend(engine);
    }
    await wait(engine, 3 * hour, 600);
    expect(reads()).to.deep.equal([
      { subject: 'we_1', kind: 'happened', count: 1 },
      { subject: 'we_1', kind: 'well', count: 0 },
      { subject: 'we_1', kind: 'over', count: 3 },
    ]);
  });

  it('lose nothing that happens or ends while a message is on its way', async () => {
    await destine(engine);
    const once = (act: () => Promise<void>) => {
      engine.hands.duringSend = async () => {
        engine.hands.duringSend = async () => {};
        await act();
      };
    };
    await happen(engine);
    once(() => happen(engine));
    await wait(engine, 0);
    await wait(engine, hour, 600);
    expect(reads().map(({ kind, count }) => [kind, count])).to.deep.equal(Array(2).fill(['happened', 1]));
    await wait(engine, hour, 600);
    await happen(engine);
    once(() => mend(engine));
    await wait(engine, 0);
    expect(reads().map(({ kind }) => kind)).to.deep.equal(['happened', 'happened', 'happened', 'well']);
  });

  it('are kept through an outage of the receiver, told once, and the last error is shown until then', async () => {
    await destine(engine);
    engine.hands.answer = () => answered(503);
    await happen(engine);
    await wait(engine, 20 * hour, 600);
    expect((await stored())[0]).to.include({ lastError: 'the webhook answered 503', lastSentAt: null });
    await happen(engine);
    engine.hands.answer = () => answered(200);
    engine.hands.sent.length = 0;
    await wait(engine, 9 * hour, 600);
    expect(reads()).to.deep.equal([{ subject: 'we_1', kind: 'happened', count: 2 }]);
    expect((await stored())[0]?.lastError).to.equal(null);
  });

  it('leave an address that refuses for good alone for a day', async () => {
    await destine(engine);
    engine.hands.answer = () => answered(404);
    await happen(engine);
    await wait(engine, 23 * hour, 600);
    expect(engine.hands.sent).to.have.length(1);
    engine.hands.answer = () => answered(200);
    await wait(engine, 2 * hour, 600);
    expect(engine.hands.sent).to.have.length(2);
  });

  it('of a killed worker are sent by the next; of a cancelled operation, too', async () => {
    await destine(engine);
    await happen(engine);
    await claimOne(engine);
    advance(engine, 60);
    await wait(engine, 60);
    expect(reads()).to.have.length(1);
    await happen(engine, 'we_2');
    const [, queued] = await operationsOf(engine, 'alert.send');
    await engine.core.operations.cancel(engine.caller, {
      operationId: queued?.id ?? '',
      write: { key: 'cancel-1', body: { reason: 'by mistake' } },
    });
    await wait(engine, 2 * hour, 600);
    expect(reads()).to.have.length(2);
  });

  it('of a removed destination are not sent, and no worker asks for them again', async () => {
    const destination = await destine(engine);
    const { organizationId, id } = destination;
    await happen(engine);
    expect(await engine.storage.alertDestinations.remove(organizationId, id)).to.equal(true);
    await wait(engine, 3 * hour, 600);
    // Noted by somebody who read the destinations before the removal.
    await engine.storage.transaction(async (stores) => {
      const late = { ...stores.alertDestinations, list: async () => [destination] };
      await noteHappening({ ...stores, alertDestinations: late }, engine.ports, happeningOf(engine, 'we_2'));
    });
    await wait(engine, 6 * hour, 600);
    expect(engine.hands.sent).to.deep.equal([]);
    expect(await operationsOf(engine, 'alert.send')).to.have.length(2);
    expect(await engine.database.knex('alerts').select()).to.deep.equal([]);
  });

  it('are for the environments and kinds that a destination asked for', async () => {
    await destine(engine, { environments: ['live'] });
    await destine(engine, { events: ['connection.failing'] });
    await happen(engine, 'we_1', 'endpoint.paused');
    await wait(engine, 60);
    expect(reads()).to.deep.equal([]);
    await happen(engine, 'conn_1', 'connection.failing');
    await happen(engine, 'we_1', 'endpoint.resumed');
    await wait(engine, 60);
    expect(reads().map(({ subject }) => subject)).to.deep.equal(['conn_1']);
    await destine(engine, { events: ['endpoint.resumed'] });
    await happen(engine, 'we_1', 'endpoint.resumed');
    await wait(engine, 60);
    expect(reads().map(({ subject }) => subject)).to.deep.equal(['conn_1', 'we_1']);
  });

  it('of many subjects at once become one message beyond thirty an hour, and the rest waits for the next hour', async () => {
    await destine(engine);
    for (let i = 0; i < 100; i++) await happen(engine, `we_${i}`);
    await wait(engine, 600);
    const [together, ...none] = texts().slice(alertMessagesAnHour);
    expect(none).to.deep.equal([]);
    expect(together).to.match(/^So much happens that it is told together: 70 more things/);
    for (let i = 0; i < 5; i++) await happen(engine, `late_${i}`);
    await wait(engine, 1800);
    expect(texts()).to.have.length(alertMessagesAnHour + 1);
    await wait(engine, 2 * hour, 600);
    const later = reads().slice(alertMessagesAnHour + 1);
    expect(later.map(({ subject }) => subject).sort()).to.deep.equal([
      'late_0',
      'late_1',
      'late_2',
      'late_3',
      'late_4',
    ]);
  });

  it('are e-mail where the deployment sends it, and wait where it no longer does', async () => {
    const box = mailbox();
    const destination = await destine(engine, { kind: 'email' });
    await happen(engine, 'we_1');
    await wait(engine, 60);
    expect((await stored())[0]?.lastError).to.match(/SMTP_URL/);
    const worker = createWorkerApi({ ...engine.ports, mail: box.port });
    advance(engine, 60);
    for (const leased of await worker.claim(9)) await worker.run(leased, new AbortController().signal);
    expect(box.letters).to.have.length(1);
    const [letter] = box.letters;
    expect(letter).to.deep.include({ to: destination.address, subject: '[test] Deliveries to “Hook we_1” are held' });
    expect(letter?.text).to.contain('/console/test/webhook-endpoints/we_1');
    expect(letter?.id).to.match(/^op_/);
  });

  it('survive a clock that ran ahead for a while', async () => {
    await destine(engine);
    await happen(engine);
    const right = engine.hands.now;
    advance(engine, 365 * 86_400);
    await wait(engine, 60);
    await happen(engine);
    await wait(engine, 0);
    engine.hands.now = right;
    await wait(engine, 2 * hour, 600);
    expect(reads().reduce((sum, { count }) => sum + count, 0)).to.equal(2);
    await happen(engine);
    await wait(engine, 2 * hour, 600);
    expect(reads().reduce((sum, { count }) => sum + count, 0)).to.equal(3);
  });

  it('are no work of a key’s: lists leave them out and no key finds them', async () => {
    await destine(engine);
    await happen(engine);
    await drain(engine);
    const [one] = await operationsOf(engine, 'alert.send');
    expect(one).to.include({ state: 'succeeded' });
    const key = { ...engine.caller, rights: { scopes: ['read'], connectionIds: null, expiresAt: null } as never };
    expect((await engine.core.operations.list(key, {})).items.map(({ type }) => type)).not.to.include('alert.send');
    const refusal = await engine.core.operations.find(key, one?.id ?? '').catch((error: unknown) => error);
    expect(refusal).to.include({ code: 'NOT_FOUND' });
  });

  it('of a week are counts, on Mondays at 08:00 UTC, once, for those who asked before', async () => {
    await destine(engine, { weeklySummary: true });
    await destine(engine);
    await destine(engine, { weeklySummary: true, environments: ['live'], createdAt: new Date('2026-03-02T08:00:01Z') });
    engine.hands.now = new Date('2026-03-02T07:59:00Z');
    await engine.core.worker.tick();
    await drain(engine);
    engine.hands.sent.length = 0;
    engine.hands.now = new Date('2026-03-02T08:00:30Z');
    for (const worker of [engine.core.worker, createWorkerApi(engine.ports)]) await worker.tick();
    await drain(engine);
    expect(texts()).to.have.length(1);
    expect(texts()[0]).to.match(/^The week from 2026-02-23 to 2026-03-02, in counts\.\n/);
    expect(texts()[0]).to.contain('Deliveries: 0 delivered, 0 given up');
    engine.hands.now = new Date('2026-03-09T08:00:30Z');
    await engine.core.worker.tick();
    await drain(engine);
    expect(texts()).to.have.length(3);
  });
});
