import { expect } from 'chai';
import type { ApiKeyId, ConnectionId, RequestId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { refusalOf } from '../refusal.test-support.ts';
import { holdRecord } from './hold-record.ts';

describe('waiting for a record that another change holds', () => {
  it('takes one of the ten waiting places of its key; a worker has none and takes none', async () => {
    let isHeld = true;
    let letGo = () => {};
    const wait = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const ports = {
      storage: { recordLeases: { take: async () => !isHeld, release: async () => {} } },
      clock: { now: () => new Date(), wait: () => wait },
      ids: { next: () => 'token' },
    } as unknown as Pick<CorePorts, 'storage' | 'clock' | 'ids'>;
    const record = { connectionId: 'conn' as ConnectionId, type: 'quotes', providerId: 'quote' } as const;
    const change = (actor?: string) =>
      holdRecord(ports)(
        { requestId: 'req' as RequestId, ...(actor ? { actor: actor as ApiKeyId } : { lane: 'automation' }) },
        record,
        { providerKey: () => 'owner' },
        async () => 'done',
      );
    const waiting = [...Array.from({ length: 10 }, () => change('key_1')), change(), change('key_2')];
    // Each of them has asked once before the next request does.
    await new Promise(setImmediate);
    expect((await refusalOf(change('key_1'))).details.reason).to.equal('key_concurrency');
    isHeld = false;
    letGo();
    expect(await Promise.all(waiting)).to.deep.equal(Array(12).fill('done'));
    expect(await change('key_1')).to.equal('done');
  });
});
