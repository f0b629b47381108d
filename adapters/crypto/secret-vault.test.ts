import { expect } from 'chai';
import fc from 'fast-check';
import type { OrganizationId, SecretPlace } from '#core/ports';
import { createSecretVault } from './index.ts';

const place: SecretPlace = {
  organizationId: 'org_01' as OrganizationId,
  environment: 'test',
  table: 'credentials',
  row: 'conn_01',
  column: 'access_token',
};
const old = { id: 'old', key: Buffer.alloc(32, 1) };
const fresh = { id: 'fresh', key: Buffer.alloc(32, 2) };

async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'opened',
    (error: Error) => error.message,
  );
}

describe('secret vault', () => {
  it('refuses a value relabelled with another key that has the same bytes', async () => {
    const twin = { id: 'twin', key: old.key };
    const sealed = await createSecretVault({ keys: [old] }).seal('hello', place);
    const relabelled = sealed.replace('.old.', '.twin.');
    expect(await refusal(createSecretVault({ keys: [twin, old] }).open(relabelled, place))).to.contain('altered');
  });

  it('refuses every single flipped bit', async () => {
    const vault = createSecretVault({ keys: [fresh] });
    const sealed = await vault.seal('a', place);
    const [version = '', id = '', packed = ''] = sealed.split('.');
    const bytes = Buffer.from(packed, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const message = await refusal(vault.open(`${version}.${id}.${altered.toString('base64url')}`, place));
      expect(message, `bit ${bit}`).to.contain('altered');
    }
  });

  it('draws 96 random bits for each value, of the same text and place too', async () => {
    const vault = createSecretVault({ keys: [fresh] });
    const nonces = new Set<string>();
    for (let i = 0; i < 2_000; i++) {
      const [, , packed = ''] = (await vault.seal('a', place)).split('.');
      nonces.add(Buffer.from(packed, 'base64url').subarray(0, 12).toString('hex'));
    }
    expect(nonces.size).to.equal(2_000);
  });

  it('gives back any text, at its own place only', async () => {
    const vault = createSecretVault({ keys: [fresh] });
    const text = fc.string({ unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(text, text, text, async (plain, row, column) => {
        const sealed = await vault.seal(plain, { ...place, row, column });
        expect(await vault.open(sealed, { ...place, row, column })).to.equal(plain);
        if (row === column) return;
        expect(await refusal(vault.open(sealed, { ...place, row: column, column: row }))).to.contain('moved');
      }),
    );
  });

  it('refuses a ring without keys, and keys of the wrong size', () => {
    expect(() => createSecretVault({ keys: [] })).to.throw('at least one');
    expect(() => createSecretVault({ keys: [{ id: 'a', key: Buffer.alloc(16) }] })).to.throw('16 bytes');
  });
});
