import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { systemPlane } from '../../domain/caller.ts';
import { advance, drain, openEngine, operationsOf } from '../testing/engine.ts';
import { refusalOf } from '../testing/refusal.ts';
import { retentionTasks } from './purge.ts';

describe('the retention schedule', () => {
  const engine = openedEach(() => openEngine());

  const tasks = async (state?: string) => {
    const rows = await engine.database.knex('operations').where({ type: 'retention.purge', ...(state && { state }) });
    return rows.map(({ subject }) => subject).sort();
  };
  const all = [...retentionTasks].sort();
  const hours = (count: number) => advance(engine, count * 3_600);

  it('queues each task every hour, one after the other, and each of them runs', async () => {
    await engine.core.worker.tick();
    expect(await tasks('queued')).to.deep.equal(all);
    expect(await engine.core.worker.claim(50)).to.have.length(1);
    await engine.core.worker.sweep();
    advance(engine, 600);
    await engine.core.worker.sweep();
    await drain(engine);
    expect(await tasks('succeeded')).to.deep.equal(all);
    hours(1);
    await engine.core.worker.tick();
    expect(await tasks('queued')).to.deep.equal(all);
  });

  it('does not queue again what is not done', async () => {
    await engine.core.worker.tick();
    const [first] = await engine.core.worker.claim(1);
    expect(first?.operation.subject).to.equal('unchosen_connections');
    hours(1);
    await engine.core.worker.tick();
    expect(await tasks()).to.deep.equal(all);
  });

  it('is in no customer’s lists, and no key can be issued for it', async () => {
    await engine.core.worker.tick();
    expect(await operationsOf(engine, 'retention.purge')).to.deep.equal([]);
    expect((await engine.core.operations.list(engine.caller, {})).total).to.equal(0);
    const id = await engine.database.knex('operations').first('id');
    expect(await refusalOf(engine.core.operations.find(engine.caller, id.id))).to.include({ code: 'NOT_FOUND' });
    const issued = engine.core.access.issueKey({ ...systemPlane, name: 'k' });
    expect(await refusalOf(issued)).to.include({ code: 'NOT_FOUND' });
    expect(
      await engine.core.access.authenticate(systemPlane.organizationId, engine.caller.requestId).catch(() => 'refused'),
    ).to.equal('refused');
  });
});
