import { expect } from 'chai';
import { makePorts } from './container.ts';

interface Ports {
  readonly clock: { readonly now: string };
  readonly log: { readonly clock: Ports['clock'] };
}

describe('the container', () => {
  it('makes each port once, whoever needs it', () => {
    let made = 0;
    const { clock, log } = makePorts<Ports>({
      log: (get) => ({ clock: get('clock') }),
      clock: () => {
        made += 1;
        return { now: 'noon' };
      },
    });
    expect(log.clock).to.equal(clock);
    expect(made).to.equal(1);
  });

  it('keeps deployments in one process apart', () => {
    const deployment = (now: string) =>
      makePorts<Ports>({ clock: () => ({ now }), log: (get) => ({ clock: get('clock') }) });
    const [one, other] = [deployment('noon'), deployment('midnight')];
    expect([one.log.clock.now, other.log.clock.now]).to.deep.equal(['noon', 'midnight']);
  });
});
