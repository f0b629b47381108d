// Answers to a call of a bulk write that tell of some of its items: what was told stays, the others are looked for.
// In a short run each wrong answer is lost at every second line while the provider remembers its key, and at the others when
// it does so no more, the next answer the other way round; TEST_LONG=1 tries every line in both.
import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import { isLong } from '../../../tools/run-length.ts';
import { createCore } from '../../create-core.ts';
import type { BulkItem } from '../../domain/bulk.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';
import { line } from '../resources/testing/books.ts';
import { rawLedger } from '../resources/testing/raw-ledger.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { lostAt, mortalPorts } from '../testing/mortal-ports.ts';
import { openService } from '../testing/service.ts';
import { openBulkBooks, runOnce, untilEnded } from './testing/bulk-books.ts';

type Answers = Awaited<ReturnType<LedgerGateway['sendMany']>>;

const wrongAnswers = ['half', 'last_half', 'extra', 'twice', 'one_id'] as const;
const never = new AbortController().signal;
/** After this time the provider has forgotten a key. */
const forgottenSeconds = 400;

describe('a bulk call answered in part', () => {
  let contact_id: string;
  /** What becomes of the next answers of the gateway. */
  let told: (answers: Answers) => Answers;
  const wrap = (plain: CorePorts) => {
    const { sendMany } = gatewayOf(plain);
    const inPart = { sendMany: async (...call: Parameters<typeof sendMany>) => told(await sendMany(...call)) };
    return mortalPorts(withGateway(plain, inPart));
  };
  const service = openedOnce(() => openService({ wrap }));
  const books = openedEach(() => openBulkBooks(service));
  beforeEach(async () => {
    told = (answers) => answers;
    await service.sandbox.control('POST', 'quirks', { batch_answers: 'elements' });
    contact_id = (await books.create('contacts', { name: 'Customer', contact_number: 'C-1' })).providerId;
  });

  const answeredAs = (batch_answers: string) => service.sandbox.control('POST', 'quirks', { batch_answers });
  const row = (i: number, over: object = {}) => ({
    item_key: `${i}`,
    contact_id,
    external_reference: `order ${i}`,
    line_items: [line],
    ...over,
  });
  const wrong = { line_items: [{ ...line, account_code: 'none' }] };
  const rows = (count: number, refused: readonly number[] = []) =>
    Array.from({ length: count }, (_, i) => row(i, refused.includes(i) ? wrong : {}));
  const idsAt = async () => (await books.documents('Invoices')).map((document) => String(document['InvoiceID'])).sort();
  const written = (items: readonly BulkItem[]) => items.flatMap(({ providerId }) => providerId ?? []).sort();
  const statuses = (items: readonly BulkItem[]) => items.map(({ status }) => status);
  /** The next read of the invoices fails. */
  const loseTheLook = () =>
    service.sandbox.control('POST', 'faults', {
      match: { method: 'GET', path: '/api.xro/2.0/Invoices' },
      action: { status: 503 },
      times: 1,
    });

  it('ends without a wait if the untold ones are in the books, though told ones were refused', async () => {
    await answeredAs('half');
    const { id } = await books.begin('invoices', rows(10, [1, 3]));
    const before = service.ports.clock.now();
    const { state, error } = await untilEnded(service, books.caller, id);
    expect([state, error?.reason]).to.deep.equal(['failed', 'items_failed']);
    expect(service.ports.clock.now().getTime() - before.getTime()).to.be.lessThan(1_000);
    const items = await books.items(id);
    expect(items.flatMap(({ status }, i) => (status === 'failed' ? [i] : []))).to.deep.equal([1, 3]);
    expect(await idsAt()).to.deep.equal(written(items));
  });

  it('leaves told items as they are when somebody has changed their records before the others are looked for', async () => {
    await answeredAs('half');
    await loseTheLook();
    const { id } = await books.begin('invoices', rows(10));
    await runOnce(service, id);
    const early = await books.items(id);
    expect(statuses(early)).to.deep.equal([...Array(5).fill('succeeded'), ...Array(5).fill('unknown')]);
    await answeredAs('elements');
    const change = {
      Invoices: early.slice(0, 3).map(({ providerId }) => ({ InvoiceID: providerId, Reference: 'new' })),
    };
    await rawLedger(service, books.connection).call('POST', 'Invoices', change);
    service.advance(forgottenSeconds);
    const { state, error } = await untilEnded(service, books.caller, id);
    const items = await books.items(id);
    expect([state, error]).to.deep.equal(['succeeded', null]);
    expect(items.slice(0, 5)).to.deep.equal(early.slice(0, 5));
    expect(await idsAt()).to.deep.equal(written(items));
  });

  it('sends those that are nowhere again once the key is forgotten, with fewer others, until an answer tells of them', async () => {
    told = (answers) => (answers.length > 4 ? answers.map(() => null) : answers);
    const calls = async () => (await service.calls('PUT /api.xro/2.0/Invoices')).length;
    const before = await calls();
    const everyone = Array.from({ length: 16 }, (_, i) => i);
    const { id } = await books.begin('invoices', rows(16, everyone));
    await untilEnded(service, books.caller, id);
    expect(new Set(statuses(await books.items(id)))).to.deep.equal(new Set(['failed']));
    // 16, twice 8, four times 4.
    expect((await calls()) - before).to.equal(7);
    expect(await idsAt()).to.deep.equal([]);
  });

  it('takes a record once, though the answer to a later call tells of it again', async () => {
    let earlier: LedgerRecord | undefined;
    told = (answers) => {
      const again = earlier;
      earlier ??= answers.find((answer): answer is LedgerRecord => answer !== null && 'providerId' in answer);
      return again ? answers.map((answer, i) => (i === 0 ? again : answer)) : answers;
    };
    const alike = Array.from({ length: 60 }, (_, i) => row(i, { external_reference: 'alike' }));
    const { id } = await books.begin('invoices', alike);
    expect((await untilEnded(service, books.caller, id)).state).to.equal('succeeded');
    const ids = written(await books.items(id));
    expect(new Set(ids).size).to.equal(60);
    expect(await idsAt()).to.deep.equal(ids);
  });

  it('leaves one change that is answered with nothing unknown, and ends', async () => {
    const known = (await books.create('invoices', { contact_id, line_items: [line] })).providerId;
    told = (answers) => answers.map(() => null);
    const before = (await service.calls('POST /api.xro/2.0/Invoices')).length;
    const { id } = await books.begin('invoices', [{ item_key: 'a', id: known, external_reference: 'changed' }]);
    const { state, error } = await untilEnded(service, books.caller, id);
    expect([state, error?.reason, statuses(await books.items(id))]).to.deep.equal([
      'failed',
      'write_unresolved',
      ['unknown'],
    ]);
    expect((await service.calls('POST /api.xro/2.0/Invoices')).length - before).to.equal(1);
  });

  const stride = isLong ? 1 : 2;
  for (const [place, how] of wrongAnswers.entries()) {
    const places = new Set<string>();
    for (const [turn, seconds] of [65, forgottenSeconds].entries()) {
      it(`as ${how}, its worker lost at any line for ${seconds} s: each item once`, async () => {
        for (let [n, played] = [1 + ((turn + place) % stride), 1]; ; n += stride, played++) {
          await answeredAs(how);
          const { id } = await books.begin(
            'invoices',
            rows(5, [1, 3]).concat(row(5, { external_reference: 'order 4' })),
          );
          const [leased] = (await service.core.worker.claim(20)).filter(({ operation }) => operation.id === id);
          if (!leased) throw new Error('nothing is due');
          const first = await lostAt(n, () => createCore(service.ports).worker.run(leased, never));
          if ('at' in first) {
            places.add(first.at);
            service.advance(seconds);
          }
          await untilEnded(service, books.caller, id);
          const items = await books.items(id);
          expect(statuses(items), JSON.stringify([n, first])).to.deep.equal(
            items.map((_, i) => (i === 1 || i === 3 ? 'failed' : 'succeeded')),
          );
          expect(new Set(written(items)).size).to.equal(4);
          expect((await idsAt()).length).to.equal(4 * played);
          if ('done' in first) break;
        }
        if (turn === 0) return;
        // An answer that tells of all needs no look into the books.
        const looks = how === 'extra' ? [] : ['gateway.list'];
        for (const call of ['gateway.sendMany', 'the transaction', ...looks]) expect([...places]).to.include(call);
      });
    }
  }
});
