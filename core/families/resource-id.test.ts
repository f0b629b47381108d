import { expect } from 'chai';
import fc from 'fast-check';
import { TypeID, typeid } from 'typeid-js';
import { resourceTypes } from '../domain/resource.ts';
import { familyOf } from './all-families.ts';
import { parseResourceId, resourceIdOf } from './resource-id.ts';

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
        const back = { kind: 'this_type', providerId: uuid };
        expect(parseResourceId(type, resourceIdOf(type, uuid))).to.eql(back);
        expect(parseResourceId(type, uuid.toUpperCase())).to.eql(back);
      }),
    );
    const made = typeid('inv');
    expect(parseResourceId('invoices', made.toString())).to.eql({ kind: 'this_type', providerId: made.toUUID() });
  });

  it('keeps types apart', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...resourceTypes), fc.constantFrom(...withUuid), (uuid, type, other) => {
        fc.pre(type !== other);
        expect(parseResourceId(type, resourceIdOf(other, uuid))).to.eql({ kind: 'other_type' });
      }),
    );
    expect(parseResourceId('contacts', resourceIdOf('tax_rates', 'OUTPUT2'))).to.eql({ kind: 'other_type' });
  });

  it('carries a tax type of 1-50 printable characters there and back', () => {
    fc.assert(
      fc.property(taxType, (text) => {
        const id = resourceIdOf('tax_rates', text);
        expect(id).to.match(/^tax_[0-9a-hjkmnp-tv-z]{2,80}$/);
        expect(parseResourceId('tax_rates', id)).to.eql({ kind: 'this_type', providerId: text });
      }),
    );
    expect(parseResourceId('tax_rates', 'OUTPUT2')).to.eql({ kind: 'this_type', providerId: 'OUTPUT2' });
  });

  it('calls nonsense malformed and never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...resourceTypes), (text, type) => {
        parseResourceId(type, text);
        parseResourceId(type, `${familyOf(type).idPrefix}_${text}`);
      }),
    );
    for (const text of ['', '_', 'inv_', 'inv_x', 'inv_8zzzzzzzzzzzzzzzzzzzzzzzzz', 'inv-0000', '0b5e6d2a']) {
      expect(parseResourceId('invoices', text), text).to.eql({ kind: 'malformed' });
    }
  });
});
