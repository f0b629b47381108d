// A create of a contact updates the contact that has its number.
import { expect } from 'chai';
import type { JsonObject } from '../../domain/json.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';

describe('the identity of a contact', () => {
  const { service, books } = givenBooks();
  beforeEach(() => service.sandbox.control('DELETE', 'requests'));

  const atLedger = (type: string) => service.sandbox.documents(books.tenantId, type);
  const contacts = async () => (await atLedger('Contacts')) as readonly JsonObject[];
  const writes = async () =>
    (await service.calls(''))
      .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api.xro'))
      .map(({ method, path, status }) => `${method} ${path.replace('/api.xro/2.0/', '').split('/')[0]} ${status}`);

  /** The same create as a normalized and as a native body. */
  const forms: readonly [string, (fields: { name: string; number?: string; email?: string }) => JsonObject][] = [
    [
      'normalized',
      ({ name, number, email }) => ({
        name,
        ...(number === undefined ? {} : { contact_number: number }),
        ...(email === undefined ? {} : { email }),
      }),
    ],
    [
      'native',
      ({ name, number, email }) => ({
        provider_data: {
          Name: name,
          ...(number === undefined ? {} : { ContactNumber: number }),
          ...(email === undefined ? {} : { EmailAddress: email }),
        },
      }),
    ],
    [
      'native and preserving',
      ({ name, number, email }) => ({
        provider_data: {
          Name: name,
          ...(number === undefined ? {} : { ContactNumber: number }),
          ...(email === undefined ? {} : { EmailAddress: email }),
        },
        preserve_existing: true,
      }),
    ],
  ];
  for (const [form, body] of forms) {
    describe(`of a ${form} contact`, () => {
      it('is its number: the one that holds it is updated and keeps what is not sent', async () => {
        const first = await books.create('contacts', {
          name: 'Harbour Ltd',
          contact_number: 'C-1',
          email: 'a@harbour.example',
          tax_number: '12-3',
          phones: [{ type: 'DEFAULT', number: '555 0101' }],
        });
        const second = await books.create('contacts', body({ name: 'Harbour Limited', number: 'C-1' }));
        expect(second.providerId).to.equal(first.providerId);
        expect((await books.read('contacts', first.providerId)).fields).to.deep.equal({
          ...first.fields,
          name: 'Harbour Limited',
        });
        expect(await contacts()).to.have.length(1);
        expect(await writes()).to.deep.equal(['PUT Contacts 200', 'POST Contacts 200']);
      });

      it('is its number also of an archived one, which becomes active in a step of its own', async () => {
        const first = await books.create('contacts', { name: 'Old Ltd', contact_number: 'C-1', tax_number: '12-3' });
        await books.update('contacts', first.providerId, { status: 'ARCHIVED' });
        await service.sandbox.control('DELETE', 'requests');
        const again = await books.create('contacts', body({ name: 'Old Ltd', number: 'C-1', email: 'a@old.example' }));
        expect(again.providerId).to.equal(first.providerId);
        expect(again.fields).to.include({ status: 'ACTIVE', email: 'a@old.example', tax_number: '12-3' });
        expect(await writes()).to.deep.equal(['POST Contacts 200', 'POST Contacts 200']);
        const keys = (await service.calls('POST /api.xro')).map(({ headers }) => headers['idempotency-key']);
        expect(new Set(keys).size).to.equal(2);
      });

      it('is not its name: the provider refuses the second, and nothing is merged', async () => {
        const first = await books.create('contacts', body({ name: 'Same Ltd', number: 'C-1' }));
        for (const number of ['C-2', undefined]) {
          const other = body({
            name: 'same LTD',
            email: 'b@same.example',
            ...(number === undefined ? {} : { number }),
          });
          const refusal = await refusalOf(books.create('contacts', other));
          expect(refusal.code).to.equal('PROVIDER_REJECTED');
          expect(refusal.message).to.contain('already assigned to another contact');
        }
        expect((await books.read('contacts', first.providerId)).fields).to.deep.equal(first.fields);
        expect(await contacts()).to.have.length(1);
      });

      it('is its number to the letter', async () => {
        const numbers = ['K-1', 'K-10', 'K-', 'O"K', 'O\\K', 'O K & "more"', '%', '" OR 1==1 OR ContactNumber=="'];
        for (const [index, number] of numbers.entries()) {
          await books.create('contacts', body({ name: `Contact ${index}`, number }));
        }
        expect(await contacts()).to.have.length(numbers.length);
        for (const [index, number] of numbers.entries()) {
          const again = await books.create('contacts', body({ name: `Renamed ${index}`, number }));
          expect(again.fields).to.include({ contact_number: number, name: `Renamed ${index}` });
        }
        expect(await contacts()).to.have.length(numbers.length);
        const other = await refusalOf(books.create('contacts', body({ name: 'Other', number: 'k-1' })));
        expect(other.code).to.equal('PROVIDER_REJECTED');
      });

      it('is one contact for eleven at once, each of whom has its answer', async () => {
        const all = await Promise.all(
          Array.from({ length: 11 }, (_, index) =>
            books.create('contacts', body({ name: 'Rush Ltd', number: 'R-1', email: `m${index}@rush.example` })),
          ),
        );
        expect(new Set(all.map(({ providerId }) => providerId)).size).to.equal(1);
        for (const [index, { fields }] of all.entries()) expect(fields['email']).to.equal(`m${index}@rush.example`);
        expect(await contacts()).to.have.length(1);
        expect((await writes()).filter((write) => write === 'PUT Contacts 200')).to.have.length(1);
      });
    });
  }

  it('of a contact without a number costs no look', async () => {
    await books.create('contacts', { name: 'Plain', contact_number: null });
    await books.create('contacts', { provider_data: { Name: 'Plain two', ContactNumber: '' } });
    expect(await service.calls('GET /api.xro')).to.deep.equal([]);
  });
});
