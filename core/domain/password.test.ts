import { expect } from 'chai';
import { passwordProblem } from './organization.ts';

const problem = (password: string) => passwordProblem(password, 'margaret@example.com');

describe('what cannot be a password', () => {
  it('is told by its length, not by what it is made of', () => {
    expect(problem('elevenchars')).to.equal('must have at least 12 characters');
    expect(problem('a long sentence in lower case')).to.equal(undefined);
    expect(problem('x1'.repeat(501))).to.equal('must have at most 1000 characters');
    expect(problem('пароль из слов')).to.equal(undefined);
  });

  it('is what everybody tries first', () => {
    for (const guess of ['aaaaaaaaaaaa', 'abababababab', 'xx margaret xx', 'MARGARET2026!']) {
      expect(problem(guess), guess).to.be.a('string');
    }
    for (const guess of [
      'Password1234',
      'password-1234',
      '123456789012',
      'qwertyuiop12',
      'Ledgerport2026',
      'iloveyou1234',
    ]) {
      expect(problem(guess), guess).to.equal('is too common a password');
    }
  });
});
