// What attachments leave behind: nothing of bytes and names, and no mark on the connection's health.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { line } from '../resources/testing/books.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';
import { fileOf, filesIn, reasonOf } from './testing/files.ts';
import { uploadAttachment } from './upload-attachment.ts';

const marker = 'Quetzalcoatl';

for (const retention_mode of ['zero', 'cached']) {
  describe(`an attachment of a connection with ${retention_mode} retention`, () => {
    const { service, tenancy, books } = givenBooks({ settings: { logRequestBodies: true } }, { retention_mode });
    const filesOfInvoice = async () => {
      const { providerId: contact_id } = await books.create('contacts', { name: `Customer ${randomUUID()}` });
      const sale = { type: 'receivable', contact_id, due_date: '2030-01-31', line_items: [line] };
      const { providerId } = await books.create('invoices', sale);
      return filesIn({ service, caller: tenancy.test, books }, 'invoices', providerId);
    };
    /** Every row of every table as text. */
    const everything = async (): Promise<string> => {
      const { knex } = service.database;
      const tables = await knex('sqlite_master').where({ type: 'table' }).select('name');
      const dumps = await Promise.all(tables.map(async ({ name }) => JSON.stringify(await knex(name).select())));
      return dumps.join('\n');
    };

    it('leaves no byte of the file anywhere, and without copies no name: attached, lost, refused, listed and read', async () => {
      const files = await filesOfInvoice();
      const key = randomUUID();
      const sent = { key, filename: `${marker}.pdf`, bytes: fileOf(`secret ${marker} bytes`), includeOnline: true };
      const lose = { match: { method: 'PUT', path: '/api.xro/2.0/Invoices/*' }, action: { drop: 'before' } };
      await service.sandbox.control('POST', 'faults', lose);
      await refusalOf(files.upload(sent));
      const { value } = await files.upload(sent);
      expect((await files.upload(sent)).value, 'a replay has it all').to.deep.equal(value);
      expect(value).to.include({ filename: `${marker}.pdf`, includeOnline: true });
      await refusalOf(files.upload({ ...sent, key: randomUUID() }));
      await refusalOf(files.upload({ ...sent, filename: `${marker}.html` }));
      await refusalOf(
        files.upload({ ...sent, key: randomUUID(), filename: `${marker}2.pdf`, bytes: fileOf(marker, '') }),
      );
      await files.list();
      await files.download(value.attachmentId);
      const left = await everything();
      expect(left.length).to.be.above(1000);
      expect(left).not.to.include(`secret ${marker}`);
      const lines = JSON.stringify(service.lines);
      expect(lines).not.to.include(marker);
      // A cached connection stores the answer of the upload for its replays: the name, and nothing of the bytes.
      expect(left.split(marker).length - 1).to.equal(retention_mode === 'zero' ? 0 : 1);
    });

    it('names the record of its calls where records are kept, and never the file', async () => {
      const files = await filesOfInvoice();
      await files.upload({ filename: 'named.pdf' });
      const paths = await service.database
        .knex('provider_calls')
        .where({ connection_id: books.connection.id })
        .whereLike('path', '%Attachments%')
        .select('path', 'about');
      const ends = paths.map(({ path }) => String(path).replace(/[0-9a-f-]{36}/g, 'UUID'));
      const id = retention_mode === 'zero' ? ':id' : 'UUID';
      expect(ends.sort()).to.deep.equal([`/Invoices/${id}/Attachments`, `/Invoices/${id}/Attachments/:id`]);
      for (const { about } of paths) expect(about === null).to.equal(retention_mode === 'zero');
    });
  });
}

describe('attachments beside the connection', () => {
  const { service, tenancy, books } = givenBooks();
  const onContact = async () => {
    const { providerId } = await books.create('contacts', { name: `Supplier ${randomUUID()}` });
    return filesIn({ service, caller: tenancy.test, books }, 'contacts', providerId);
  };

  it('a scope that is missing is told, for files alone: the connection’s health does not change', async () => {
    const files = await onContact();
    const headers = { 'content-type': 'application/json', 'www-authenticate': 'Bearer error="insufficient_scope"' };
    await service.sandbox.control('POST', 'faults', {
      match: { path: '/api.xro/2.0/Contacts/*' },
      action: { status: 401, headers, body: '{"Detail":"AuthorizationUnsuccessful"}' },
      times: 20,
    });
    for (let i = 0; i < 5; i++)
      expect(reasonOf(await refusalOf(files.list()))).to.equal('ACTION_REQUIRED scope_missing');
    expect(reasonOf(await refusalOf(files.upload()))).to.equal('ACTION_REQUIRED scope_missing');
    await service.core.worker.tick();
    const { status, health } = await service.core.connections.find(tenancy.test, books.connection.id);
    expect([status, health.state]).to.deep.equal(['active', 'ok']);
    await service.sandbox.control('DELETE', 'faults');
    expect((await files.upload()).resolution).to.equal('sent');
  });

  it('an inspector of the operator refuses files by words, sees each before it is sent, and lets none pass that it fails', async () => {
    const { providerId } = await books.create('contacts', { name: 'Inspected' });
    const seen: string[] = [];
    const ports = {
      ...service.ports,
      fileInspector: {
        async inspect(bytes: Uint8Array, kind: string) {
          seen.push(`${kind} ${bytes.length}`);
          if (bytes.length === 11) throw new Error('the scanner is down');
          return bytes.length > 20 ? 'it is too long for us' : undefined;
        },
      },
    };
    const upload = (bytes: Uint8Array) =>
      uploadAttachment(ports)(tenancy.test, {
        connectionId: books.connection.id,
        ...{ type: 'contacts', resourceId: providerId, filename: 'bill.PDF', key: randomUUID() },
        file: { size: bytes.length, contentType: 'application/pdf', read: async () => bytes },
      });
    const refused = await refusalOf(upload(fileOf('x'.repeat(20))));
    expect([reasonOf(refused), refused.message]).to.deep.equal([
      'BAD_REQUEST file_refused',
      'the file is refused: it is too long for us',
    ]);
    const failed = await upload(fileOf('xx')).then(
      () => 'attached',
      (error: Error) => error.message,
    );
    expect(failed).to.equal('the scanner is down');
    expect(await service.calls(`PUT /api.xro/2.0/Contacts/${providerId}`)).to.have.length(0);
    await upload(fileOf('x'));
    expect(seen).to.deep.equal(['pdf 29', 'pdf 11', 'pdf 10']);
  });

  it('uses a cause of its own in the budget, for each call', async () => {
    const causes: string[] = [];
    const { providerId } = await books.create('contacts', { name: 'Counted' });
    const ports = {
      ...service.ports,
      budget: {
        ...service.ports.budget,
        acquire: async (_: unknown, cause: string) => {
          causes.push(cause);
          return { kind: 'granted' as const, release: () => {} };
        },
      },
    };
    let calls = 0;
    const caller = { ...tenancy.test, countCall: () => void calls++ };
    const path = { connectionId: books.connection.id, type: 'contacts', resourceId: providerId };
    await uploadAttachment(ports)(caller, {
      ...{ ...path, filename: 'a.pdf', key: randomUUID() },
      file: { size: 9, contentType: 'application/pdf', read: async () => fileOf('') },
    });
    expect(causes).to.deep.equal(['attachments', 'attachments']);
    expect(calls).to.equal(2);
  });
});
