import { expect } from 'chai';
import { createPasswordHasher } from './index.ts';

const { hash, verify } = createPasswordHasher();
const cheap = '$scrypt$ln=10,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$';

describe('password hasher', () => {
  it('verifies its own hash and no other password', async () => {
    const encoded = await hash('correct horse');
    expect(encoded).to.match(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await verify('correct horse', encoded)).to.equal(true);
    expect(await verify('correct horsf', encoded)).to.equal(false);
  });

  it('salts: the same password has another hash each time', async () => {
    expect(await hash('same')).not.to.equal(await hash('same'));
  });

  it('takes the same letters in another Unicode form for the same password', async () => {
    expect(await verify('cafe\u0301', await hash('caf\u00e9'))).to.equal(true);
  });

  it('reads older costs from the hash', async () => {
    // Computed with Python's hashlib.scrypt: n=1024, r=8, p=1, a salt of 16 zero bytes.
    expect(await verify('pass', `${cheap}3HYP5chdpOMVDCw6N6j-oM8fZi5t4wARYAg-vAvGjWo`)).to.equal(true);
  });

  for (const encoded of ['', 'plain', '$scrypt$ln=31,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$', `${cheap}short`]) {
    it(`matches nothing against ${JSON.stringify(encoded)}`, async () => {
      expect(await verify('', encoded)).to.equal(false);
    });
  }

  it('refuses more than fifty that wait, and takes the next once they are through', async () => {
    const bounded = createPasswordHasher();
    const known = `${cheap}3HYP5chdpOMVDCw6N6j-oM8fZi5t4wARYAg-vAvGjWo`;
    const answers = await Promise.allSettled(Array.from({ length: 60 }, () => bounded.verify('pass', known)));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(answers.filter((answer) => answer.status === 'fulfilled' && answer.value)).to.have.length.within(50, 53);
    expect(refused).to.have.length.within(7, 10);
    expect(refused[0]?.reason).to.deep.include({ code: 'RATE_LIMITED' });
    expect(await bounded.verify('pass', known)).to.equal(true);
  });
});
