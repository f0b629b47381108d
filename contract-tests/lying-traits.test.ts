// A gateway of contacts alone keeps the contract; traits that promise more, less or other than the gateway does are caught.
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { FamilyTraits, LedgerAccess, LedgerGateway } from '#core/ports';
import { ledgerTraitClauses } from './clauses/ledger-trait-clauses.ts';
import { firstBroken, type Harness, verify } from './contract.ts';
import type { LedgerUnderTest } from './ledger-bench.ts';
import { ledgerGatewayContract } from './ledger-gateway.contract.ts';
import { createContactsOnly } from './testing/contacts-only.ts';
import { createSecondLedger } from './testing/second-ledger.ts';

const access = { accessToken: 'token', tenantId: 'tenant' };
const refusal = ({ accessToken, tenantId }: LedgerAccess): string | undefined => {
  if (accessToken !== access.accessToken) return 'token_rejected';
  return tenantId === access.tenantId ? undefined : 'tenant_forbidden';
};
const alone = (): LedgerUnderTest => ({ ...createContactsOnly(() => new Date(), refusal), ...access });
const second = (): LedgerUnderTest => {
  const { gateway, traits } = createSecondLedger(() => new Date());
  return { gateway, traits, ...access };
};
const opening = (subject: () => LedgerUnderTest): Harness<LedgerUnderTest> => ({
  open: async () => ({ subject: subject(), close: async () => {} }),
});

describe('a gateway with contacts alone', () => verify(ledgerGatewayContract, opening(alone), { describe, it }));

const contract = { port: 'LedgerGateway of whatever its traits say', clauses: ledgerTraitClauses };
describe('a gateway with honest traits', () => verify(contract, opening(second), { describe, it }));

/** The subject with other traits of its contacts. */
function saying(make: () => LedgerUnderTest, part: (contacts: FamilyTraits) => Partial<FamilyTraits>): LedgerUnderTest {
  const { traits, ...subject } = make();
  const contacts = traits.families.contacts as FamilyTraits;
  const families = { ...traits.families, contacts: { ...contacts, ...part(contacts) } };
  return { ...subject, traits: { ...traits, families } };
}
function doing(make: () => LedgerUnderTest, part: (good: LedgerGateway) => Partial<LedgerGateway>): LedgerUnderTest {
  const { gateway, ...subject } = make();
  return { ...subject, gateway: { ...gateway, ...part(gateway) } };
}

const lies: Readonly<Record<string, () => LedgerUnderTest>> = {
  'promise a family that is refused': () => {
    const { traits, ...subject } = alone();
    const { contacts } = traits.families as { readonly contacts: FamilyTraits };
    return { ...subject, traits: { ...traits, families: { contacts, quotes: contacts } } };
  },
  'leave out creates that are made': () => saying(alone, () => ({ can: ['list', 'read', 'update'] })),
  'leave out changes that are made': () => saying(alone, () => ({ can: ['list', 'read', 'create'] })),
  'leave out lists that are given': () => saying(alone, () => ({ can: ['read', 'create', 'update'] })),
  'leave out native documents that are taken': () =>
    saying(second, ({ can }) => ({ can: can.filter((one) => one !== 'native') })),
  'leave out a field that is kept': () => saying(alone, () => ({ writableFields: ['name', 'status'] })),
  'promise a field that is refused': () => saying(alone, () => ({ writableFields: null })),
  'promise to restore what stays archived': () => saying(alone, ({ can }) => ({ can: [...can, 'restore'] })),
  'promise PDFs': () => saying(alone, ({ can }) => ({ can: [...can, 'pdf'] })),
  'promise changes that are lost': () =>
    doing(alone, (good) => ({
      send: async (to, write, key) =>
        write.creates ? good.send(to, write, key) : good.read(to, 'contacts', String(Object(write.payload).id)),
    })),
  'call texts UUIDs': () => saying(alone, () => ({ idForm: 'uuid' })),
  'call texts numbers': () => saying(alone, () => ({ idForm: 'digits' })),
  'promise more creates together than are made': () =>
    doing(second, (good) => ({
      sendMany: async (to, writes, key) =>
        (await good.sendMany(to, writes.slice(0, 9), key)).concat(writes.slice(9).map(() => null)),
    })),
  'promise more reads together than are answered': () =>
    doing(second, (good) => ({ readMany: (to, type, ids) => good.readMany(to, type, ids.slice(0, 40)) })),
  'promise changes together that are lost': () =>
    doing(second, (good) => ({
      sendMany: async (to, writes, key) =>
        writes.every(({ creates }) => creates)
          ? good.sendMany(to, writes, key)
          : Promise.all(writes.map(({ payload }) => good.read(to, 'contacts', String(Object(payload).id)))),
    })),
};

describe('traits that lie are caught if they', () => {
  for (const [lie, subject] of Object.entries(lies)) {
    it(lie, async () => {
      expect((await firstBroken(contract, opening(subject)))?.clause, 'no clause caught it').to.be.a('string');
    });
  }
});
