import { expect } from 'chai';
import fc from 'fast-check';
import { samples } from '#contract-tests';
import { type DatabaseForTests, databaseForTests, databases } from '../../contract-tests/testing/doubles.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { hasGoneBack, type Look, type Seen, sequenceJump } from './epoch.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
type Rows = { readonly epoch: object[]; readonly beats: object[] };

for (const name of databases) {
  (name === 'SQLite' ? describe : describePostgres)(`the epoch of a database on ${name}`, () => {
    let database: DatabaseForTests['database'];
    let close: () => Promise<void>;
    beforeEach(async () => {
      const opened = await databaseForTests(name);
      ({ database } = opened);
      close = opened.close;
    });
    afterEach(() => close?.());

    const look = (before?: Seen): Promise<Look> => database.epoch.look(before, now);
    const keep = async (): Promise<Rows> => ({
      epoch: await database.knex('database_epoch'),
      beats: await database.knex('database_beats'),
    });
    /** Takes the database back, as far as this module looks. */
    const restore = async ({ epoch, beats }: Rows) => {
      await database.knex('database_epoch').delete();
      await database.knex('database_beats').delete();
      await database.knex('database_epoch').insert(epoch);
      if (beats.length > 0) await database.knex('database_beats').insert(beats);
    };

    it('beats while nobody else does, and nothing is wrong about that', async () => {
      let mine = (await look()).seen;
      let other = (await look()).seen;
      expect(other.beat).to.equal(mine.beat + 1);
      mine = (await look(mine)).seen;
      expect(mine.beat, 'the other one has beaten').to.equal(other.beat);
      mine = (await look(mine)).seen;
      expect(mine.beat).to.equal(other.beat + 1);
      for (let beats = 0; beats < 5; beats++) {
        const found = await look(other);
        expect(found.wentBack).to.equal(null);
        other = found.seen;
      }
    });

    it('a beat that is gone is noticed, by whoever starts later too, and nothing beats until it is accepted', async () => {
      const before = (await look()).seen;
      const kept = await keep();
      const seen = (await look(before)).seen;
      await restore(kept);
      const found = await look(seen);
      expect(found.wentBack).to.include({ seenBeat: seen.beat, heldBeat: before.beat, heldUntil: now.toISOString() });
      expect(found.seen).to.deep.include({ beat: seen.beat, mark: seen.mark });
      expect((await look()).wentBack).to.deep.equal(found.wentBack);
      expect((await look(before)).wentBack).to.deep.equal(found.wentBack);
      expect((await keep()).beats).to.deep.equal(kept.beats);
      expect(await database.epoch.state()).to.deep.equal({ wentBack: found.wentBack, accepted: null });
    });

    it('is noticed although others have beaten since, and told as far back as it reaches', async () => {
      const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
      const before = (await look()).seen;
      const kept = await keep();
      const seen = (await database.epoch.look(before, at(10))).seen;
      await restore(kept);
      // Processes that remember nothing beat on.
      let fresh = (await database.epoch.look(undefined, at(3_600))).seen;
      for (let beats = 0; beats < 3; beats++) fresh = (await database.epoch.look(fresh, at(3_601 + beats))).seen;
      expect(fresh.beat).to.be.greaterThan(seen.beat);
      const { wentBack } = await database.epoch.look(seen, at(3_610));
      expect(wentBack).to.include({ seenBeat: seen.beat, heldBeat: before.beat, heldUntil: at(0).toISOString() });
    });

    it('reaches no further than what was seen, where others have beaten so often that their marks alone are left', async () => {
      const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
      const before = (await look()).seen;
      const kept = await keep();
      const seen = (await database.epoch.look(before, at(10))).seen;
      await restore({ ...kept, beats: [] });
      await database.epoch.look(before, at(3_600));
      expect((await database.epoch.look(seen, at(3_610))).wentBack).to.include({ heldUntil: at(10).toISOString() });
    });

    it('accepting it makes every sequence jump once, however many accept, and nobody notices it again', async () => {
      const { storage, knex } = database;
      const organization = samples.sampleOrganization();
      await storage.organizations.insert(organization);
      const plane = { organizationId: organization.id, environment: 'test' } as const;
      const [announced, silent] = [samples.sampleConnection(plane), samples.sampleConnection(plane)];
      for (const connection of [announced, silent]) await storage.connections.insert(connection);
      const draft = () => samples.sampleEvent(plane, announced.id);
      await storage.events.append([draft()]);
      const before = (await look()).seen;
      const kept = await keep();
      const seen = (await look(before)).seen;
      const asleep = (await look(seen)).seen;
      await restore(kept);
      await look(seen);
      const accepted = await Promise.all([1, 2, 3].map(() => database.epoch.accept(now)));
      expect(accepted.filter((one) => one !== undefined)).to.have.length(1);
      const lasts = await knex('event_sequences').pluck('last');
      expect(lasts.map(Number).sort()).to.deep.equal([sequenceJump, sequenceJump + 1]);
      const [next] = await storage.events.append([draft()]);
      expect(next?.sequence).to.equal(sequenceJump + 2);
      for (const remembered of [seen, asleep, before, undefined]) {
        expect((await look(remembered)).wentBack).to.equal(null);
      }
      expect((await database.epoch.state()).accepted).to.include({ since: now.toISOString() });
      expect(await database.epoch.accept(now)).to.equal(undefined);
    });

    it('a loss that nobody noticed is told by an operator, also of a database without an epoch yet', async () => {
      const restoredTo = new Date(now.getTime() - 3_600_000);
      expect(await database.epoch.accept(now)).to.equal(undefined);
      for (const remembered of [undefined, (await look()).seen]) {
        const accepted = await database.epoch.accept(now, restoredTo);
        expect(accepted).to.include({ heldUntil: restoredTo.toISOString(), sequencesAhead: sequenceJump });
        const found = await look(remembered);
        expect(found.wentBack).to.equal(null);
        expect(found.accepted).to.include({ since: restoredTo.toISOString(), until: now.toISOString() });
        expect(found.seen.beat).to.be.greaterThan(sequenceJump);
      }
    });

    it('what an operator tells counts, unless what was noticed reaches further back', async () => {
      await look();
      const kept = await keep();
      for (const [hours, since] of [
        [-1, -1],
        [1, 0],
      ] as const) {
        const at = (offset: number) => new Date(now.getTime() + offset * 3_600_000);
        await restore(kept);
        const first = (await look()).seen;
        const middle = await keep();
        const seen = (await look(first)).seen;
        await restore(middle);
        expect((await look(seen)).wentBack).to.include({ heldUntil: now.toISOString() });
        expect(await database.epoch.accept(at(2), at(hours))).to.include({ heldUntil: at(since).toISOString() });
      }
    });

    it('a second loss after an accepted one is noticed', async () => {
      const first = (await look()).seen;
      const kept = await keep();
      const seen = (await look(first)).seen;
      await restore(kept);
      await look(seen);
      await database.epoch.accept(now);
      const later = (await look(seen)).seen;
      await restore(kept);
      expect((await look(later)).wentBack).to.include({ seenBeat: later.beat });
    });

    it('another database is not this one gone back', async () => {
      const { seen } = await look();
      expect((await look({ ...seen, databaseId: 'another', beat: seen.beat + 1000 })).wentBack).to.equal(null);
    });
  });
}

