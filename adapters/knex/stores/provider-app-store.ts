import type { AppCheck, AppConsent, ProviderApp, ProviderAppStore } from '#core/ports';
import {
  flag,
  idInPlane,
  integer,
  json,
  jsonWithTimes,
  millis,
  named,
  nullable,
  type RowOf,
  tableOf,
  text,
  time,
} from '../columns.ts';
import { descending, newestFirst } from '../paging.ts';
import { planeColumns } from '../plane.ts';
import { rowsOf, type Session, unlessTaken } from '../session.ts';

const apps = tableOf<ProviderApp>()('provider_apps', {
  ...idInPlane,
  provider: text,
  name: text,
  status: text,
  isDefault: flag,
  clientId: nullable(text),
  sealedClientSecret: nullable(text),
  sealedWebhookKey: nullable(text),
  webhookKeySetAt: nullable(time),
  intentReceivedAt: nullable(time),
  grantedScopes: nullable(json),
  checks: jsonWithTimes<AppCheck>('checkedAt'),
  dailyCallLimit: nullable(integer),
  createdAt: time,
  updatedAt: time,
});

const consents = tableOf<AppConsent>()('provider_app_consents', {
  stateDigest: text,
  organizationId: text,
  appId: named('provider_app_id', text),
  sessionId: text,
  createdAt: time,
  expiresAt: time,
});

const listMax = 1_000;

export function providerAppStore(session: Session): ProviderAppStore {
  const { db } = session;
  return {
    insert: (app) => apps.insert(db, app),
    find: (plane, id) => apps.find(db, { ...planeColumns(plane), id }),
    findForReceiver: (id) => apps.find(db, { id }),
    findDefault: (plane, provider) => apps.find(db, { ...planeColumns(plane), provider, is_default: true }),
    list(plane) {
      const all = apps.in(db).where(planeColumns(plane));
      return apps.all(all.orderBy(descending(newestFirst)).limit(listMax));
    },
    lock: (plane, id) => apps.lock(db, { ...planeColumns(plane), id }),
    async noteIntent({ id, webhookKeySetAt }, at) {
      const ofThatKey = { id, webhook_key_set_at: webhookKeySetAt && millis(webhookKeySetAt) };
      await apps.change(db, ofThatKey, { intent_received_at: millis(at), updated_at: millis(at) });
    },
    async clearDefault(plane, provider) {
      await apps.change(db, { ...planeColumns(plane), provider, is_default: true }, { is_default: false });
    },
    ...consentsOf(session),
    async update(app) {
      const { id, created_at, ...changes } = apps.toRow(app);
      const released = app.status === 'verified' ? {} : { verified_client_id: null };
      await apps.change(db, { ...planeColumns(app), id }, { ...changes, ...released });
    },
    claimClientId: ({ id, clientId }) =>
      unlessTaken(session, async (inner) => {
        const claimed = await inner('provider_apps').where({ id }).update({ verified_client_id: clientId });
        return claimed === 1;
      }),
  };
}

/** Keeps at most one consent per app and session, so that abandoned consents do not accumulate. */
function consentsOf({ db }: Session): Pick<ProviderAppStore, 'putConsent' | 'takeConsent' | 'dropConsents'> {
  const table = () => consents.in(db);
  return {
    async putConsent(consent) {
      const ofApp = table().where({ provider_app_id: consent.appId });
      await ofApp.where('expires_at', '<=', millis(consent.createdAt)).delete();
      await table().insert(consents.toRow(consent)).onConflict(['provider_app_id', 'session_id']).merge();
    },
    async takeConsent(stateDigest, sessionId, now) {
      const taken = rowsOf<RowOf<typeof consents>>(
        db,
        `delete from provider_app_consents where state_digest = ? and session_id = ? and expires_at > ?
          returning ${consents.columns.join(', ')}`,
        [stateDigest, sessionId, millis(now)],
      );
      return (await consents.all(taken))[0];
    },
    async dropConsents(id) {
      await table().where({ provider_app_id: id }).delete();
    },
  };
}
