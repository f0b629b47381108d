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

  it('is more than a common word with something of one’s own', () => {
    for (const good of [
      'correct horse battery staple',
      'dragonfly-lamp-97-otter',
      'horse91827364554',
      'Summer2026 kayaking',
      'my password is a secret',
      'k4yak1ng-r1v3r',
    ]) {
      expect(problem(good), good).to.equal(undefined);
    }
    const from = performance.now();
    problem('password1'.repeat(110));
    problem('qwertyuio'.repeat(110));
    expect(performance.now() - from, 'milliseconds for long ones').to.be.below(500);
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
      'P@ssw0rd2024!',
      'Passw0rdPassw0rd',
      '1q2w3e4r5t6y',
      '1qaz2wsx3edc',
      'Qazwsx123456!',
      'Summer2026!!!!',
      'Dragon-Master-77',
      'M0nkeyDr4g0n!',
      'FootballLover9',
      'manchester united',
      'abc123abc123',
      'Ｐａｓｓｗｏｒｄ１２３４',
    ]) {
      expect(problem(guess), guess).to.equal('is too common a password');
    }
  });
});
