// Other requests change the contact between the search and the write, and after the write.

import { expect } from 'chai';
import type { JsonObject } from '../../domain/json.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';
import { type Books, openBooks } from './testing/books.ts';

describe('the identity of a contact, when others write too or answers are lost', () => {
  let books: Books;
  /** Runs before anything is sent. */
  let beforeSend: () => Promise<void>;

  const wrap = (ports: CorePorts): CorePorts =>
    withGateway(ports, {
      send: async (...call) => {
        await beforeSend();
        return gatewayOf(ports).send(...call);
      },
    });

  const { service, tenancy } = givenService({ wrap });
  beforeEach(async () => {
    beforeSend = async () => {};
    books = await openBooks(service, tenancy);
    await service.sandbox.control('DELETE', 'requests');
  });

  const atLedger = (type: string) => service.sandbox.documents(books.tenantId, type);
  const contacts = async () => (await atLedger('Contacts')) as readonly JsonObject[];
  const writes = async () =>
    (await service.calls(''))
      .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api.xro'))
      .map(({ method, path, status }) => `${method} ${path.replace('/api.xro/2.0/', '').split('/')[0]} ${status}`);

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
});
