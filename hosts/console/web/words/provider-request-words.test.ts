import { expect } from 'chai';
import type { ProviderRequestDetail } from '../api/wire.ts';
import { settleHint } from './provider-request-words.ts';

const of = (outcome: string, settleable_at: string | null) =>
  ({ outcome, settleable_at }) as unknown as ProviderRequestDetail;
const now = new Date('2026-11-26T12:00:00Z');

describe('the words of provider requests', () => {
  it('say from when on a person may settle one', () => {
    expect(settleHint(of('unknown', '2026-11-26T12:00:00Z'), now)).to.equal(undefined);
    expect(settleHint(of('unknown', '2026-11-26T12:01:01Z'), now)).to.include('in 2 minutes');
    expect(settleHint(of('unknown', '2026-11-26T12:00:30Z'), now)).to.include('in 1 minute.');
    expect(settleHint(of('done', null), now)).to.include('known by now');
  });
});
