// Clocks, ids, digesters, vaults and signers that break one promise each.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import {
  type Clock,
  type Digester,
  type EventSigner,
  type IdGenerator,
  resourceIdOf,
  type SecretPlace,
} from '#core/ports';
import type { SecretVaults } from '../secret-vault.contract.ts';
import type { Spoiler } from './spoiler.ts';

export const clockSaboteurs: readonly Spoiler<Clock>[] = [
  // Not half of the time: on a busy machine half a wait can last as long as a whole one.
  { name: 'wakes early', spoil: (good) => ({ ...good, wait: () => good.wait(0) }) },
  {
    name: 'gives away its own date',
    spoil: (good) => {
      const date = good.now();
      return { ...good, now: () => date };
    },
  },
];

const randomId = (prefix: string) =>
  `${prefix}_${resourceIdOf('invoices', randomUUID()).slice('inv_'.length)}` as never;

export const idSaboteurs: readonly Spoiler<IdGenerator>[] = [
  { name: 'makes ids without order', spoil: (good) => ({ ...good, next: randomId }) },
  { name: 'gives the same bytes each time', spoil: (good) => ({ ...good, randomBytes: (n) => new Uint8Array(n) }) },
  { name: 'spreads nothing', spoil: (good) => ({ ...good, spread: () => 0 }) },
];

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const digesterSaboteurs: readonly Spoiler<Digester>[] = [
  { name: 'knows no purpose', spoil: (good) => ({ ...good, keyed: (_purpose, text) => good.keyed('', text) }) },
  {
    name: 'glues purpose and text',
    spoil: (good) => ({ ...good, keyed: (purpose, text) => good.keyed('', purpose + text) }),
  },
  {
    name: 'uses no pepper',
    spoil: (good) => ({ ...good, keyed: (purpose, text) => sha256(purpose === '' ? text : `${purpose}\0${text}`) }),
  },
  {
    name: 'keys by the purpose alone',
    spoil: (good) => ({ ...good, keyed: (purpose, text) => createHmac('sha256', purpose).update(text).digest('hex') }),
  },
  {
    name: 'reads text as Latin-1',
    spoil: (good) => ({ ...good, sha256: (text) => createHash('sha256').update(text, 'latin1').digest('hex') }),
  },
  {
    name: 'pads the challenge',
    spoil: (good) => ({ ...good, codeChallenge: (verifier) => `${good.codeChallenge(verifier)}=` }),
  },
];

/** The vaults with every place changed before it reaches them. */
function misplacing(name: string, change: (place: SecretPlace) => SecretPlace): Spoiler<SecretVaults> {
  const misplaced = (vault: SecretVaults['vault']): SecretVaults['vault'] => ({
    ...vault,
    seal: (plain, place) => vault.seal(plain, change(place)),
    open: (sealed, place) => vault.open(sealed, change(place)),
  });
  return {
    name,
    spoil: ({ vault, rotated, stranger }) => ({
      vault: misplaced(vault),
      rotated: misplaced(rotated),
      stranger: misplaced(stranger),
    }),
  };
}

export const vaultSaboteurs: readonly Spoiler<SecretVaults>[] = [
  misplacing('opens in another row', (place) => ({ ...place, row: '' })),
  misplacing('opens in the other environment', (place) => ({ ...place, environment: 'test' })),
  misplacing('glues the place together', (place) => ({
    ...place,
    table: place.table + place.row + place.column,
    row: '',
    column: '',
  })),
  {
    name: 'seals the same text alike',
    spoil: (good) => {
      const sealed = new Map<string, Promise<string>>();
      const seal: SecretVaults['vault']['seal'] = (plain, place) => {
        const kept = sealed.get(plain) ?? good.vault.seal(plain, place);
        sealed.set(plain, kept);
        return kept;
      };
      return { ...good, vault: { ...good.vault, seal } };
    },
  },
  {
    name: 'names its keys in another order',
    spoil: (good) => ({ ...good, rotated: { ...good.rotated, keyIds: ['old', 'new'] } }),
  },
  { name: 'forgets the old key', spoil: (good) => ({ ...good, rotated: good.stranger }) },
  { name: 'goes on sealing with the old key', spoil: (good) => ({ ...good, rotated: good.vault }) },
  {
    name: 'encodes instead of sealing',
    spoil: (good) => {
      const vault: SecretVaults['vault'] = {
        keyIds: good.vault.keyIds,
        seal: async (plain) => `${Buffer.from(plain).toString('base64url')}.${randomUUID()}`,
        open: async (sealed) => Buffer.from(sealed.split('.')[0] ?? '', 'base64url').toString('utf8'),
      };
      return { ...good, vault };
    },
  },
];

export const signerSaboteurs: readonly Spoiler<EventSigner>[] = [
  {
    name: 'signs with the first secret only',
    spoil: (good) => ({ headers: (message) => good.headers({ ...message, secrets: message.secrets.slice(0, 1) }) }),
  },
  {
    name: 'rounds seconds up',
    spoil: (good) => ({
      headers: (message) =>
        good.headers({ ...message, sentAt: new Date(Math.ceil(message.sentAt.getTime() / 1000) * 1000) }),
    }),
  },
  {
    name: 'signs re-serialized JSON',
    spoil: (good) => ({
      headers: (message) => {
        const body = message.body.startsWith('{') ? JSON.stringify(JSON.parse(message.body)) : message.body;
        return good.headers({ ...message, body });
      },
    }),
  },
  {
    name: 'puts a space after the comma',
    spoil: (good) => ({
      headers: (message) => {
        const signed = good.headers(message);
        return { ...signed, 'Service-Signature': (signed['Service-Signature'] ?? '').replaceAll(',', ', ') };
      },
    }),
  },
];
