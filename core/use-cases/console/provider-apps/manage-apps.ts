// Provider apps as members see, begin, name and choose them.
import type { Environment, Plane } from '../../../domain/caller.ts';
import type { SignedIn } from '../../../domain/console-session.ts';
import { conflict } from '../../../domain/errors.ts';
import { assertAllowed } from '../../../domain/organization.ts';
import { type ProviderApp, providerAppsMax, type ShownApp } from '../../../domain/provider-app.ts';
import type { Stores } from '../../../ports/storage.ts';
import { assertWritable } from '../../assert-writable.ts';
import type { Answered, Write } from '../../claim-key.ts';
import { recordAct } from '../../record-act.ts';
import { actorOf, once } from '../acting.ts';
import { type AppPorts, appToChange, lockApp, requireApp, shown } from './shown-app.ts';

export function listApps(ports: AppPorts) {
  return async (signedIn: SignedIn, environment: Environment): Promise<readonly ShownApp[]> => {
    assertAllowed(signedIn.role, 'read');
    const { organizationId } = signedIn;
    return (await ports.storage.providerApps.list({ organizationId, environment })).map((app) => shown(ports, app));
  };
}

export function findApp(ports: AppPorts) {
  return async (signedIn: SignedIn, id: string): Promise<ShownApp> => {
    assertAllowed(signedIn.role, 'read');
    return shown(ports, await requireApp(ports, signedIn, id));
  };
}

export interface NewApp {
  readonly environment: Environment;
  readonly name: string;
  readonly makeDefault: boolean;
  readonly write: Write;
}

/** A draft: nothing connects through it until it is verified, also when it is the default. */
export function createApp(ports: AppPorts) {
  return async (signedIn: SignedIn, { environment, name, makeDefault, write }: NewApp): Promise<Answered<ShownApp>> => {
    assertAllowed(signedIn.role, 'operate');
    assertWritable(ports.settings);
    return once<ShownApp>(
      ports,
      { signedIn, environment, write },
      {
        async draft() {
          const plane = { organizationId: signedIn.organizationId, environment };
          const app = { ...draftApp(ports, plane, name), isDefault: makeDefault };
          return {
            forReplay: app.id,
            async apply(stores) {
              await keepDraft(ports, stores, signedIn, app);
              return shown(ports, app);
            },
          };
        },
        replay: async (kept) => shown(ports, await requireApp(ports, signedIn, String(kept))),
      },
    );
  };
}

function draftApp({ ids, clock }: AppPorts, plane: Plane, name: string): ProviderApp {
  const now = clock.now();
  return {
    ...{ ...plane, id: ids.next('app'), provider: 'ledger', name, status: 'draft', isDefault: false },
    ...{ clientId: null, sealedClientSecret: null, sealedWebhookKey: null, webhookKeySetAt: null },
    ...{ intentReceivedAt: null, grantedScopes: null, checks: [], dailyCallLimit: null },
    ...{ createdAt: now, updatedAt: now },
  };
}

async function keepDraft(ports: AppPorts, stores: Stores, signedIn: SignedIn, app: ProviderApp): Promise<void> {
  await stores.organizations.lock(app.organizationId);
  if ((await stores.providerApps.list(app)).length >= providerAppsMax) {
    throw conflict('provider_app_limit_reached', `an environment has at most ${providerAppsMax} provider apps`);
  }
  if (app.isDefault) await stores.providerApps.clearDefault(app);
  await stores.providerApps.insert(app);
  const details = { name: app.name, make_default: app.isDefault };
  const act = { action: 'provider_app.created', subject: app.id, details };
  await recordAct(stores, ports, actorOf(signedIn, app.environment), act);
}

export interface AppChanges {
  readonly name?: string | undefined;
  readonly makeDefault?: boolean | undefined;
}

/** Making one the default takes it from the one that was; of two who do so at once the later one has it. */
export function changeApp(ports: AppPorts) {
  return async (signedIn: SignedIn, id: string, { name, makeDefault }: AppChanges): Promise<ShownApp> => {
    const known = await appToChange(ports, signedIn, id);
    const app = await ports.storage.transaction(async (stores) => {
      await stores.organizations.lock(known.organizationId);
      if (makeDefault === true) await stores.providerApps.clearDefault(known);
      const held = await lockApp(stores, known);
      const next: ProviderApp = {
        ...held,
        name: name ?? held.name,
        isDefault: makeDefault ?? held.isDefault,
        updatedAt: ports.clock.now(),
      };
      await stores.providerApps.update(next);
      const details = {
        ...(name === undefined ? {} : { name }),
        ...(makeDefault === undefined ? {} : { make_default: makeDefault }),
      };
      const act = { action: 'provider_app.changed', subject: known.id, details };
      await recordAct(stores, ports, actorOf(signedIn, known.environment), act);
      return next;
    });
    return shown(ports, app);
  };
}
