import { expect } from 'chai';
import { watchOutage } from './outage.ts';
import { world } from './testing/world.ts';

describe('an outage', () => {
  it('is logged once at its beginning and once at its end, and lets more and more time pass between tries', async () => {
    const { lines, options } = world();
    const outage = watchOutage(options.log, 'it fails', 'it answers again', () => 0);
    const pauses: number[] = [];
    expect(outage.isGoingOn()).to.equal(false);
    for (let i = 0; i < 8; i++) {
      expect(await outage.asking(() => Promise.reject(new Error('down')))).to.equal(undefined);
      pauses.push(outage.pauseMs(5000));
    }
    expect(pauses).to.deep.equal([200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
    expect(outage.isGoingOn()).to.equal(true);
    expect(await outage.asking(async () => 7)).to.equal(7);
    expect(outage.isGoingOn()).to.equal(false);
    expect(lines).to.deep.equal(['it fails', 'it answers again']);
  });

  it('lets no two processes ask again in the same moment, nor much sooner than it should', async () => {
    const { options } = world();
    const pauses = [0, 0.5, 0.999].map(async (chance) => {
      const outage = watchOutage(options.log, '', '', () => chance);
      await outage.asking(() => Promise.reject(new Error('down')));
      return Math.round(outage.pauseMs(5000));
    });
    expect(await Promise.all(pauses)).to.deep.equal([200, 150, 100]);
  });
});
