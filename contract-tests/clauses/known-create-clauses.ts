import { deepEqual, equal } from 'node:assert/strict';
import type { IdempotencyScope, RecordPlace, WriteAttempt } from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleId, samplePlane } from '../samples.ts';

type Subject = StorageOf<'idempotency'>;

const answer = { ok: true, value: 'made' } as const;
const newPlace = (): RecordPlace => ({ connectionId: sampleId('conn'), type: 'invoices' });
const newScope = (): IdempotencyScope => ({ ...samplePlane(), key: `key-${sampleId('req')}` });

/** A key that was claimed and whose create has begun. */
async function begun(
  { idempotency }: Subject,
  place: RecordPlace | null,
  at = 0,
  scope = newScope(),
  prepared: WriteAttempt['prepared'] = null,
): Promise<IdempotencyScope> {
  const lease = { leaseToken: 'token', now: moment(at), leaseUntil: moment(at + 60), expiresAt: moment(at + 9999) };
  const connectionId = place?.connectionId ?? null;
  equal((await idempotency.claim(scope, { fingerprint: 'print', connectionId, ...lease })).kind, 'claimed');
  const attempt = { prepared, firstSentAt: moment(at), createdType: place?.type ?? null, keys: null };
  equal(await idempotency.recordAttempt(scope, 'token', attempt), true);
  return scope;
}

const answered = ({ idempotency }: Subject, scope: IdempotencyScope, providerId: string) =>
  idempotency.answer(scope, 'token', answer, providerId);

export const knownCreateClauses: readonly Clause<Subject>[] = [
  {
    name: 'what a create ended with is known to all other keys, by connection and type',
    async check(storage) {
      const place = newPlace();
      const mine = await begun(storage, place);
      const theirs = await begun(storage, place);
      equal(await answered(storage, mine, 'a'), true);
      equal(await answered(storage, theirs, 'b'), true);
      const others = async (of: RecordPlace, scope: IdempotencyScope) =>
        [...(await storage.idempotency.producedByOthers(of, ['a', 'b', 'c'], scope))].sort();
      deepEqual(await others(place, mine), ['b']);
      deepEqual(await others(place, theirs), ['a']);
      deepEqual(await others(place, newScope()), ['a', 'b']);
      for (const other of [{ key: 'other' }, { environment: 'live' as const }, { organizationId: sampleId('org') }]) {
        deepEqual(await others(place, { ...mine, ...other }), ['a', 'b']);
      }
      deepEqual(await others({ ...place, type: 'quotes' }, newScope()), []);
      deepEqual(await others(newPlace(), newScope()), []);
      equal((await storage.idempotency.producedByOthers(place, [], newScope())).size, 0);
    },
  },
  {
    name: 'an update and a refusal make no record',
    async check(storage) {
      const place = newPlace();
      const refused = await begun(storage, place);
      equal(await storage.idempotency.answer(refused, 'token', answer, null), true);
      const updated = await begun(storage, null);
      equal(await storage.idempotency.answer(updated, 'token', answer, null), true);
      equal((await storage.idempotency.producedByOthers(place, ['a'], newScope())).size, 0);
    },
  },
  {
    name: 'whoever lost the lease has made nothing',
    async check(storage) {
      const place = newPlace();
      const scope = await begun(storage, place);
      equal(await storage.idempotency.answer(scope, 'stale', answer, 'a'), false);
      equal((await storage.idempotency.producedByOthers(place, ['a'], newScope())).size, 0);
    },
  },
  {
    name: 'open creates are those of other keys that were begun in time and have no answer',
    async check(storage) {
      const place = newPlace();
      const mine = await begun(storage, place, 5);
      const scopes = [];
      for (const at of [1, 2, 3, 4]) scopes.push(await begun(storage, place, at, newScope(), { body: `${at}` }));
      await begun(storage, { ...place, type: 'quotes' }, 3);
      await begun(storage, newPlace(), 3);
      await begun(storage, null, 3);
      const open = async (after: number, until: number, limit = 10) => {
        const window = { after: moment(after), until: moment(until) };
        return (await storage.idempotency.openCreates(place, window, mine, limit)).map(({ prepared, ...rest }) => {
          equal(rest.createdType, place.type);
          return prepared;
        });
      };
      deepEqual(await open(1, 3), [{ body: '2' }, { body: '3' }]);
      deepEqual(await open(0, 9), [{ body: '1' }, { body: '2' }, { body: '3' }, { body: '4' }]);
      equal((await open(0, 9, 3)).length, 3);
      const [first, second, third] = scopes as [IdempotencyScope, IdempotencyScope, IdempotencyScope];
      await answered(storage, first, 'a');
      await storage.idempotency.release(second, 'token');
      await storage.idempotency.suspend(third, 'token');
      deepEqual(await open(0, 9), [{ body: '3' }, { body: '4' }]);
    },
  },
  {
    name: 'a key that is fresh again has made nothing',
    async check(storage) {
      const place = newPlace();
      const scope = await begun(storage, place);
      await answered(storage, scope, 'a');
      const lease = { leaseToken: 'b', now: moment(10_000), leaseUntil: moment(10_060), expiresAt: moment(20_000) };
      equal(
        (await storage.idempotency.claim(scope, { fingerprint: 'print', connectionId: null, ...lease })).kind,
        'claimed',
      );
      equal((await storage.idempotency.producedByOthers(place, ['a'], newScope())).size, 0);
    },
  },
];
