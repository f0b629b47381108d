import { expect } from 'chai';
import { auditPath, kindWords } from './audit-names.ts';

const rest = '0'.repeat(26);

describe('audit names', () => {
  it('leads to what was acted upon, where that has a page', () => {
    expect(auditPath(`op_${rest}`, 'live')).to.equal(`/console/live/operations/op_${rest}`);
    expect(auditPath(`key_${rest}`, 'live')).to.equal('/console/api-keys');
    expect(auditPath('user_1', null)).to.equal('/console/members');
    expect(auditPath(`op_${rest}`, null)).to.equal(undefined);
    expect(auditPath('/v1/connect-sessions', 'test')).to.equal(undefined);
  });

  it('says what an id names', () => {
    expect(kindWords(`csn_${rest}`)).to.equal('Session …000000');
    expect(kindWords(`new_${rest}`)).to.equal(`new_${rest}`);
    expect(kindWords('/v1/connect-sessions')).to.equal('/v1/connect-sessions');
  });
});
