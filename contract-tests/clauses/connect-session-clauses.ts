import { deepEqual, equal } from 'node:assert/strict';
import { arrangePlane, type Parents, type StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleConnectSession, sampleId } from '../samples.ts';

type Subject = StorageOf<'connectSessions'> & Parents<'organizations'>;

export const connectSessionClauses: readonly Clause<Subject>[] = [
  {
    name: 'connectSessions: either digest finds the session as it was inserted',
    async check(storage) {
      const session = sampleConnectSession(await arrangePlane(storage), { retentionMode: 'zero' });
      await storage.connectSessions.insert(session);
      deepEqual(await storage.connectSessions.findByTokenDigest(session.tokenDigest), session);
      deepEqual(await storage.connectSessions.findByStateDigest(session.stateDigest), session);
      equal(await storage.connectSessions.findByTokenDigest(session.stateDigest), undefined);
      equal(await storage.connectSessions.findByStateDigest(session.tokenDigest), undefined);
    },
  },
  {
    name: 'connectSessions: a session is found by its id in its own plane alone, with the connection that it connects again',
    async check(storage) {
      const [plane, other] = [await arrangePlane(storage), await arrangePlane(storage)];
      const session = sampleConnectSession(plane, {
        reconnects: sampleId('conn'),
        accountName: null,
        locale: null,
        redirectUri: '',
      });
      await storage.connectSessions.insert(session);
      deepEqual(await storage.connectSessions.find(plane, session.id), session);
      equal(await storage.connectSessions.find(other, session.id), undefined);
      equal(await storage.connectSessions.find({ ...plane, environment: 'live' }, session.id), undefined);
      equal(await storage.connectSessions.find(plane, sampleId('cs')), undefined);
    },
  },
  {
    name: 'connectSessions: a session advances from the state it is in and from no other',
    async check(storage) {
      const session = sampleConnectSession(await arrangePlane(storage));
      await storage.connectSessions.insert(session);
      const choosing = { ...session, state: 'choosing' as const, connectionId: sampleId('conn') };
      equal(await storage.connectSessions.advance(choosing, 'choosing'), false);
      deepEqual(await storage.connectSessions.findByTokenDigest(session.tokenDigest), session);
      equal(await storage.connectSessions.advance(choosing, 'open'), true);
      deepEqual(await storage.connectSessions.findByTokenDigest(session.tokenDigest), choosing);
      equal(await storage.connectSessions.advance({ ...session, state: 'done' }, 'open'), false);
    },
  },
  {
    name: 'connectSessions: of many that advance a session at once, one does',
    async check(storage) {
      const session = sampleConnectSession(await arrangePlane(storage));
      await storage.connectSessions.insert(session);
      await warm(storage);
      const advanced = await atOnce(12, () => storage.connectSessions.advance({ ...session, state: 'done' }, 'open'));
      equal(advanced.filter(Boolean).length, 1);
    },
  },
  {
    name: 'connectSessions: those that expired while the person was choosing come oldest first, so many',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const choosing = [3, 1, 2].map((at) =>
        sampleConnectSession(plane, { state: 'choosing', connectionId: sampleId('conn'), expiresAt: moment(at) }),
      );
      const others = [
        sampleConnectSession(plane, { state: 'choosing', expiresAt: moment(10) }),
        ...(['open', 'done'] as const).map((state) => sampleConnectSession(plane, { state, expiresAt: moment(1) })),
      ];
      for (const session of [...choosing, ...others]) await storage.connectSessions.insert(session);
      const [third, first, second] = choosing;
      const { listUnchosen } = storage.connectSessions;
      deepEqual(await listUnchosen(moment(10), 9), [first, second, third]);
      deepEqual(await listUnchosen(moment(10), 2), [first, second]);
    },
  },
];