describe('a failover', () => {
  const seen: Seen = { databaseId: 'd', beat: 10, mark: 'm', system: '7', timeline: 1, position: 5_000 };
  const held = { id: 'd', beat: 10, slot_beat: 10, slot_mark: 'm', system: '7', timeline: 2, accepted: null };

  it('has lost commits where the standby’s replay ended before one that was seen, and else not', () => {
    fc.assert(
      fc.property(fc.nat(10_000), (replayed) => {
        expect(hasGoneBack(seen, { ...held, replayed })).to.equal(replayed <= 5_000);
      }),
    );
  });

  it('tells nothing of itself where positions cannot be compared, or the loss was accepted', () => {
    const lost = { ...held, replayed: 1 };
    expect(hasGoneBack(seen, lost)).to.equal(true);
    expect(hasGoneBack(seen, { ...lost, timeline: 1 })).to.equal(false);
    expect(hasGoneBack(seen, { ...lost, system: '8' })).to.equal(false);
    expect(hasGoneBack(seen, { ...lost, replayed: null })).to.equal(false);
    expect(hasGoneBack({ ...seen, position: null }, lost)).to.equal(false);
    const accepted = JSON.stringify({ system: '7', timeline: 2 });
    expect(hasGoneBack(seen, { ...lost, accepted })).to.equal(false);
    expect(hasGoneBack(seen, { ...lost, timeline: 3, accepted })).to.equal(true);
  });
});
