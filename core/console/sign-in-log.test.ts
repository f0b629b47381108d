import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openedOnce } from '../../contract-tests/testing/opened.ts';
import type { RequestId } from '../domain/ids.ts';
import { openService } from '../use-cases/testing/service.ts';

describe('the log of sign-ins', () => {
  const service = openedOnce(() => openService());

  it('has who was refused and by which request, and neither address nor password', async () => {
    const { organizationId } = await service.newOrganization();
    const email = `${randomUUID()}@example.com`;
    const passwordHash = await service.ports.passwords.hash('a right old password');
    const member = await service.core.access.createMember({ organizationId, email, role: 'viewer', passwordHash });
    const attempt = (address: string, requestId: string) =>
      service.core.console.signIn({
        ...{ email: address, password: 'canary wrong password', agent: 'test' },
        requestId: requestId as RequestId,
      });
    for (const [address, requestId] of [
      [email, 'req_known'],
      ['nobody@example.com', 'req_nobody'],
    ] as const) {
      await attempt(address, requestId).then(
        () => expect.fail('let in'),
        (error: Error) => expect(error.message).to.contain('is wrong'),
      );
    }
    const lines = service.lines.filter(({ message }) => message === 'sign-in refused');
    expect(lines.map(({ fields }) => fields)).to.deep.equal([
      { request_id: 'req_known', member_id: member.id },
      { request_id: 'req_nobody', member_id: null },
    ]);
    expect(JSON.stringify(service.lines)).not.to.match(/canary|@example\.com/);
  });
});
