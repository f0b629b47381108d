// Uploads whose answers are lost, at every point, on both databases, because leases and keys are theirs: never a second file, never one that is lost without a word.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { ServiceError } from '../../domain/errors.ts';
import { authorised } from '../resources/testing/books.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';
import { fileOf, filesIn, reasonOf } from './testing/files.ts';

type Drop = 'before' | 'after';

/** Undefined for a refusal that asks to be repeated. */
function unknownOnly(error: unknown): undefined {
  if (!(error instanceof ServiceError) || !error.retryable) throw error;
}

onBothDatabases('a lost upload', (given, name) => {
  let listFails = 0;
  const { service, tenancy, books } = givenBooks({
    open: () => given().open(),
    wrap: (ports) => {
      const { listAttachments } = gatewayOf(ports);
      return withGateway(ports, {
        listAttachments: async (...given) => {
          if (listFails > 0 && --listFails === 0) {
            await service.sandbox.control('POST', 'faults', {
              match: { method: 'GET', path: '/api.xro/2.0/Invoices/*' },
              action: { status: 503 },
            });
          }
          return (listAttachments as NonNullable<typeof listAttachments>)(...given);
        },
      });
    },
  });
  let files: ReturnType<typeof filesIn>;
  beforeEach(async () => {
    const { providerId } = await authorised(books);
    files = filesIn({ service, caller: tenancy.test, books }, 'invoices', providerId);
    await service.sandbox.control('DELETE', 'faults');
    await service.sandbox.control('DELETE', 'requests');
  });
  const lose = (drop: Drop, times = 1) =>
    service.sandbox.control('POST', 'faults', {
      match: { method: 'PUT', path: '/api.xro/2.0/Invoices/*' },
      action: { drop },
      times,
    });
  /** The next list but one fails: that after the sending. */
  const loseList = () => {
    listFails = 2;
  };
  const puts = async () => (await service.calls('PUT /api.xro/2.0/Invoices/')).length;
  const names = async () => (await files.list()).map(({ filename }) => filename);
  const refusal = async (work: Promise<unknown>) => {
    const error = await refusalOf(work);
    return [reasonOf(error), error.details.outcome].filter(Boolean).join(' ');
  };

  it('that was made is found by the list at once, and its record is free for the next file', async () => {
    await lose('after');
    const { value, resolution } = await files.upload();
    expect(resolution).to.equal('found');
    expect((await files.download(value.attachmentId)).bytes).to.deep.equal(fileOf());
    expect((await files.upload({ filename: 'next.pdf' })).resolution).to.equal('sent');
    expect(await names()).to.deep.equal(['bill.pdf', 'next.pdf']);
    expect(await puts()).to.equal(2);
  });

  it('that was not made is told as unknown, and its repeat makes it once', async () => {
    await lose('before');
    const key = randomUUID();
    expect(await refusal(files.upload({ key }))).to.equal('PROVIDER_UNAVAILABLE unknown');
    expect(await names()).to.deep.equal([]);
    expect((await files.upload({ key })).resolution).to.equal('repeated');
    expect((await files.upload({ key })).replayed).to.equal(true);
    expect(await names()).to.deep.equal(['bill.pdf']);
  });

  it('that was made while nothing could be listed is found by its repeat, and not sent again', async () => {
    await lose('after');
    loseList();
    const key = randomUUID();
    expect(await refusal(files.upload({ key }))).to.equal('PROVIDER_UNAVAILABLE unknown');
    expect((await files.upload({ key })).resolution).to.equal('found');
    expect(await names()).to.deep.equal(['bill.pdf']);
    expect(await puts()).to.equal(1);
  });

  it('is sent again under the same name once the provider has forgotten its key, and there is one file', async () => {
    await lose('before');
    const key = randomUUID();
    expect(await refusal(files.upload({ key }))).to.equal('PROVIDER_UNAVAILABLE unknown');
    service.advance(400);
    await lose('after');
    loseList();
    expect(await refusal(files.upload({ key }))).to.equal('PROVIDER_UNAVAILABLE unknown');
    service.advance(400);
    expect((await files.upload({ key })).resolution).to.equal('found');
    expect(await names()).to.deep.equal(['bill.pdf']);
  });

  it('whose name went to another file since overwrites nothing, and says so again and again', async () => {
    await lose('before');
    const key = randomUUID();
    await refusal(files.upload({ key }));
    service.advance(100);
    await files.upload({ bytes: fileOf('of somebody else') });
    expect(await refusal(files.upload({ key }))).to.equal('CONFLICT target_changed unknown');
    expect(await refusal(files.upload({ key }))).to.equal('CONFLICT target_changed unknown');
    const [only] = await files.list();
    expect((await files.download(only?.attachmentId ?? '')).bytes).to.deep.equal(fileOf('of somebody else'));
  });

  it('that replaces a file is recognised by the new id, and tells what it replaced', async () => {
    const { value: old } = await files.upload();
    await lose('after');
    const { value, resolution } = await files.upload({ replace: true, bytes: fileOf('b bill') });
    expect([resolution, value.replaced]).to.deep.equal(['found', old.attachmentId]);
    await lose('before');
    const key = randomUUID();
    const again = { replace: true, bytes: fileOf('b bill'), key };
    expect(await refusal(files.upload(again))).to.equal('PROVIDER_UNAVAILABLE unknown');
    const third = await files.upload(again);
    expect([third.resolution, third.value.replaced]).to.deep.equal(['repeated', value.attachmentId]);
    expect(await names()).to.deep.equal(['bill.pdf']);
  });

  it('holds the record’s files for a while: another upload is told to wait, changes of the record go on', async () => {
    await lose('before');
    await refusal(files.upload());
    const { providerId } = await authorised(books, 'other');
    await books.update('invoices', providerId, { external_reference: 'changed' });
    expect(await refusal(files.upload({ filename: 'other.pdf' }))).to.equal('CONFLICT record_busy not_applied');
    service.advance(61);
    expect((await files.upload({ filename: 'other.pdf' })).resolution).to.equal('sent');
  });

  it('uploads of one name at once make one file, and of eleven names ten', async () => {
    const same = await Promise.allSettled(Array.from({ length: 4 }, () => files.upload()));
    expect(same.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    const different = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => files.upload({ filename: `${i}.pdf` })),
    );
    const reasons = different.flatMap((one) => (one.status === 'rejected' ? [reasonOf(one.reason)] : []));
    expect(reasons).to.deep.equal(['CONFLICT attachments_full']);
    expect(await names()).to.have.length(10);
  });

  it('twins with one key make one file and get one answer', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => files.upload({ key })));
    expect(new Set(answers.map(({ value }) => value.attachmentId)).size).to.equal(1);
    expect(answers.filter(({ replayed }) => !replayed)).to.have.length(1);
    expect(await puts()).to.equal(1);
  });

  it('what the provider refuses is answered alike again, and what is too large for it is 413', async () => {
    const refuse = (status: number) =>
      service.sandbox.control('POST', 'faults', {
        match: { method: 'PUT', path: '/api.xro/2.0/Invoices/*' },
        action: { status, headers: { 'content-type': 'application/json' }, body: '{"Title":"RequestEntityTooLarge"}' },
      });
    await refuse(413);
    expect(await refusal(files.upload())).to.equal('PAYLOAD_TOO_LARGE attachment_too_large not_applied');
    await refuse(400);
    const key = randomUUID();
    expect(await refusal(files.upload({ key }))).to.equal('PROVIDER_REJECTED not_applied');
    expect(await refusal(files.upload({ key }))).to.equal('PROVIDER_REJECTED not_applied');
    expect(await puts()).to.equal(2);
    expect(await names()).to.deep.equal([]);
  });

  it('of many, with answers cut at random and repeats by the callers, each is there once', async () => {
    const short = name === 'SQLite' ? 60 : 20;
    const count = process.env['TEST_LONG'] ? 5_000 : short;
    // A sequence of its own, so that a failure can be repeated.
    let seed = Number(process.env['TEST_SEED'] ?? 20_261_129);
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    for (let done = 0; done < count; done += 10) {
      const { providerId } = await authorised(books, `cut ${done}`);
      const of = filesIn({ service, caller: tenancy.test, books }, 'invoices', providerId);
      for (let i = 0; i < 10; i++) {
        const sent = { key: randomUUID(), filename: `${i}.pdf`, bytes: fileOf(`file ${i}`.repeat(1 + i)) };
        for (let tries = 0; tries < 20; tries++) {
          const luck = random();
          if (luck < 0.6) await lose(luck < 0.3 ? 'before' : 'after');
          if (random() < 0.3) loseList();
          const heard = await of.upload(sent).catch(unknownOnly);
          listFails = 0;
          await service.sandbox.control('DELETE', 'faults');
          if (random() < 0.2) service.advance(400);
          if (heard) break;
        }
      }
      const there = await of.list();
      expect(there.map(({ filename }) => filename).sort(), `seed ${seed}`).to.deep.equal(
        Array.from({ length: 10 }, (_, i) => `${i}.pdf`),
      );
      const [one] = there.slice(Math.floor(random() * 10));
      const i = Number(one?.filename[0]);
      expect((await of.download(one?.attachmentId ?? '')).bytes).to.deep.equal(fileOf(`file ${i}`.repeat(1 + i)));
    }
  }).timeout(process.env['TEST_LONG'] ? 1_200_000 : 60_000);
});
