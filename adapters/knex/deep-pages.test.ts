// A page far from the first one: the rows before it are skipped by their ids alone, once, and no large row is read for it.
import { expect } from 'chai';
import { samples } from '#contract-tests';
import { onBothDatabases } from '../../contract-tests/testing/doubles.ts';

const rows = 1_300;
const limit = 100;
const afterMost = 1_000;

onBothDatabases('a list far from its first page', (given) => {
  const plane = samples.samplePlane();
  const connectionId = samples.sampleId('conn');
  before(async () => {
    const { subject: storage } = await given().storage.open();
    const all = Array.from({ length: rows }, (_, i) =>
      samples.sampleOperation(plane, { createdAt: samples.moment(i) }),
    );
    await storage.operations.insert(all);
    await storage.transaction(({ events }) =>
      events.append(all.map((_, i) => samples.sampleEvent(plane, connectionId, { createdAt: samples.moment(i) }))),
    );
  });

  for (const list of ['operations', 'events'] as const) {
    it(`of ${list} shows the rows that reading on by cursor shows, and skips ids only`, async () => {
      const { storage, knex } = given().database;
      const texts: string[] = [];
      const heard = ({ sql }: { readonly sql: string }) => void texts.push(sql);
      const page = async (request: Parameters<typeof storage.operations.list>[2]) => {
        const found = await storage[list].list(plane, {}, request);
        return { ...found, items: found.items.map(({ id }) => id as string) };
      };
      let expected = await page({ limit, page: 1 });
      for (let number = 2; expected.next; number++) {
        expected = await page({ limit, after: expected.next });
        texts.length = 0;
        knex.on('query', heard);
        const { next, ...found } = await page({ limit, page: number });
        knex.off('query', heard);
        expect({ ...found, next }).to.deep.equal(expected);
        if ((number - 1) * limit < afterMost) continue;
        const skipping = texts.filter((sql) => sql.includes('offset'));
        expect(skipping).to.have.length(1);
        expect(skipping[0]).to.match(/^select ["`]id["`] from/);
      }
    });
  }
});
