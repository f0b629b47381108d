import { expect } from 'chai';
import { inMemory } from '../../../contract-tests/testing/doubles.ts';
import { systemPlane } from '../../domain/caller.ts';
import type { RequestId } from '../../domain/ids.ts';
import { sealedColumns } from '../../domain/sealed-column.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { advance, never } from '../testing/engine.ts';
import {
  expectKept,
  type Host,
  hostWith,
  newKey,
  oldKey,
  type SecretWorld,
  secretWorld,
  stored,
} from './testing/secrets.ts';

const asked = 'req_rotate' as RequestId;

describe('re-encryption of stored secrets', () => {
  let world: SecretWorld;
  let host: Host;
  beforeEach(async () => {
    world = await secretWorld(await inMemory(), 60);
    host = hostWith(world.engine, [newKey, oldKey]);
  });
  afterEach(() => world.engine.close());

  const run = async ({ core }: Host, signal: AbortSignal = never) => {
    for (const leased of await core.worker.claim(5)) await core.worker.run(leased, signal);
  };
  const operation = async (id: Parameters<typeof host.ports.storage.operations.find>[1]) => {
    const found = await world.engine.storage.operations.find(systemPlane, id);
    if (!found) throw new Error('no such operation');
    return found;
  };

  it('seals every value under the first key, and then the old key may go', async () => {
    expect(await host.core.secrets.keyUse()).to.deep.equal([
      { keyId: 'k2', values: 0, inRing: true, seals: true },
      { keyId: 'k1', values: 182, inRing: true, seals: false },
    ]);
    const { id } = await host.core.secrets.rotate(asked);
    await run(host);
    const { state, result, steps } = await operation(id);
    expect(state).to.equal('succeeded');
    const none = { changed_meanwhile: 0, unreadable: 0, left_under_other_keys: {} };
    expect(result).to.deep.equal({ key_id: 'k2', resealed: 182, ...none });
    expect(steps.map(({ name }) => name)).to.deep.equal(sealedColumns.map(({ table, column }) => `${table}.${column}`));
    await expectKept(world, [newKey]);
    const without = hostWith(world.engine, [newKey]);
    expect(await without.core.secrets.missingKeys()).to.deep.equal([]);
    expect(await without.core.secrets.keyUse()).to.deep.equal([
      { keyId: 'k2', values: 182, inRing: true, seals: true },
    ]);
    expect(JSON.stringify([result, steps, world.engine.hands.logged])).to.not.match(/v1\.k|whsec_|hook-key/);
  });

  it('goes on where a lost worker stopped, and the lost one keeps nothing more', async () => {
    const { id } = await host.core.secrets.rotate(asked);
    const lost = new AbortController();
    let batches = 0;
    const { sealedValues } = world.engine.storage;
    const counting = {
      ...sealedValues,
      replace: async (...args: Parameters<typeof sealedValues.replace>) => {
        const replaced = await sealedValues.replace(...args);
        // The batch is stored, its checkpoint is not.
        if (++batches === 4) lost.abort('lease_lost');
        return replaced;
      },
    };
    const dying = hostWith(world.engine, [newKey, oldKey], {
      storage: { ...world.engine.storage, sealedValues: counting } satisfies CorePorts['storage'],
    });
    await run(dying, lost.signal);
    expect((await operation(id)).state).to.equal('running');
    advance(world.engine, 40);
    expect(await host.core.worker.sweep()).to.equal(1);
    advance(world.engine, 10);
    await run(host);
    const { state, result } = await operation(id);
    expect([state, (result as { resealed: number }).resealed]).to.deep.equal(['succeeded', 182]);
    await expectKept(world, [newKey]);
  });

  it('leaves alone what does not open, tells where it is, and never binds it to another place', async () => {
    const { knex } = world.engine.database;
    const [first, second] = world.connections;
    const taken = await knex('credentials').where('connection_id', first?.id).first();
    await knex('credentials')
      .where('connection_id', second?.id)
      .update({ sealed_access_token: (taken as Record<string, string>)['sealed_access_token'] });
    const { id } = await host.core.secrets.rotate(asked);
    await run(host);
    const { state, result } = await operation(id);
    expect([state, result]).to.deep.equal([
      'succeeded',
      { key_id: 'k2', resealed: 181, changed_meanwhile: 0, unreadable: 1, left_under_other_keys: { k1: 1 } },
    ]);
    const told = world.engine.hands.logged.filter(({ message }) => message.includes('cannot be re-encrypted'));
    expect(told[0]?.fields).to.include({ table: 'credentials', column: 'sealed_access_token', row: second?.id });
    const refusal = await stored(world.engine, [newKey, oldKey]).catch(String);
    expect(refusal).to.contain('altered, moved');
    expect(await hostWith(world.engine, [newKey]).core.secrets.missingKeys()).to.deep.equal(['k1']);
  });

  it('waits for a worker with the new ring: one that was not restarted seals nothing back', async () => {
    const { id } = await host.core.secrets.rotate(asked);
    await run(hostWith(world.engine, [oldKey, newKey]));
    const waiting = await operation(id);
    expect([waiting.state, waiting.attemptCount, waiting.attempts[0]?.error?.reason]).to.deep.equal([
      'retrying',
      0,
      'other_key_first',
    ]);
    advance(world.engine, 20);
    await run(host);
    expect((await operation(id)).state).to.equal('succeeded');
    await expectKept(world, [newKey]);
  });

  it('is queued once a key, ends what was asked for another key, and is audited', async () => {
    const first = await host.core.secrets.rotate(asked);
    expect((await host.core.secrets.rotate(asked)).id).to.equal(first.id);
    const back = hostWith(world.engine, [oldKey, newKey]);
    const second = await back.core.secrets.rotate(asked);
    expect([(await operation(first.id)).state, second.input]).to.deep.equal(['cancelled', { key_id: 'k1' }]);
    const { items } = await world.engine.storage.audit.list(systemPlane.organizationId, { limit: 9, page: 1 });
    expect(items.map(({ action, subject }) => [action, subject])).to.have.deep.members([
      ['secrets.reencryption_queued', first.id],
      ['secrets.reencryption_queued', second.id],
    ]);
  });

  it('a rotation of a signing secret is not refused because its value was sealed anew meanwhile', async () => {
    let done = false;
    const vault = {
      ...host.ports.vault,
      seal: async (...args: Parameters<typeof host.ports.vault.seal>) => {
        if (!done && args[1].column === 'secret') {
          done = true;
          await host.core.secrets.rotate(asked);
          await run(host);
        }
        return host.ports.vault.seal(...args);
      },
    };
    await world.rotateEndpoint(hostWith(world.engine, [newKey, oldKey], { vault }), 3);
    expect(done).to.equal(true);
    await expectKept(world, [newKey]);
  });
});
