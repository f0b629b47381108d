// What the gate of an agent's writes comes to at the tools: a write that waits is an answer, and a call that is refused again and
// again is told to stop.
import { expect } from 'chai';
import { ServiceError } from '#core';
import { openedOnce } from '../../contract-tests/testing/opened.ts';
import { repeatedRefusals } from '../koa/routes/repeated-refusals.ts';
import { givenCompany, serveMcp } from './testing/served-mcp.ts';

describe('tools and the gate of writes', () => {
  const service = openedOnce(() => serveMcp());

  it('answer a write that waits for a member with its operation, and its repetition with the same', async () => {
    const { connection } = await givenCompany(service, service.plane);
    const key = await service.agentKey({ requiresApproval: 'all' });
    const args = { connection_id: connection.id, name: 'Harbour Coffee', request_ref: 'new customer' };
    const first = await service.tool(key, 'create_contact', args);
    expect(first.isError, first.text).to.equal(false);
    expect(first.data['operation']).to.include({ state: 'awaiting_approval', type: 'record.write' });
    const again = await service.tool(key, 'create_contact', args);
    expect(again.data).to.include({ replayed: true });
    expect((again.data['operation'] as { id: string }).id).to.equal((first.data['operation'] as { id: string }).id);
  });

  it('tell a call that was refused three times to stop, and another one not', async () => {
    const key = await service.agentKey();
    const asked = { connection_id: 'conn_00000000000000000000000000', name: 'Nobody', request_ref: 'none' };
    const reasons: unknown[] = [];
    for (let tries = 0; tries < 4; tries++) {
      const { data } = await service.tool(key, 'create_contact', asked);
      reasons.push((data['error'] as { reason?: string }).reason);
    }
    expect(reasons[3]).to.equal('stop_repeating');
    expect(reasons.slice(0, 3)).not.to.include('stop_repeating');
    const { data } = await service.tool(key, 'create_contact', { ...asked, name: 'Somebody' });
    expect((data['error'] as { reason?: string }).reason).not.to.equal('stop_repeating');
  });

  it('never tell a call to stop that was told to be repeated', async () => {
    const repeats = repeatedRefusals(() => 409);
    const caller = await service.core.access.authenticate(`Bearer ${await service.agentKey()}`, 'req-1' as never);
    const run = (error: ServiceError) =>
      repeats
        .run(caller, { name: error.code, said: 1 }, () => Promise.reject(error))
        .catch((thrown: ServiceError) => thrown);
    for (let tries = 0; tries < 6; tries++) {
      expect((await run(new ServiceError('IDEMPOTENCY_IN_PROGRESS', 'running'))).code).to.equal(
        'IDEMPOTENCY_IN_PROGRESS',
      );
    }
    for (let tries = 0; tries < 3; tries++) await run(new ServiceError('CONFLICT', 'no'));
    expect((await run(new ServiceError('CONFLICT', 'no'))).details.reason).to.equal('stop_repeating');
  });
});
