import { expect } from 'chai';
import { softPasskey } from '../../contract-tests/testing/soft-passkey.ts';
import { createSecondFactors } from './index.ts';

const origin = 'https://books.example';
const factors = createSecondFactors({ host: 'books.example', origins: [origin] });

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B; the last six digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const at = (seconds: number) => new Date(seconds * 1000);

  it('are those of RFC 6238, in the step before and after, too', () => {
    for (const [seconds, code] of [
      [59, '287082'],
      [1111111109, '081804'],
      [1234567890, '005924'],
    ] as const) {
      const step = Math.floor(seconds / 30);
      for (const drift of [-30, 0, 30]) expect(factors.stepOf(secret, code, at(seconds + drift))).to.equal(step);
      for (const drift of [-61, 61]) expect(factors.stepOf(secret, code, at(seconds + drift))).to.equal(undefined);
    }
    for (const wrong of ['', '287083', '2870820', 'abcdef', '28708２'])
      expect(factors.stepOf(secret, wrong, at(59)), wrong).to.equal(undefined);
  });

  it('come from a secret of 160 bits that is new each time, with an address for apps', () => {
    const [one, other] = [factors.newSecret('a@b.example'), factors.newSecret('a@b.example')];
    expect(one.secret)
      .to.match(/^[A-Z2-7]{32}$/)
      .and.not.to.equal(other.secret);
    expect(one.uri).to.contain('otpauth://totp/Ledgerport:a%40b.example?').and.to.contain(`secret=${one.secret}`);
  });
});

describe('a passkey', () => {
  const challengeOf = (n: number) => new Uint8Array(32).fill(n);
  const register = async (key = softPasskey({ origin, host: 'books.example' })) => {
    const options = await factors.creation(challengeOf(1), 'a@b.example', []);
    return { key, made: await factors.made(key.create(options), options.challenge) };
  };

  it('is registered and proves itself for one challenge, one origin, one host, one key', async () => {
    const { key, made } = await register();
    if (!made) throw new Error('the passkey is refused');
    expect(made.passkey.transports).to.deep.equal(['usb']);
    const { passkey, counter } = made;
    const asked = await factors.request(challengeOf(2), [passkey]);
    const answer = key.get(asked);
    const { response } = answer as { response: Record<string, string> };
    expect(await factors.used(answer, asked.challenge, passkey, counter)).to.equal(2);
    expect(await factors.used(answer, asked.challenge, passkey, 2), 'an old counter').to.equal(undefined);
    expect(await factors.used(answer, Buffer.from(challengeOf(3)).toString('base64url'), passkey, 1)).to.equal(
      undefined,
    );
    expect(await factors.used({}, asked.challenge, passkey, 1)).to.equal(undefined);
    const forged = { ...answer, response: { ...response, signature: response['signature']?.replace(/.{4}$/, 'AAAA') } };
    expect(await factors.used(forged as never, asked.challenge, passkey, 1)).to.equal(undefined);
    const other = await register();
    expect(await factors.used(other.key.get(asked), asked.challenge, passkey, 1)).to.equal(undefined);
    for (const place of [
      { origin: 'https://evil.example', host: 'books.example' },
      { origin, host: 'evil.example' },
    ]) {
      expect((await register(softPasskey(place))).made, JSON.stringify(place)).to.equal(undefined);
    }
  });

  it('without a counter of its own proves itself, too', async () => {
    const { key, made } = await register(softPasskey({ origin, host: 'books.example', counts: false }));
    if (!made) throw new Error('the passkey is refused');
    const asked = await factors.request(challengeOf(4), [made.passkey]);
    expect(await factors.used(key.get(asked), asked.challenge, made.passkey, made.counter)).to.equal(0);
  });
});
