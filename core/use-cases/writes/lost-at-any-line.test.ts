// A process is lost between any two calls of an upload or a note, found by counting them; its caller repeats the request.
// Uploads end once whatever is forgotten, because the books tell files by name. Of a note they tell too little: once the
// provider has forgotten its key, one that may have been sent is never sent again.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { ServiceError } from '../../domain/errors.ts';
import { fileOf, filesIn } from '../attachments/testing/files.ts';
import { openBooks } from '../resources/testing/books.ts';
import { write } from '../testing/connecting.ts';
import { lostAt, mortalPorts } from '../testing/mortal-ports.ts';
import { openService } from '../testing/service.ts';

/** Longer than a lost process can block a key or a record; and longer than the provider remembers a key. */
const memories = { fresh: 65, over: 400 };
const triesMost = 8;

describe('a process that is lost at any line', () => {
  const service = openedOnce(() => openService({ wrap: mortalPorts }));

  async function arrange() {
    const tenancy = await service.newOrganization();
    const books = await openBooks(service, tenancy);
    const { providerId } = await books.create('contacts', { name: 'Supplier' });
    const path = { connectionId: books.connection.id, type: 'contacts', resourceId: providerId };
    const files = filesIn({ service, caller: tenancy.test, books }, 'contacts', providerId);
    const { history } = service.core;
    const uses = async () =>
      (await service.database.knex('usage_events').where({ connection_id: books.connection.id, meter: 'write' }))
        .length;
    return {
      before: await uses(),
      uses,
      file: async () => (await files.upload({ key: 'asked' })).value.attachmentId,
      note: async () => {
        const { value } = await history.addNote(tenancy.test, { ...path, write: write({ note: 'once' }, 'asked') });
        return [value.at.getTime(), value.details].join();
      },
      files: async () => (await files.list()).map(({ filename, attachmentId }) => ({ filename, attachmentId })),
      bytes: async (id: string) => (await files.download(id)).bytes,
      notes: async () => (await history.read(tenancy.test, path)).filter(({ details }) => details === 'once').length,
    };
  }

  /** Repeats the request as the answers say; a refusal that stays is the end. */
  async function untilAnswered(ask: () => Promise<string>): Promise<string | ServiceError> {
    for (let tries = 1; ; tries++) {
      const heard = await ask().catch((error: unknown) => error);
      if (typeof heard === 'string') return heard;
      if (!(heard instanceof ServiceError)) throw heard;
      if (!heard.retryable || tries === triesMost) return heard;
      // Never long enough for the provider to forget what this process has sent.
      service.advance(heard.details.retryAfterSeconds ?? 20);
    }
  }

  for (const [memory, seconds] of Object.entries(memories)) {
    it(`of an upload, and comes back while the provider's memory is ${memory}: one file, one use, one answer`, async () => {
      const places = new Set<string>();
      for (let n = 1; ; n++) {
        const world = await arrange();
        const first = await lostAt(n, world.file);
        if ('at' in first) {
          places.add(first.at);
          service.advance(seconds);
        }
        const answer = await untilAnswered(world.file);
        expect(await world.files(), `lost at ${n}`).to.deep.equal([{ filename: 'bill.pdf', attachmentId: answer }]);
        expect(await world.bytes(String(answer))).to.deep.equal(fileOf());
        expect((await world.uses()) - world.before, `uses at ${n}`).to.equal(1);
        expect(await world.file()).to.equal(answer);
        if ('done' in first) break;
      }
      expect([...places]).to.include.members([
        ...['idempotency.claim', 'idempotency.recordAttempt', 'gateway.attach', 'the transaction'],
      ]);
    });

    it(`of a note, and comes back while the provider's memory is ${memory}: never two notes`, async () => {
      const places = new Map<string, string>();
      for (let n = 1; ; n++) {
        const world = await arrange();
        const first = await lostAt(n, world.note);
        if ('at' in first) service.advance(seconds);
        const answer = await untilAnswered(world.note);
        const notes = await world.notes();
        if ('at' in first) places.set(first.at, typeof answer === 'string' ? 'answered' : 'unknown');
        if (typeof answer === 'string') {
          expect([n, notes]).to.deep.equal([n, 1]);
          expect((await world.uses()) - world.before, `uses at ${n}`).to.equal(1);
          expect(await world.note()).to.equal(answer);
        } else {
          expect([n, notes, answer.details.reason, answer.details.outcome]).to.deep.equal([
            ...[n, 0, 'write_unresolved', 'unknown'],
          ]);
          expect(memory, 'a fresh memory settles every note').to.equal('over');
        }
        if ('done' in first) break;
      }
      expect(places.get('idempotency.claim')).to.equal('answered');
      expect(places.get('idempotency.recordAttempt')).to.equal(memory === 'over' ? 'unknown' : 'answered');
      expect(places.get('gateway.addNote')).to.equal('answered');
      expect(places.has('the transaction')).to.equal(true);
    });
  }
});
