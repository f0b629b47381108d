import { expect } from 'chai';
import fc from 'fast-check';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { samples } from '#contract-tests';
import type { LoggedRequest } from '#core/ports';
import { refusedBounds, sumRefused } from './sum-refused.ts';

const plane = samples.samplePlane();
const actor = samples.sampleId('key');
const { windowMs, wholeOfKind, wholeOfCaller, kindsOfCaller } = refusedBounds;

describe('the sums of refused requests', () => {
  let time: SinonFakeTimers;
  let kept: LoggedRequest[];
  let summing: ReturnType<typeof sumRefused>;
  beforeEach(() => {
    time = useFakeTimers({ now: 0 });
    kept = [];
    summing = sumRefused((request) => void kept.push(request));
  });
  afterEach(() => time.restore());
  const send = (count: number, given: Partial<LoggedRequest> = {}): void => {
    for (let n = 0; n < count; n++) summing.record(samples.sampleLoggedRequest(plane, { actor, ...given }));
  };
  const told = () => kept.reduce((sum, { repeats }) => sum + 1 + repeats, 0);

  it('stand after the first five alike, without a body, and begin anew in the next window', () => {
    send(100);
    expect(kept).to.have.length(wholeOfKind);
    time.tick(windowMs);
    expect(kept.map(({ repeats }) => repeats)).to.deep.equal([0, 0, 0, 0, 0, 94]);
    expect(kept.map(({ body }) => body === null)).to.deep.equal([false, false, false, false, false, true]);
    expect(kept[5]).to.include({ code: 'PROVIDER_REJECTED', status: 422, route: kept[0]?.route });
    send(1);
    expect(kept).to.have.length(7);
    time.tick(windowMs);
    expect(kept).to.have.length(7);
  });

  it('are of one caller and kind', () => {
    send(wholeOfKind);
    for (const other of [{ actor: samples.sampleId('key') }, { route: '/v1/events' }, { reason: 'another' }])
      send(5, other);
    send(5, { connectionId: samples.sampleId('conn') });
    expect(kept).to.have.length(25);
    expect(told()).to.equal(25);
  });

  it('leave out nothing that succeeded, nor what nobody waited for', () => {
    send(500, { status: 200, code: null });
    send(500, { status: null });
    expect(kept).to.have.length(1000);
  });

  it('are passed on when the process ends', () => {
    send(7);
    summing.flush();
    expect(told()).to.equal(7);
  });

  it('count every refusal, in a bounded number of entries, whatever is refused', () => {
    const kinds = fc.array(fc.record({ route: fc.nat(200), status: fc.integer({ min: 400, max: 405 }) }), {
      minLength: 1,
      maxLength: 2_000,
      size: 'max',
    });
    fc.assert(
      fc.property(kinds, (asked) => {
        kept = [];
        for (const { route, status } of asked) send(1, { route: `/v1/${route}`, status });
        time.tick(windowMs);
        expect(told()).to.equal(asked.length);
        expect(kept.length).to.be.at.most(wholeOfCaller + kindsOfCaller + 6);
      }),
      { numRuns: 30 },
    );
  });
});
