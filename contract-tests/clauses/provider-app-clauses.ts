import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { AppConsent, ProviderApp, ProviderAppId } from '#core/ports';
import { arrangePlane, arrangeStrangers, type Parents, type StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleId, sampleProviderApp, someOwner } from '../samples.ts';

type Subject = StorageOf<'providerApps'> & Parents<'organizations'>;

const now = moment(10);

async function arrangeApp(storage: Subject) {
  const plane = await arrangePlane(storage);
  const app = sampleProviderApp(plane);
  await storage.providerApps.insert(app);
  return { plane, app };
}

function consentOf(appId: ProviderAppId, given: Partial<AppConsent> = {}): AppConsent {
  const sessionId = sampleId('csn');
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

export const providerAppClauses: readonly Clause<Subject>[] = [
  {
    name: 'providerApps: found as inserted in its plane; absent in every other; receivers find it by id alone',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const app = sampleProviderApp(plane, {
        clientId: 'client',
        sealedClientSecret: 's',
        intentReceivedAt: moment(3),
        dailyCallLimit: 1000,
      });
      await storage.providerApps.insert(app);
      deepEqual(await storage.providerApps.find(plane, app.id), app);
      for (const stranger of await arrangeStrangers(storage, plane)) {
        equal(await storage.providerApps.find(stranger, app.id), undefined);
      }
      deepEqual(await storage.providerApps.findForReceiver(app.id), app);
      equal(await storage.providerApps.findForReceiver(sampleId('app')), undefined);
    },
  },
  {
    name: 'providerApps: one default a plane and provider; a second is refused',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const app = sampleProviderApp(plane, { isDefault: true });
      const { provider } = app;
      equal(await storage.providerApps.findDefault(plane, provider), undefined);
      await storage.providerApps.insert(app);
      await storage.providerApps.insert(sampleProviderApp(plane));
      deepEqual(await storage.providerApps.findDefault(plane, provider), app);
      equal(await storage.providerApps.findDefault(plane, 'other'), undefined);
      await storage.providerApps.insert(sampleProviderApp(plane, { isDefault: true, provider: 'other' }));
      await rejects(storage.providerApps.insert(sampleProviderApp(plane, { isDefault: true })));
      for (const stranger of await arrangeStrangers(storage, plane)) {
        equal(await storage.providerApps.findDefault(stranger, provider), undefined);
        await storage.providerApps.insert(sampleProviderApp(stranger, { isDefault: true }));
      }
    },
  },
  {
    name: 'providerApps: a change is kept, in its own plane only',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const app = sampleProviderApp(plane);
      await storage.providerApps.insert(app);
      const changed = { ...app, status: 'verified' as const, sealedWebhookKey: 'k', updatedAt: moment(9) };
      for (const stranger of await arrangeStrangers(storage, plane)) {
        await storage.providerApps.update({ ...changed, ...stranger });
      }
      deepEqual(await storage.providerApps.find(plane, app.id), app);
      await storage.providerApps.update(changed);
      deepEqual(await storage.providerApps.find(plane, app.id), changed);
    },
  },
  {
    name: 'providerApps: noting the intent check leaves all else as others have changed it meanwhile',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const app = sampleProviderApp(plane);
      await storage.providerApps.insert(app);
      const rotated = { ...app, sealedClientSecret: 'rotated', updatedAt: moment(9) };
      await storage.providerApps.update(rotated);
      await storage.providerApps.noteIntent(app, moment(10));
      const expected = { ...rotated, intentReceivedAt: moment(10), updatedAt: moment(10) };
      deepEqual(await storage.providerApps.find(plane, app.id), expected);
    },
  },
  {
    name: 'providerApps: a list is newest first and of one plane',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const old = sampleProviderApp(plane, { createdAt: moment(1) });
      const recent = sampleProviderApp(plane, { createdAt: moment(2) });
      await storage.providerApps.insert(recent);
      await storage.providerApps.insert(old);
      for (const stranger of await arrangeStrangers(storage, plane)) {
        await storage.providerApps.insert(sampleProviderApp(stranger));
      }
      deepEqual(await storage.providerApps.list(plane), [recent, old]);
    },
  },
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
      const { provider } = sampleProviderApp(plane);
      for (const each of [plane, ...strangers]) {
        await storage.providerApps.insert(sampleProviderApp(each, { isDefault: true }));
      }
      await storage.providerApps.insert(sampleProviderApp(plane, { isDefault: true, provider: 'other' }));
      await storage.providerApps.clearDefault(plane, provider);
      equal(await storage.providerApps.findDefault(plane, provider), undefined);
      equal((await storage.providerApps.findDefault(plane, 'other'))?.isDefault, true);
      for (const stranger of strangers) {
        equal((await storage.providerApps.findDefault(stranger, provider))?.isDefault, true);
      }
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
