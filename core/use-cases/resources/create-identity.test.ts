// Contacts are one with the contact that holds their number, accounts with the account that holds their code.
import { expect } from 'chai';
import type { JsonObject } from '../../domain/json.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { refusalOf } from '../refusal.test-support.ts';
import { openService, type Service, type Tenancy } from '../service.test-support.ts';
import { type Books, line, openBooks } from './books.test-support.ts';

describe('the identity of what is created', () => {
  let service: Service;
  let tenancy: Tenancy;
  let books: Books;
  /** Runs before anything is sent. */
  let beforeSend: () => Promise<void>;

  const wrap = (ports: CorePorts): CorePorts => ({
    ...ports,
    gateway: {
      ...ports.gateway,
      send: async (...call) => {
        await beforeSend();
        return ports.gateway.send(...call);
      },
    },
  });

  before(async () => {
    service = await openService({ wrap });
    tenancy = await service.newOrganization();
  });
  beforeEach(async () => {
    beforeSend = async () => {};
    books = await openBooks(service, tenancy);
    await service.sandbox.control('DELETE', 'requests');
  });
  after(() => service.close());

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

      it('is one contact for twenty at once, each of whom has its answer', async () => {
        const all = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
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

  it('is found out late when another request creates the contact between look and write', async () => {
    let raced = false;
    beforeSend = async () => {
      if (raced) return;
      raced = true;
      await books.create('contacts', { name: 'Quick Ltd', contact_number: 'Q-1', tax_number: '12-3' }, 'k-other');
    };
    const body = { name: 'Quick Limited', contact_number: 'Q-1' };
    const late = await books.create('contacts', body, 'k-late');
    expect(late.fields).to.include({ name: 'Quick Limited', tax_number: '12-3' });
    expect(await writes()).to.deep.equal(['PUT Contacts 200', 'PUT Contacts 400', 'POST Contacts 200']);
    const replay = await books.create('contacts', body, 'k-late');
    expect(replay.providerId).to.equal(late.providerId);
    expect(await writes()).to.have.length(3);
  });

  it('stays the first refusal’s when the number is nobody’s', async () => {
    const refusal = await refusalOf(books.create('contacts', { name: 'Bad  Name', contact_number: 'B-1' }, 'k-bad'));
    expect(refusal.message).to.contain('double spaces');
    const again = await refusalOf(books.create('contacts', { name: 'Bad  Name', contact_number: 'B-1' }, 'k-bad'));
    expect(again.message).to.equal(refusal.message);
    expect(await writes()).to.deep.equal(['PUT Contacts 400']);
  });

  it('survives a lost answer at every step of an update that restores', async () => {
    const first = await books.create('contacts', { name: 'Lost Ltd', contact_number: 'L-1' });
    const body = { name: 'Found Ltd', contact_number: 'L-1' };
    for (const step of [1, 2]) {
      await books.update('contacts', first.providerId, { status: 'ARCHIVED' });
      let sent = 0;
      beforeSend = async () => {
        sent += 1;
        if (sent !== step) return;
        await service.sandbox.control('POST', 'faults', { match: { method: 'POST' }, action: { drop: 'after' } });
      };
      const key = `k-lost-${step}`;
      expect((await refusalOf(books.create('contacts', body, key))).code).to.equal('PROVIDER_UNAVAILABLE');
      const again = await books.create('contacts', body, key);
      expect(again.fields).to.include({ status: 'ACTIVE', name: 'Found Ltd' });
      expect(again.providerId).to.equal(first.providerId);
      beforeSend = async () => {};
    }
    expect(await contacts()).to.have.length(1);
  });

  it('survives a lost answer of the update that takes the place of a refused create', async () => {
    let raced = false;
    beforeSend = async () => {
      if (!raced) {
        raced = true;
        await books.create('contacts', { name: 'Race Ltd', contact_number: 'X-1' });
        await service.sandbox.control('POST', 'faults', { match: { method: 'POST' }, action: { drop: 'after' } });
      }
    };
    const body = { name: 'Race Limited', contact_number: 'X-1' };
    const lost = await refusalOf(books.create('contacts', body, 'k-race'));
    expect([lost.code, lost.details.outcome]).to.deep.equal(['PROVIDER_UNAVAILABLE', 'unknown']);
    const again = await books.create('contacts', body, 'k-race');
    expect(again.fields['name']).to.equal('Race Limited');
    service.advance(3600);
    const later = await books.create('contacts', body, 'k-race');
    expect(later.providerId).to.equal(again.providerId);
    expect(await contacts()).to.have.length(1);
  });

  it('is the same for a connection that keeps nothing', async () => {
    books = await openBooks(service, tenancy, { retention_mode: 'zero' });
    const body = (email: string) => ({ name: 'Zero Ltd', contact_number: 'Z-1', email });
    const all = await Promise.all(
      Array.from({ length: 5 }, (_, n) => books.create('contacts', body(`m${n}@z.example`))),
    );
    expect(new Set(all.map(({ providerId }) => providerId)).size).to.equal(1);
    await service.sandbox.control('POST', 'faults', { match: { method: 'POST' }, action: { drop: 'after' } });
    const lost = await refusalOf(books.create('contacts', body('late@z.example'), 'k-zero'));
    expect(lost.details.outcome).to.equal('unknown');
    const again = await books.create('contacts', body('late@z.example'), 'k-zero');
    expect([again.providerId, again.fields['email']]).to.deep.equal([all[0]?.providerId, 'late@z.example']);
    expect(await contacts()).to.have.length(1);
  });

  describe('of an account', () => {
    const account = (Code: string, more: JsonObject = {}) => ({
      provider_data: { Code, Name: `Tools ${Code}`, Type: 'EXPENSE', ...more },
    });

    it('is its code: the one that holds it is updated, by the accounts’ own transport', async () => {
      const first = await books.create('accounts', account('489', { Description: 'before' }));
      const second = await books.create('accounts', account('489', { Name: 'Workshop' }));
      expect(second.providerId).to.equal(first.providerId);
      expect(second.fields).to.deep.equal({ ...first.fields, name: 'Workshop' });
      const calls = (await service.calls('')).filter(({ path }) => path.includes('/Accounts'));
      expect(calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).to.deep.equal([
        'GET /api.xro/2.0/Accounts',
        'PUT /api.xro/2.0/Accounts',
        'GET /api.xro/2.0/Accounts',
        `POST /api.xro/2.0/Accounts/${first.providerId}`,
      ]);
    });

    it('is its code also of an archived one, which becomes active again', async () => {
      const first = await books.create('accounts', account('490'));
      await books.update('accounts', first.providerId, { provider_data: { Status: 'ARCHIVED' } });
      const again = await books.create('accounts', account('490', { Description: 'after' }));
      expect(again.providerId).to.equal(first.providerId);
      expect(again.fields).to.include({ status: 'ACTIVE', description: 'after' });
    });

    it('is not its name, and to the letter', async () => {
      await books.create('accounts', account('A1'));
      const named = await refusalOf(books.create('accounts', account('A2', { Name: 'Tools A1' })));
      expect(named.message).to.contain('unique Name');
      expect((await refusalOf(books.create('accounts', account('a1', { Name: 'x' })))).message).to.contain(
        'unique Code',
      );
      for (const code of ['"', '\\', 'A"\\ &', '"=="']) {
        const { providerId } = await books.create('accounts', account(code));
        expect((await books.create('accounts', account(code, { Description: 'x' }))).providerId).to.equal(providerId);
      }
    });

    it('is one account for twenty at once', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => books.create('accounts', account('777'))));
      expect(new Set(all.map(({ providerId }) => providerId)).size).to.equal(1);
      const held = (await atLedger('Accounts')).filter(({ Code }) => Code === '777');
      expect(held).to.have.length(1);
    });
  });

  it('of documents is their key and nothing else', async () => {
    const contact_id = (await books.create('contacts', { name: 'Customer' })).providerId;
    const document = { contact_id, issue_date: '2030-01-01', external_reference: 'same', line_items: [line] };
    for (const [type, family, body] of [
      ['invoices', 'Invoices', { ...document, due_date: '2030-01-31' }],
      ['quotes', 'Quotes', document],
      [
        'purchase_orders',
        'PurchaseOrders',
        { ...document, line_items: [{ ...line, account_code: '400', tax_type: 'INPUT2' }] },
      ],
    ] as const) {
      const before = (await atLedger(family)).length;
      const made = await Promise.all(Array.from({ length: 5 }, () => books.create(type, body)));
      expect(new Set(made.map(({ providerId }) => providerId)).size, type).to.equal(5);
      expect(await atLedger(family)).to.have.length(before + 5);
      // A number that is taken is refused, never taken for the same document.
      const number = String(made[0]?.fields['number']);
      if (type !== 'purchase_orders') {
        expect((await refusalOf(books.create(type, { ...body, number }))).code).to.equal('PROVIDER_REJECTED');
      }
    }
  });

  it('of a contact without a number costs no look', async () => {
    await books.create('contacts', { name: 'Plain', contact_number: null });
    await books.create('contacts', { provider_data: { Name: 'Plain two', ContactNumber: '' } });
    expect(await service.calls('GET /api.xro')).to.deep.equal([]);
  });
});
