import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { AppConsent, ConsoleSessionId, ProviderApp, ProviderAppId, Storage } from '#core/ports';
import { appKeyOf } from '#core/ports';
import { arrangeConnection, arrangePlane, arrangeStrangers } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleId, sampleProviderApp, someOwner } from '../samples.ts';

const now = moment(10);

async function arrangeApp(storage: Storage) {
  const plane = await arrangePlane(storage);
  const app = sampleProviderApp(plane);
  await storage.providerApps.insert(app);
  return { plane, app };
}

function consentOf(appId: ProviderAppId, given: Partial<AppConsent> = {}): AppConsent {
  const sessionId: ConsoleSessionId = sampleId('csn');
  return {
    organizationId: someOwner,
    stateDigest: `digest-of-${sampleId('cs')}`,
    appId,
    sessionId,
    createdAt: now,
    expiresAt: moment(20),
    ...given,
  };
}

export const providerAppClauses: readonly Clause<Storage>[] = [
  {
    name: 'an app is kept with its checks, what was granted and when its key was set; locked inside a transaction only',
    async check(storage) {
      const { plane, app } = await arrangeApp(storage);
      const made = { check: 'oauth', status: 'failed', message: 'Nö', remedy: null, checkedAt: moment(3) } as const;
      const next = { ...app, checks: [made], grantedScopes: ['a.b', 'c'], webhookKeySetAt: moment(4) };
      await storage.providerApps.update(next);
      deepEqual(await storage.providerApps.find(plane, app.id), next);
      await storage.providerApps.update({ ...next, grantedScopes: [] });
      const held = await storage.transaction(({ providerApps }) => providerApps.lock(plane, app.id));
      deepEqual(held, { ...next, grantedScopes: [] });
      for (const stranger of await arrangeStrangers(storage, plane)) {
        equal(await storage.transaction(({ providerApps }) => providerApps.lock(stranger, app.id)), undefined);
      }
      await rejects(storage.providerApps.lock(plane, app.id));
    },
  },
  {
    name: 'the intent check counts for the key that was set when it was read',
    async check(storage) {
      const { plane, app } = await arrangeApp(storage);
      const rotated = { ...app, webhookKeySetAt: moment(5) };
      await storage.providerApps.update(rotated);
      await storage.providerApps.noteIntent(app, moment(6));
      deepEqual(await storage.providerApps.find(plane, app.id), rotated);
      await storage.providerApps.noteIntent(rotated, moment(7));
      equal((await storage.providerApps.find(plane, app.id))?.intentReceivedAt?.getTime(), +moment(7));
    },
  },
  {
    name: 'a plane is left without a default, and no other plane is',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const strangers = await arrangeStrangers(storage, plane);
      for (const each of [plane, ...strangers]) {
        await storage.providerApps.insert(sampleProviderApp(each, { isDefault: true }));
      }
      await storage.providerApps.clearDefault(plane);
      equal(await storage.providerApps.findDefault(plane), undefined);
      for (const stranger of strangers) equal((await storage.providerApps.findDefault(stranger))?.isDefault, true);
    },
  },
  {
    name: 'a consent is taken once, in time, by its own session',
    async check(storage) {
      const { app } = await arrangeApp(storage);
      const { providerApps } = storage;
      const consent = consentOf(app.id);
      await providerApps.putConsent(consent);
      equal(await providerApps.takeConsent(consent.stateDigest, sampleId('csn'), now), undefined);
      equal(await providerApps.takeConsent('another', consent.sessionId, now), undefined);
      equal(await providerApps.takeConsent(consent.stateDigest, consent.sessionId, consent.expiresAt), undefined);
      const taken = await atOnce(8, () => providerApps.takeConsent(consent.stateDigest, consent.sessionId, now));
      deepEqual(
        taken.filter((one) => one !== undefined),
        [consent],
      );
    },
  },
  {
    name: 'a session has one consent an app: a later one counts instead; all of an app can be dropped',
    async check(storage) {
      const { app } = await arrangeApp(storage);
      const { providerApps } = storage;
      const first = consentOf(app.id);
      const second = consentOf(app.id, { sessionId: first.sessionId });
      const other = consentOf(app.id);
      for (const consent of [first, other, second]) await providerApps.putConsent(consent);
      equal(await providerApps.takeConsent(first.stateDigest, first.sessionId, now), undefined);
      deepEqual(await providerApps.takeConsent(second.stateDigest, second.sessionId, now), second);
      await providerApps.dropConsents(app.id);
      equal(await providerApps.takeConsent(other.stateDigest, other.sessionId, now), undefined);
    },
  },
  {
    name: 'an app is used by live connections and by those that wait for a choice, and by no ended one',
    async check(storage) {
      const { plane, app } = await arrangeApp(storage);
      for (const status of ['active', 'action_required', 'disconnecting', 'pending_selection'] as const) {
        const one = sampleProviderApp(plane);
        await storage.providerApps.insert(one);
        await arrangeConnection(storage, plane, { providerAppId: one.id, status });
        equal(await storage.connections.usesApp(appKeyOf(one.id)), true, status);
      }
      await arrangeConnection(storage, plane, { providerAppId: app.id, status: 'disconnected' });
      equal(await storage.connections.usesApp(appKeyOf(app.id)), false);
    },
  },
  {
    name: 'a client ID is one app’s, of all organizations, until that app is no longer verified',
    async check(storage) {
      const apps: ProviderApp[] = [];
      for (let i = 0; i < 8; i++) {
        const app = { ...(await arrangeApp(storage)).app, clientId: 'client', status: 'verified' as const };
        await storage.providerApps.update(app);
        apps.push(app);
      }
      await warm(storage);
      const claimed = await atOnce(apps.length, async (i) => {
        const app = apps[i];
        return app ? storage.transaction(({ providerApps }) => providerApps.claimClientId(app)) : false;
      });
      equal(claimed.filter(Boolean).length, 1);
      const winner = apps[claimed.indexOf(true)];
      const loser = apps[claimed.indexOf(false)];
      if (!winner || !loser) throw new Error('nobody won');
      equal(await storage.providerApps.claimClientId(winner), true);
      await storage.providerApps.update({ ...winner, name: 'renamed' });
      equal(await storage.providerApps.claimClientId(loser), false);
      await storage.providerApps.update({ ...winner, status: 'draft' });
      equal(await storage.providerApps.claimClientId(loser), true);
    },
  },
];
