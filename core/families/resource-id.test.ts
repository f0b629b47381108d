import { expect } from 'chai';
import fc from 'fast-check';
import { TypeID, typeid } from 'typeid-js';
import { resourceTypes } from '../domain/resource.ts';
import { familyOf } from './all-families.ts';
import { providerIdOf, resourceIdOf } from './resource-id.ts';

const withUuid = resourceTypes.filter((type) => type !== 'tax_rates');
const taxType = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 1, maxLength: 50 })
  .map((codes) => String.fromCharCode(...codes));

describe('resource id', () => {
  it('is the TypeID that typeid-js makes of the same UUID, for every type', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...withUuid), (uuid, type) => {
        const prefix = familyOf(type).idPrefix;
        expect(resourceIdOf(type, uuid)).to.equal(TypeID.fromUUID(prefix, uuid).toString());
        expect(resourceIdOf(type, uuid.toUpperCase())).to.equal(resourceIdOf(type, uuid));
      }),
    );
  });

  it('leads back to the UUID, from its own form and from typeid-js', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...withUuid), (uuid, type) => {
        expect(providerIdOf(type, resourceIdOf(type, uuid))).to.equal(uuid);
        expect(providerIdOf(type, uuid.toUpperCase())).to.equal(uuid);
      }),
    );
    const made = typeid('inv');
    expect(providerIdOf('invoices', made.toString())).to.equal(made.toUUID());
  });

  it('keeps types apart', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...resourceTypes), fc.constantFrom(...withUuid), (uuid, type, other) => {
        fc.pre(type !== other);
        expect(providerIdOf(type, resourceIdOf(other, uuid))).to.equal(undefined);
      }),
    );
    expect(providerIdOf('contacts', resourceIdOf('tax_rates', 'OUTPUT2'))).to.equal(undefined);
  });

  it('carries a tax type of 1-50 printable characters there and back', () => {
    fc.assert(
      fc.property(taxType, (text) => {
        const id = resourceIdOf('tax_rates', text);
        expect(id).to.match(/^tax_[0-9a-hjkmnp-tv-z]{2,80}$/);
        expect(providerIdOf('tax_rates', id)).to.equal(text);
      }),
    );
    expect(providerIdOf('tax_rates', 'OUTPUT2')).to.equal('OUTPUT2');
  });

  it('calls nonsense malformed and never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...resourceTypes), (text, type) => {
        providerIdOf(type, text);
        providerIdOf(type, `${familyOf(type).idPrefix}_${text}`);
      }),
    );
    for (const text of ['', '_', 'inv_', 'inv_x', 'inv_8zzzzzzzzzzzzzzzzzzzzzzzzz', 'inv-0000', '0b5e6d2a']) {
      expect(providerIdOf('invoices', text), text).to.equal(undefined);
    }
  });
});
