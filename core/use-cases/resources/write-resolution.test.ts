// How a create came about is told with its answer, and with the answer to every repetition.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { ServiceError } from '../../domain/errors.ts';
import { type Books, type Heard, openLossyService, untilHeard } from './testing/one-write.ts';

describe('how a create came about', () => {
  const lossy = openedOnce(() => openLossyService());

  const resolutionOf = (heard: Heard) => {
    if (heard === 'lost' || heard instanceof ServiceError) throw new Error(`not answered: ${String(heard)}`);
    return heard.resolution;
  };
  const lostAnswer = async (books: Books, name: string) => {
    await lossy.fault('Contacts', { drop: 'after' });
    expect(await books.create('contacts', { name }, name)).to.be.instanceOf(ServiceError);
  };

  for (const retention_mode of ['cached', 'zero'] as const) {
    it(`is told, also to repetitions (${retention_mode})`, async () => {
      const books = await lossy.openBooks({ retention_mode });
      const told = async (name: string) => {
        const ask = () => books.create('contacts', { name }, name);
        const first = resolutionOf(await untilHeard(lossy.service, ask));
        const again = await ask();
        expect(again).to.include({ replayed: true });
        return [first, resolutionOf(again)];
      };
      expect(await told('First')).to.deep.equal(['sent', 'sent']);
      await lostAnswer(books, 'Second');
      expect(await told('Second')).to.deep.equal(['repeated', 'repeated']);
      await lostAnswer(books, 'Third');
      // The provider has forgotten the key by then.
      lossy.service.advance(400);
      expect(await told('Third')).to.deep.equal(['found', 'found']);
      expect(await books.documents('Contacts')).to.have.length(3);
    });
  }

  it('is told of a create that was not there and is sent again, and of one that changes a known record', async () => {
    const books = await lossy.openBooks();
    await lossy.fault('Contacts', { drop: 'before' });
    const ask = () => books.create('contacts', { name: 'Fourth', contact_number: 'C-4' }, 'fourth');
    expect(await ask()).to.be.instanceOf(ServiceError);
    lossy.service.advance(400);
    expect(resolutionOf(await untilHeard(lossy.service, ask))).to.equal('repeated');
    const known = await books.create('contacts', { name: 'Changed', contact_number: 'C-4' }, 'known');
    expect(resolutionOf(known)).to.equal('sent');
  });

  it('is not told of an answer that a build stored that did not know it', async () => {
    const books = await lossy.openBooks();
    const ask = () => books.create('contacts', { name: 'Fifth' }, 'fifth');
    const first = await ask();
    const keys = lossy.service.database.knex('idempotency_keys').where({ key: 'fifth' });
    const [{ answer }] = await keys.clone();
    const { ok, value } = JSON.parse(answer);
    const { resolution, ...earlier } = value;
    expect(resolution).to.equal('sent');
    await keys.update({ answer: JSON.stringify({ ok, value: earlier }) });
    const again = await ask();
    expect(again).to.deep.equal({ ...(first as object), replayed: true, resolution: null });
  });
});
