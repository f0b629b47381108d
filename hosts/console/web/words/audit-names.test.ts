import { expect } from 'chai';
import { auditName, auditPath } from './audit-names.ts';

const names = new Map([['user_1', 'a@example.com']]);
const rest = '0'.repeat(26);

describe('audit names', () => {
  it('tells who acted as people know them', () => {
    expect(auditName('user_1', names)).to.equal('a@example.com');
    expect(auditName('system', names)).to.equal('The service itself');
    expect(auditName('user_gone42', names)).to.equal('A former member (gone42)');
    expect(auditName('key_9', names)).to.equal('key_9');
  });

  it('leads to what was acted upon, where that has a page', () => {
    expect(auditPath(`op_${rest}`, 'live')).to.equal(`/console/live/operations/op_${rest}`);
    expect(auditPath(`key_${rest}`, 'live')).to.equal('/console/api-keys');
    expect(auditPath('user_1', null)).to.equal('/console/members');
    expect(auditPath(`op_${rest}`, null)).to.equal(undefined);
    expect(auditPath('/v1/connect-sessions', 'test')).to.equal(undefined);
  });
});
