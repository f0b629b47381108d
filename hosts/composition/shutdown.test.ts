import { expect } from 'chai';
import { createShutdown } from './shutdown.ts';

describe('shutdown', () => {
  it('closes the newest first, each once, however often it is asked', async () => {
    const closed: string[] = [];
    const shutdown = createShutdown();
    for (const name of ['database', 'worker', 'server']) {
      shutdown.add(name, async () => {
        closed.push(name);
      });
    }
    await Promise.all([shutdown.run(), shutdown.run()]);
    await shutdown.run();
    expect(closed).to.deep.equal(['server', 'worker', 'database']);
  });

  it('closes the rest when one part fails, and then says which', async () => {
    const closed: string[] = [];
    const shutdown = createShutdown();
    shutdown.add('database', () => void closed.push('database'));
    shutdown.add('worker', () => {
      throw new Error('stuck');
    });
    const failure = await shutdown.run().then(
      () => undefined,
      (error: Error) => error,
    );
    expect(failure?.message).to.equal('closing worker failed');
    expect((failure?.cause as Error | undefined)?.message).to.equal('stuck');
    expect(closed).to.deep.equal(['database']);
  });
});
