import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { Alert, Storage, Stores } from '#core/ports';
import type { Contract } from './contract.ts';
import { sampleAlert, sampleAlertDestination } from './sample-people.ts';
import { moment, sampleId } from './samples.ts';

type Subject = Pick<Stores, 'alertDestinations' | 'alerts'> & Pick<Storage, 'transaction'>;

/** Stores alerts one after the other. */
async function stored(storage: Subject, ...alerts: readonly Alert[]): Promise<void> {
  for (const alert of alerts) await storage.transaction((stores) => stores.alerts.hold(alert));
}

const namesOf = (alerts: readonly Alert[]) => alerts.map(({ subjectId }) => subjectId);

export const alertDestinationStoreContract: Contract<Subject> = {
  port: 'AlertDestinationStore',
  clauses: [
    {
      name: 'alert destinations: found and listed as stored, oldest first, by their own organization only',
      async check({ alertDestinations }) {
        const [own, other] = [sampleId('org'), sampleId('org')];
        const second = sampleAlertDestination(own, { createdAt: moment(2), lastSentAt: moment(3), lastError: 'no' });
        const first = sampleAlertDestination(own, { kind: 'slack', sealedAddress: 'v1.k1.a', hourFrom: moment(4) });
        for (const one of [second, first, sampleAlertDestination(other)]) await alertDestinations.insert(one);
        deepEqual(await alertDestinations.list(own), [first, second]);
        deepEqual(await alertDestinations.find(own, second.id), second);
        equal(await alertDestinations.find(other, second.id), undefined);
      },
    },
    {
      name: 'alert destinations: locked in a transaction only, and only their own organization’s',
      async check({ alertDestinations, transaction }) {
        const one = sampleAlertDestination(sampleId('org'));
        await alertDestinations.insert(one);
        await rejects(alertDestinations.lock(one.organizationId, one.id));
        await transaction(async (stores) => {
          deepEqual(await stores.alertDestinations.lock(one.organizationId, one.id), one);
          equal(await stores.alertDestinations.lock(sampleId('org'), one.id), undefined);
        });
      },
    },
    {
      name: 'alert destinations: a change replaces all, but of no other organization and of none that is removed',
      async check({ alertDestinations }) {
        const one = sampleAlertDestination(sampleId('org'));
        await alertDestinations.insert(one);
        const changed = {
          ...one,
          environments: ['live'],
          events: ['connection.failing'],
          weeklySummary: true,
          hourSent: 7,
        } as const;
        await alertDestinations.update({ ...changed, organizationId: sampleId('org') });
        deepEqual(await alertDestinations.find(one.organizationId, one.id), one);
        await alertDestinations.update(changed);
        deepEqual(await alertDestinations.find(one.organizationId, one.id), changed);
        equal(await alertDestinations.remove(one.organizationId, one.id), true);
        await alertDestinations.update(changed);
        deepEqual(await alertDestinations.list(one.organizationId), []);
      },
    },
    {
      name: 'alert destinations: those with a summary are listed by id, of all organizations, a part at a time',
      async check({ alertDestinations }) {
        const made = [];
        for (let i = 0; i < 3; i++) {
          const one = sampleAlertDestination(sampleId('org'), { weeklySummary: true });
          made.push(one);
          await alertDestinations.insert(one);
          await alertDestinations.insert(sampleAlertDestination(one.organizationId));
        }
        const [first, second, third] = made.toSorted((a, b) => (a.id < b.id ? -1 : 1));
        deepEqual(await alertDestinations.listWeekly(null, 2), [first, second]);
        deepEqual(await alertDestinations.listWeekly(second?.id ?? null, 2), [third]);
      },
    },
    {
      name: 'alert destinations: removed once, by their own organization, with all that was to be told there',
      async check(storage) {
        const [one, other] = [sampleAlertDestination(sampleId('org')), sampleAlertDestination(sampleId('org'))];
        for (const each of [one, other]) await storage.alertDestinations.insert(each);
        const due = { dueAt: moment(1) };
        await stored(
          storage,
          sampleAlert(one, { ...due, subjectId: 'a' }),
          sampleAlert(other, { ...due, subjectId: 'b' }),
        );
        equal(await storage.alertDestinations.remove(other.organizationId, one.id), false);
        deepEqual(await storage.alertDestinations.list(one.organizationId), [one]);
        equal(await storage.alertDestinations.remove(one.organizationId, one.id), true);
        equal(await storage.alertDestinations.remove(one.organizationId, one.id), false);
        deepEqual(namesOf(await storage.alerts.listDue(moment(9), 9)), ['b']);
      },
    },
  ],
};

