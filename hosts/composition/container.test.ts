import { expect } from 'chai';
import type { Clock } from '#core';
import { bind, createContainer } from './container.ts';
import { tokens } from './tokens.ts';

const clockAt = (time: string): Clock => ({ now: () => new Date(time), wait: async () => {} });

describe('the container', () => {
  it('makes what is bound when it is first asked for, once', () => {
    const container = createContainer();
    let made = 0;
    bind(container, tokens.clock, () => {
      made += 1;
      return clockAt('2026-01-01T00:00:00Z');
    });
    expect(made).to.equal(0);
    expect(container.resolve(tokens.clock)).to.equal(container.resolve(tokens.clock));
    expect(made).to.equal(1);
  });

  it('refuses to bind a port twice', () => {
    const container = createContainer();
    bind(container, tokens.clock, () => clockAt('2026-01-01T00:00:00Z'));
    expect(() => bind(container, tokens.clock, () => clockAt('2026-01-02T00:00:00Z'))).to.throw('is bound twice');
  });

  it('keeps deployments in one process apart', () => {
    const [one, other] = [createContainer(), createContainer()];
    bind(one, tokens.clock, () => clockAt('2026-01-01T00:00:00Z'));
    expect(() => other.resolve(tokens.clock)).to.throw('unregistered');
  });
});
