// Over generated documents: an update changes the keys it names and, at the ledger, not a byte of any other.

import { expect } from 'chai';
import fc from 'fast-check';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { runsOf } from '../../../tools/run-length.ts';
import type { Json, JsonObject } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { gatewayOf } from '../testing/first-provider.ts';
import { givenService } from '../testing/worlds.ts';
import { openBooks } from './testing/books.ts';
import { accounts, contacts, documents, join } from './testing/generated-documents.ts';
import type { GeneratedFamily, Part } from './testing/generated-family.ts';
import { writtenFamilies } from './testing/written-families.ts';

/** What the provider stamps on every change. */
const stamps = ['UpdatedDateUTC', 'UpdatedDateUTCString'];
const runs = runsOf({ long: 60, short: 12 });

type Write = 'normalized' | 'native' | 'preserving' | 'own id';
const idKeys = new Map<string, string>(writtenFamilies.map(({ type, idKey }) => [type, idKey]));

describe('nothing is lost', () => {
  const families = new Map<string, GeneratedFamily>([
    ['contacts', contacts],
    ['accounts', accounts],
  ]);

  const { service, tenancy } = givenService();
  const books = openedOnce(() => openBooks(service, tenancy));
  before(async () => {
    const customers = ['One', 'Two', 'Three'].map((name) => books.create('contacts', { name }));
    const known = {
      contacts: (await Promise.all(customers)).map(({ providerId }) => providerId),
      themes: await books.idsOf('branding_themes'),
    };
    for (const family of documents(known)) families.set(family.type, family);
  });

  async function create(type: string, how: Write, { native, normalized }: Part): Promise<CachedRecord> {
    return books.create(type, how === 'normalized' ? normalized : { provider_data: native });
  }

  async function update(type: string, how: Write, id: string, { native, normalized }: Part): Promise<CachedRecord> {
    switch (how) {
      case 'normalized':
        return books.update(type, id, normalized);
      case 'native':
        return books.update(type, id, { provider_data: native });
      case 'preserving':
        return books.update(type, id, { provider_data: native, preserve_existing: true });
      case 'own id':
        return books.create(type, {
          provider_data: { ...native, [idKeys.get(type) ?? '']: id },
          preserve_existing: true,
        });
    }
  }

  const plans = (family: GeneratedFamily) => {
    const ways: Write[] = family.type === 'credit_notes' ? ['native'] : ['native', 'preserving', 'own id'];
    return fc.record({
      how: fc.constantFrom<Write>(...ways, ...(family.isNormalized ? (['normalized', 'normalized'] as const) : [])),
      base: family.base,
      made: subset(family),
      changed: subset(family, 1),
    });
  };
  const subset = ({ parts }: GeneratedFamily, least = 0) =>
    fc.subarray([...parts], { minLength: least }).chain((chosen) => fc.tuple(...chosen)) as fc.Arbitrary<Part[]>;

  const types = [
    'contacts',
    'invoices',
    'credit_notes',
    'quotes',
    'purchase_orders',
    'manual_journals',
    'accounts',
  ] as const;
  for (const type of types) {
    it(`of ${type}: what is written is read again, and what an update does not name stays to the byte`, async () => {
      const family = families.get(type);
      if (!family) throw new Error('no such family');
      await fc.assert(
        fc.asyncProperty(plans(family), async ({ how, base, made, changed }) => {
          const sayable = (parts: readonly Part[]) =>
            how === 'normalized' ? parts.filter(({ normalized }) => normalized !== null) : parts;
          const [first, change] = [join([base, ...sayable(made)]), join(sayable(changed))];
          fc.pre(Object.keys(how === 'normalized' ? (change.normalized ?? {}) : change.native).length > 0);
          fc.pre(!movesBack(first, change));
          const { providerId } = await create(type, how, first);
          const before = await live(type, providerId);
          if (how === 'normalized') expectHeld(before.fields, first.normalized ?? {});
          if (type === 'credit_notes') return;
          await update(type, how, providerId, change);
          const after = await live(type, providerId);
          const touched = new Set([...stamps, ...change.follows, ...Object.keys(change.native)]);
          expect(JSON.stringify(rest(after.native, touched))).to.equal(JSON.stringify(rest(before.native, touched)));
          if (how === 'normalized') expectHeld(after.fields, change.normalized ?? {});
        }),
        // Unique values would clash with themselves while shrinking.
        { numRuns: runs, endOnFailure: true },
      );
    });
  }

  /** Reads past the service, so that a wrong answer cannot hide a wrong record. */
  async function live(type: ResourceType, id: string) {
    const native = await books.native(type, id);
    return { native, fields: gatewayOf(service.ports).describe(type, native) };
  }
});

/** The provider does not return a submitted purchase order to a draft. */
function movesBack(first: Part, change: Part): boolean {
  return first.native['Status'] === 'SUBMITTED' && change.native['Status'] === 'DRAFT';
}

function rest(native: JsonObject, touched: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(native).filter(([key]) => !touched.has(key)));
}

/** Checks that every sent value is there; in lists of objects, every sent key. */
function expectHeld(fields: JsonObject, sent: JsonObject): void {
  for (const [name, value] of Object.entries(sent)) {
    const held = name === 'contact_id' ? providerIdOf(fields) : fields[name];
    expect(narrowed(held ?? null, value), name).to.deep.equal(sorted(value));
  }
}

function providerIdOf(fields: JsonObject): Json | undefined {
  return (fields['contact'] as JsonObject | null)?.['provider_id'];
}

function narrowed(held: Json, sent: Json): Json {
  if (!Array.isArray(held) || !Array.isArray(sent)) return held;
  const keys = new Set(sent.flatMap((entry: Json) => Object.keys(entry as JsonObject)));
  const cut = held.map((entry: Json) =>
    Object.fromEntries(Object.entries(entry as JsonObject).filter(([key, value]) => keys.has(key) && value !== null)),
  );
  return sorted(cut);
}

/** Phones and addresses have no order of their own. */
function sorted(value: Json): Json {
  if (!Array.isArray(value) || !value.every((entry: Json) => (entry as JsonObject)['type'] !== undefined)) return value;
  return value.toSorted((a: Json, b: Json) =>
    String((a as JsonObject)['type']).localeCompare(String((b as JsonObject)['type'])),
  );
}