export const alertStoreContract: Contract<Subject> = {
  port: 'AlertStore',
  clauses: [
    {
      name: 'alerts: stored once for a destination, environment, kind and subject; the stored one is held',
      async check(storage) {
        const first = sampleAlert(sampleAlertDestination(sampleId('org')));
        const hold = (alert: Alert) => storage.transaction((stores) => stores.alerts.hold(alert));
        deepEqual(await hold(first), first);
        deepEqual(await hold({ ...first, untold: 9, lastAt: moment(9) }), first);
        const others: readonly Partial<Alert>[] = [
          { destinationId: sampleId('alert') },
          { environment: first.environment === 'live' ? 'test' : 'live' },
          { event: 'connection.failing' },
          { subjectId: 'other' },
        ];
        for (const other of others) {
          const blank = { ...first, ...other, untold: 3 };
          deepEqual(await hold(blank), blank);
        }
        await rejects(storage.alerts.hold(first));
      },
    },
    {
      name: 'alerts: two that hold one at the same time come one after the other',
      async check(storage) {
        const blank = sampleAlert(sampleAlertDestination(sampleId('org')));
        const count = () =>
          storage.transaction(async ({ alerts }) => {
            const held = await alerts.hold(blank);
            await alerts.update({ ...held, untold: held.untold + 1 });
          });
        await Promise.all(Array.from({ length: 8 }, count));
        equal((await storage.transaction((stores) => stores.alerts.hold(blank))).untold, 8);
      },
    },
    {
      name: 'alerts: of a subject, those that are open are locked, whatever the destination, by kind',
      async check(storage) {
        const [one, other] = [sampleAlertDestination(sampleId('org')), sampleAlertDestination(sampleId('org'))];
        const of = (given: Partial<Alert>) => sampleAlert(one, { subjectId: 's', event: 'endpoint.paused', ...given });
        const told = of({ awaitsEnd: true });
        const untold = of({ event: 'endpoint.disabled', untold: 2 });
        const closed = of({ destinationId: sampleId('alert') });
        const elsewhere = [
          of({ awaitsEnd: true, event: 'connection.failing' }),
          of({ awaitsEnd: true, subjectId: 't' }),
          of({ awaitsEnd: true, environment: 'test' }),
          sampleAlert(other, { subjectId: 's', event: 'endpoint.paused', awaitsEnd: true }),
        ];
        await stored(storage, told, untold, closed, ...elsewhere);
        const found = await storage.transaction((stores) =>
          stores.alerts.lockOpen(told, ['endpoint.paused', 'endpoint.disabled']),
        );
        deepEqual(found, [untold, told]);
      },
    },
    {
      name: 'alerts: found by the operation that is to tell, and changed in everything but their key',
      async check(storage) {
        const one = sampleAlert(sampleAlertDestination(sampleId('org')), { operationId: sampleId('op') });
        const changed: Alert = {
          ...one,
          ...{
            subjectType: 'connection',
            subjectName: 'Other',
            untold: 4,
            awaitsEnd: true,
            operationId: sampleId('op'),
          },
          ...{
            since: moment(1),
            lastAt: moment(2),
            wellAt: moment(3),
            toldAt: moment(4),
            triedAt: moment(5),
            dueAt: moment(6),
          },
        };
        await stored(storage, one);
        await storage.alerts.update(changed);
        const of = (id: Alert['operationId']) =>
          storage.transaction((stores) => (id === null ? Promise.resolve([]) : stores.alerts.lockOf(id)));
        deepEqual([await of(one.operationId), await of(changed.operationId)], [[], [changed]]);
        await storage.alerts.update({ ...changed, subjectId: 'never stored', untold: 1 });
        deepEqual(await storage.alerts.listDue(moment(9), 9), [changed]);
      },
    },
    {
      name: 'alerts: due ones are listed longest due first, and locked while they are due',
      async check(storage) {
        const of = (subjectId: string, dueAt: Date | null) =>
          sampleAlert(sampleAlertDestination(sampleId('org')), { subjectId, dueAt });
        const [later, first, silent] = [of('later', moment(2)), of('first', moment(1)), of('silent', null)];
        await stored(storage, later, first, silent, of('future', moment(7)));
        deepEqual(await storage.alerts.listDue(moment(2), 9), [first, later]);
        deepEqual(await storage.alerts.listDue(moment(2), 1), [first]);
        await storage.transaction(async ({ alerts }) => {
          deepEqual(await alerts.lockDue(first, moment(1)), first);
          equal(await alerts.lockDue(later, moment(1)), undefined);
          equal(await alerts.lockDue(silent, moment(9)), undefined);
          await alerts.update({ ...first, dueAt: moment(8) });
          equal(await alerts.lockDue(first, moment(2)), undefined);
        });
      },
    },
    {
      name: 'alerts: what waits for a destination is locked longest first, without what was being sent just now',
      async check(storage) {
        const one = sampleAlertDestination(sampleId('org'));
        const of = (subjectId: string, given: Partial<Alert>) =>
          sampleAlert(one, { subjectId, dueAt: moment(50), ...given });
        await stored(
          storage,
          of('second', { lastAt: moment(2), triedAt: moment(3) }),
          of('first', { lastAt: moment(1) }),
          of('sending', { lastAt: moment(1), triedAt: moment(4) }),
          of('told', { lastAt: moment(1), dueAt: null }),
          sampleAlert(sampleAlertDestination(one.organizationId), { subjectId: 'other', dueAt: moment(50) }),
        );
        const waiting = (limit: number) =>
          storage.transaction((stores) => stores.alerts.lockWaiting(one.id, moment(4), limit));
        deepEqual(namesOf(await waiting(9)), ['first', 'second']);
        deepEqual(namesOf(await waiting(1)), ['first']);
      },
    },
    {
      name: 'alerts: what is told is removed by age, a part at a time, but not while an end is awaited or more is due',
      async check(storage) {
        const one = sampleAlertDestination(sampleId('org'));
        const of = (subjectId: string, given: Partial<Alert>) =>
          sampleAlert(one, { subjectId, lastAt: moment(1), ...given });
        const kept = [
          of('awaits', { awaitsEnd: true }),
          of('due', { dueAt: moment(9) }),
          of('young', { lastAt: moment(5) }),
        ];
        await stored(storage, of('a', {}), of('b', {}), of('c', {}), ...kept);
        equal(await storage.alerts.removeTold(moment(5), 2), 2);
        equal(await storage.alerts.removeTold(moment(5), 9), 1);
        equal(await storage.alerts.removeTold(moment(5), 9), 0);
        for (const alert of kept) {
          const held = await storage.transaction((stores) => stores.alerts.hold({ ...alert, untold: 99 }));
          deepEqual(held, alert);
        }
      },
    },
  ],
};
