import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import type { OrganizationId, SecretPlace, SecretVault } from '#core/ports';
import type { Clause, Contract } from './contract.ts';

export interface SecretVaults {
  /** With the one key `old`. */
  readonly vault: SecretVault;
  /** After a rotation: a key `new` first, the old one behind it. */
  readonly rotated: SecretVault;
  /** Another deployment's: none of the keys. */
  readonly stranger: SecretVault;
}

const place: SecretPlace = {
  organizationId: 'org_01' as OrganizationId,
  environment: 'test',
  table: 'credentials',
  row: 'conn_01',
  column: 'access_token',
};
const elsewhere: readonly SecretPlace[] = [
  { ...place, organizationId: 'org_02' as OrganizationId },
  { ...place, environment: 'live' },
  { ...place, table: 'provider_apps' },
  { ...place, row: 'conn_02' },
  { ...place, column: 'refresh_token' },
  // The same letters, split otherwise.
  { ...place, table: 'credentialsconn_', row: '01' },
  { ...place, row: 'conn_01access', column: '_token' },
  { ...place, row: 'conn_01","access_token', column: '' },
];
const texts = ['', 'a', 'whsec_abc/+=', 'ünïcode – 🧾', 'x'.repeat(10_000)];

const clauses: readonly Clause<SecretVaults>[] = [
  {
    name: 'opens what it sealed, any text',
    async check({ vault }) {
      for (const text of texts) equal(await vault.open(await vault.seal(text, place), place), text);
    },
  },
  {
    name: 'sealing twice gives different values, and neither shows the text',
    async check({ vault }) {
      const text = 'a-secret-text-to-look-for';
      const [one, two] = [await vault.seal(text, place), await vault.seal(text, place)];
      notEqual(one, two);
      const bytes = Buffer.from(text);
      for (const encoded of [text, bytes.toString('base64url').slice(0, 20), bytes.toString('hex')]) {
        ok(!one.includes(encoded), 'the sealed value shows the text');
      }
    },
  },
  {
    name: 'opens nowhere but in its place',
    async check({ vault }) {
      const sealed = await vault.seal('secret', place);
      for (const other of elsewhere) await rejects(vault.open(sealed, other), JSON.stringify(other));
    },
  },
  {
    name: 'rejects what was altered in any character',
    async check({ vault }) {
      const sealed = await vault.seal('secret', place);
      for (let i = 0; i < sealed.length; i++) {
        const other = sealed[i] === 'A' ? 'Q' : 'A';
        const altered = sealed.slice(0, i) + other + sealed.slice(i + 1);
        const opened = await vault.open(altered, place).catch(() => undefined);
        // The last letter of an encoding may stand for the same bytes; then nothing was altered.
        ok(opened === undefined || (i === sealed.length - 1 && opened === 'secret'), `character ${i}`);
      }
    },
  },
  {
    name: 'rejects what is cut short, extended or no sealed value',
    async check({ vault }) {
      const sealed = await vault.seal('secret', place);
      const broken = ['', 'secret', sealed.slice(0, -4), `${sealed}AAAA`, sealed.slice(4), sealed.split('.')[0] ?? ''];
      for (const text of broken) await rejects(vault.open(text, place), text);
    },
  },
  {
    name: 'names its keys, the sealing one first, and each in what it sealed',
    async check({ vault, rotated }) {
      deepEqual([vault.keyIds, rotated.keyIds], [['old'], ['new', 'old']]);
      match(await vault.seal('secret', place), /^v1\.old\.[A-Za-z0-9_-]+$/);
      match(await rotated.seal('secret', place), /^v1\.new\.[A-Za-z0-9_-]+$/);
    },
  },
  {
    name: 'old values open after a rotation; new ones need the new key',
    async check({ vault, rotated }) {
      equal(await rotated.open(await vault.seal('secret', place), place), 'secret');
      const fresh = await rotated.seal('secret', place);
      equal(await rotated.open(fresh, place), 'secret');
      await rejects(vault.open(fresh, place));
    },
  },
  {
    name: 'rejects what was sealed under a key that is not in the ring, without a word of the value',
    async check({ vault, stranger }) {
      const sealed = await vault.seal('secret', place);
      const reason: unknown = await stranger.open(sealed, place).catch((error: unknown) => error);
      ok(reason instanceof Error && !reason.message.includes(sealed.slice(-12)) && !reason.message.includes('secret'));
    },
  },
];

export const secretVaultContract: Contract<SecretVaults> = { port: 'SecretVault', clauses };
