// A document is ended once, by one operation, which tells its own mark from somebody else's.
import { expect } from 'chai';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { isLong } from '../../../tools/run-length.ts';
import type { RecipeName } from '../../domain/automation.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isJsonObject, type JsonObject } from '../../domain/json.ts';
import type { Operation } from '../../domain/operation.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { authorised, type Books, line } from '../resources/testing/books.ts';
import { refusalOf } from '../testing/refusal.ts';
import { Actor, openTwoHosts, play } from '../testing/two-hosts.ts';
import { Scene } from './testing/two-workers.ts';

interface Case {
  readonly recipe: RecipeName;
  readonly type: ResourceType;
  /** The document, its input, and how somebody else ends it at the provider. */
  arrange(books: Books): Promise<{ id: string; input: JsonObject }>;
  readonly byHand: JsonObject;
  readonly ended: string;
  /** The error of a second run after the first has ended the document. */
  readonly tooLate: string;
}

const cases: readonly Case[] = [
  {
    recipe: 'quote.convert_to_invoice',
    type: 'quotes',
    async arrange(books) {
      const { providerId: contact_id } = await books.create('contacts', { name: 'Customer' });
      const quote = await books.create('quotes', { contact_id, issue_date: '2030-01-01', line_items: [line] });
      for (const status of ['SENT', 'ACCEPTED']) await books.update('quotes', quote.providerId, { status });
      return { id: quote.providerId, input: { quote_id: quote.providerId, due_date: '2030-02-01' } };
    },
    byHand: { status: 'INVOICED' },
    ended: 'INVOICED',
    tooLate: 'quote_not_accepted',
  },
  {
    recipe: 'invoice.void_and_reissue',
    type: 'invoices',
    async arrange(books) {
      const { providerId } = await authorised(books);
      return { id: providerId, input: { invoice_id: providerId, changes: {}, reason: 'wrong' } };
    },
    byHand: { status: 'VOIDED' },
    ended: 'VOIDED',
    tooLate: 'invoice_not_cancellable',
  },
];

const appliedOf = ({ result }: Operation) =>
  isJsonObject(result) && Array.isArray(result['applied']) ? (result['applied'] as JsonObject[]) : [];

onBothDatabases('a document is ended once,', (given, name) => {
  // SQLite has one connection, so that it has fewer orders.
  const rounds = name === 'SQLite' ? 1 : 3;

  const two = openedOnce(() => openTwoHosts(given()));

  for (const one of cases) {
    describe(one.recipe, () => {
      it('of many that are asked for at once, over two hosts, one runs and the others name it', async () => {
        for (let round = 0; round < rounds; round++) {
          const scene = await Scene.open(two);
          const { id, input } = await one.arrange(scene.books);
          const asked = await Promise.allSettled(
            Array.from({ length: 6 }, (_, i) => scene.start(i % 2 === 0 ? 0 : 1, one.recipe, input)),
          );
          const started = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
          expect(started).to.have.length(1);
          const [operation] = started as [Operation];
          for (const { reason } of asked.filter((answer) => answer.status === 'rejected')) {
            if (!(reason instanceof ServiceError)) throw reason;
            expect([reason.code, reason.details]).to.deep.equal([
              'CONFLICT',
              { reason: 'already_running', operationId: operation.id },
            ]);
          }
          expect((await scene.ended(operation.id)).state).to.equal('succeeded');
          expect((await scene.books.native(one.type, id))['Status']).to.equal(one.ended);
          const again = await scene.ended((await scene.start(1, one.recipe, input)).id);
          expect([again.state, again.error?.reason]).to.deep.equal(['failed', one.tooLate]);
          expect(await scene.copies()).to.deep.equal(['AUTHORISED']);
        }
      });

      it('a replay waits its turn too, and never takes another’s mark for its own', async () => {
        const scene = await Scene.open(two);
        const { input } = await one.arrange(scene.books);
        const first = await scene.start(0, one.recipe, input);
        await failAfterCreate(scene, first, { status: 400 }, 'failed');
        const second = await scene.start(1, one.recipe, input);
        const refused = await refusalOf(scene.replay(first.id));
        expect([refused.code, refused.details.reason, refused.details.operationId]).to.deep.equal([
          'CONFLICT',
          'already_running',
          second.id,
        ]);
        expect((await scene.ended(second.id)).state).to.equal('succeeded');
        await scene.replay(first.id);
        const late = await scene.ended(first.id);
        expect([late.state, late.error?.code, late.error?.reason]).to.deep.equal([
          'failed',
          'CONFLICT',
          'target_changed',
        ]);
        const [draft] = appliedOf(late);
        expect(late.error?.message).to.include(String(draft?.['number']));
        expect(await scene.copies()).to.deep.equal(['AUTHORISED', 'DRAFT']);
      });

      it('a write of its own that never arrived is not what another operation has done since', async () => {
        const scene = await Scene.open(two);
        const { input } = await one.arrange(scene.books);
        const first = await scene.start(0, one.recipe, input);
        await failAfterCreate(scene, first, { drop: 'before' }, 'dead_letter');
        two.service.advance(120);
        expect((await scene.ended((await scene.start(1, one.recipe, input)).id)).state).to.equal('succeeded');
        await scene.replay(first.id);
        const late = await scene.ended(first.id);
        expect([late.state, late.error?.reason]).to.deep.equal(['failed', 'target_changed']);
        expect(await scene.copies()).to.deep.equal(['AUTHORISED', 'DRAFT']);
      });

      // One worker and one person meet at the provider, whatever the database.
      if (name === 'PostgreSQL' && !isLong) return;
      it('somebody at the provider who is first leaves a draft that is named', async () => {
        // Ends the document by hand at each stop of the worker; unseen between a quote's read and write (send-change.ts).
        const ends = new Set<string>();
        for (let stops = 1; ; stops++) {
          const scene = await Scene.open(two);
          const { id, input } = await one.arrange(scene.books);
          const { id: operationId } = await scene.start(0, one.recipe, input);
          const worker = new Actor(() => scene.runDue());
          for (let step = 0; step < stops; step++) await worker.step();
          const open = (await scene.books.native(one.type, id))['Status'] !== one.ended;
          if (open) await scene.books.byHand(one.type, id, one.byHand);
          await play([], worker);
          const operation = await scene.ended(operationId);
          const end = `${operation.state} ${operation.error?.reason ?? ''} ${(await scene.copies()).join()}`;
          ends.add(end);
          if (!open) {
            expect(end).to.equal('succeeded  AUTHORISED');
            break;
          }
        }
        expect([...ends]).to.deep.equal([
          `failed ${one.tooLate} `,
          'failed target_changed DRAFT',
          'succeeded  AUTHORISED',
        ]);
      });
    });
  }
});

/** The copy is made, but the provider refuses the change that ends the document, so the operation fails. */
async function failAfterCreate(
  scene: Scene,
  { id, subject, type }: Operation,
  action: JsonObject,
  state: Operation['state'],
): Promise<void> {
  const path = `/api.xro/2.0/${type.includes('quote') ? 'Quotes' : 'Invoices'}/${subject}`;
  await scene.two.service.sandbox.control('POST', 'faults', { match: { method: 'POST', path }, action, times: 20 });
  const failed = await scene.ended(id);
  await scene.two.service.sandbox.control('DELETE', 'faults');
  expect([failed.state, appliedOf(failed).map(({ step }) => step)]).to.deep.equal([state, ['create']]);
}
