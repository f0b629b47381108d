// Re-encryption under traffic, on both databases: it reverts nobody's write, and afterwards the old key is not needed.
import fc from 'fast-check';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import type { RequestId } from '../../domain/ids.ts';
import { advance, never } from '../testing/engine.ts';
import { expectKept, type Host, hostWith, newKey, oldKey, type SecretWorld, secretWorld } from './testing/secrets.ts';

const size = 3;
const asked = 'req_rotate' as RequestId;
const act = fc.record({
  kind: fc.constantFrom('refresh', 'rotate', 'app', 'remove', 'nothing'),
  which: fc.nat({ max: size - 1 }),
  /** Made by a host that was not restarted yet: its ring still begins with the old key. */
  byOldHost: fc.boolean(),
});
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

async function perform(world: SecretWorld, host: Host, { kind, which }: Act): Promise<void> {
  if (kind === 'refresh') return world.refresh(host, which);
  if (kind === 'rotate') return world.rotateEndpoint(host, which);
  if (kind === 'app') return world.changeApp(host);
  if (kind === 'remove') return world.removeTokens(which);
}

async function runAll(world: SecretWorld, host: Host): Promise<void> {
  for (let claims = 0; claims < 20; claims++) {
    const claimed = await host.core.worker.claim(5);
    if (claimed.length === 0) return;
    for (const leased of claimed) await host.core.worker.run(leased, never);
    advance(world.engine, 1);
  }
}

/** Makes every act after a batch was read and before it is replaced. */
function interrupted(world: SecretWorld, acts: readonly Act[]): Host {
  const fresh = hostWith(world.engine, [newKey, oldKey]);
  const old = hostWith(world.engine, [oldKey, newKey]);
  const waiting = [...acts];
  const { storage } = world.engine;
  const { sealedValues } = storage;
  return hostWith(world.engine, [newKey, oldKey], {
    storage: {
      ...storage,
      sealedValues: {
        ...sealedValues,
        async replace(column, values) {
          const next = waiting.shift();
          if (next) await perform(world, next.byOldHost ? old : fresh, next);
          return sealedValues.replace(column, values);
        },
      },
    },
  });
}

onBothDatabases('re-encryption under traffic', (given) => {
  const emptyWorld = async (connections: number) => secretWorld(await given().emptied(), connections);

  it('keeps what was written between reading a batch and replacing it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
        const world = await emptyWorld(size);
        const host = interrupted(world, acts);
        await host.core.secrets.rotate(asked);
        await runAll(world, host);
        await expectKept(world, [newKey, oldKey]);
        // The next round finds what hosts with the old ring wrote at the last moment.
        await host.core.secrets.rotate(asked);
        await runAll(world, hostWith(world.engine, [newKey, oldKey]));
        await expectKept(world, [newKey]);
      }),
      { numRuns: 12 },
    );
  });

  it('runs beside traffic that does not wait for it', async () => {
    const world = await emptyWorld(8);
    const host = hostWith(world.engine, [newKey, oldKey]);
    await host.core.secrets.rotate(asked);
    const traffic = async (which: number) => {
      for (let i = 0; i < 6; i++) {
        await world.refresh(host, which);
        await world.rotateEndpoint(host, which);
      }
    };
    await Promise.all([runAll(world, host), ...[0, 1, 2, 3].map(traffic)]);
    await expectKept(world, [newKey]);
  });
});
