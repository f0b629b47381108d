import { expect } from 'chai';
import fc from 'fast-check';
import { TypeID, typeid } from 'typeid-js';
import { type IdForm, resourceIdLengthMost, resourceTypes } from '../domain/resource.ts';
import { familyOf } from './all-families.ts';
import { ownIdOf, providerIdOf, resourceIdOf } from './resource-id.ts';

const formsOf = (idForm: IdForm) => ({
  families: Object.fromEntries(resourceTypes.map((type) => [type, { idForm }])),
});
const [uuids, digits, texts] = [formsOf('uuid'), formsOf('digits'), formsOf('text')];

const anyType = fc.constantFrom(...resourceTypes);
const hasControl = /\p{Cc}/u;
/** Any id that a provider may have, often of sixteen bytes or in the form of a UUID. */
const anyId = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
    fc.string({ unit: 'grapheme-ascii', minLength: 15, maxLength: 17 }),
    fc.stringMatching(/^[0-9a-f]{16}$/),
    fc.uuid(),
    fc.uuid().map((uuid) => uuid.toUpperCase()),
    fc.nat().map(String),
  )
  .filter((id) => new TextEncoder().encode(id).length <= 100 && !hasControl.test(id));

describe('resource id', () => {
  it('of a UUID is the TypeID that typeid-js makes of it, and leads back, from typeid-js too', () => {
    fc.assert(
      fc.property(fc.uuid(), anyType, (uuid, type) => {
        const id = resourceIdOf(type, uuid);
        expect(id).to.equal(TypeID.fromUUID(familyOf(type).idPrefix, uuid).toString());
        for (const given of [id, uuid, uuid.toUpperCase()]) expect(providerIdOf(type, given, uuids)).to.equal(uuid);
      }),
    );
    const made = typeid('inv');
    expect(providerIdOf('invoices', made.toString(), uuids)).to.equal(made.toUUID());
  });

  it('of any 1 to 100 bytes has prefix, alphabet and bound, leads back, and is of its family only', () => {
    fc.assert(
      fc.property(anyId, anyType, anyType, (own, type, other) => {
        const id = resourceIdOf(type, own);
        expect(id).to.match(new RegExp(`^${familyOf(type).idPrefix}_[0-9a-hjkmnp-tv-z]{2,160}$`));
        expect(id.length).to.be.at.most(resourceIdLengthMost);
        expect(providerIdOf(type, id, texts)).to.equal(own);
        expect(ownIdOf(type, own, texts)).to.equal(own);
        if (type !== other) expect(providerIdOf(other, id, texts)).to.equal(undefined);
      }),
      {
        examples: [
          ['\ufeff', 'invoices', 'quotes'],
          ['\u{1f4b6}'.repeat(25), 'branding_themes', 'quotes'],
        ],
      },
    );
  });

  it('is another one for each other id, of whatever length and form', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyId, { minLength: 2, maxLength: 30 }), (ids) => {
        expect(new Set(ids.map((id) => resourceIdOf('quotes', id)))).to.have.length(ids.length);
      }),
    );
    // A UUID and the text of the same sixteen bytes.
    const sixteen = ['61616161-6161-6161-6161-616161616161', 'a'.repeat(16)].map((id) => resourceIdOf('quotes', id));
    expect(sixteen.map(({ length }) => length)).to.deep.equal([30, 31]);
  });

  const odd = ['a/b', '100%', 'con_', 'é', '7', 'x'.repeat(100)];
  const forms: readonly [name: string, forms: typeof uuids, own: readonly string[], foreign: readonly string[]][] = [
    ['UUIDs', uuids, ['0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9'], [...odd, '', '0b5e6d2a']],
    ['digits', digits, ['7', '123456789012345'], ['', '0', '07', '-7', '7.0', ' 7', '٧', '1234567890123456', 'a/b']],
    ['any text', texts, odd, ['', 'x'.repeat(101), 'é'.repeat(51), 'a\nb', 'a\0', '\ud83d']],
    ['nothing: a family that is not there', { families: {} }, [], ['7', ...odd]],
  ];
  for (const [name, traits, own, foreign] of forms) {
    it(`of a provider whose ids are ${name} is refused if it holds anything else`, () => {
      for (const id of own) {
        expect(ownIdOf('quotes', id, traits), id).to.equal(id);
        expect(providerIdOf('quotes', resourceIdOf('quotes', id), traits), id).to.equal(id);
      }
      for (const id of foreign) {
        expect(ownIdOf('quotes', id, traits), id).to.equal(undefined);
        const named = id === '' || ownIdOf('quotes', id, texts) === undefined ? id : resourceIdOf('quotes', id);
        expect(providerIdOf('quotes', named, traits), id).to.equal(undefined);
      }
    });
  }

  it('calls nonsense malformed and never throws; a text that is no id of the service may be the provider\u2019s', () => {
    fc.assert(
      fc.property(fc.string(), anyType, fc.constantFrom(uuids, digits, texts), (text, type, traits) => {
        providerIdOf(type, text, traits);
        providerIdOf(type, `${familyOf(type).idPrefix}_${text}`, traits);
      }),
    );
    for (const text of ['', '_', 'inv_', 'inv_x', 'inv_8zzzzzzzzzzzzzzzzzzzzzzzzz', 'inv-0000', '0b5e6d2a']) {
      expect(providerIdOf('invoices', text, uuids), text).to.equal(undefined);
    }
    expect(providerIdOf('invoices', 'inv_1', texts)).to.equal('inv_1');
    for (const id of ['', 'a\n', 'x'.repeat(101)]) expect(() => resourceIdOf('quotes', id)).to.throw('1-100 bytes');
  });
});
