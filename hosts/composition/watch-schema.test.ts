import { expect } from 'chai';
import type { Log } from '#core';
import { onBothDatabases } from '../../contract-tests/testing/doubles.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { createShutdown } from './shutdown.ts';
import { watchSchema } from './watch-schema.ts';

onBothDatabases('the watch of the schema', (given) => {
  it('ends the process once a migration has taken what it needs, says why, and not before', async () => {
    const { database } = given();
    const { knex } = database;
    const [lines, shutdown] = [[] as string[], createShutdown()];
    let [looks, ends] = [0, 0];
    const log = { error: (message: string, cause: unknown) => void lines.push(`${message}: ${cause}`) } as Log;
    const watched = { ...database, schemaState: () => database.schemaState().finally(() => looks++) };
    const { expected } = await database.schemaState();
    const add = (version: number, build_needs: number) =>
      knex('schema_versions').insert({ version, name: `of tomorrow ${version}`, applied_at: 0, build_needs });
    try {
      watchSchema({ database: watched, log, everyMs: 10, end: () => void ends++ }, shutdown);
      await add(expected + 1, expected);
      const before = looks;
      await until('three more looks', () => looks > before + 3 || undefined);
      expect([ends, lines]).to.deep.equal([0, []]);
      await add(expected + 2, expected + 1);
      await until('the end', () => ends > 0 || undefined);
      expect(lines).to.have.length(1);
      expect(lines[0]).to.match(
        /ends: Error: the database schema is at version \d+, newer than the \d+ this build knows/,
      );
      expect(ends).to.equal(1);
    } finally {
      await shutdown.run();
      await knex('schema_versions').where('version', '>', expected).delete();
    }
  });
});

describe('the watch of the schema', () => {
  it('looks once at a time and ends the process once, however slowly the database answers', async () => {
    const answered = Promise.withResolvers<void>();
    let [looks, ends] = [0, 0];
    const database = {
      schemaState: async () => {
        looks++;
        await answered.promise;
        return { kind: 'newer' } as never;
      },
      assertSchemaCurrent: async () => {},
    };
    const shutdown = createShutdown();
    watchSchema({ database, log: { error: () => {} } as never, everyMs: 1, end: () => void ends++ }, shutdown);
    let turns = 0;
    const turning = setInterval(() => void turns++, 1);
    await until('ten more turns of the clock', () => (looks > 0 && turns > 10) || undefined);
    clearInterval(turning);
    answered.resolve();
    await until('the end', () => ends > 0 || undefined);
    await shutdown.run();
    expect([looks, ends]).to.deep.equal([1, 1]);
  });
});
