import type { SignedIn } from '../../../domain/console-session.ts';
import { notFound } from '../../../domain/errors.ts';
import { assertAllowed } from '../../../domain/permission.ts';
import type { ProviderApp, ShownApp } from '../../../domain/provider-app.ts';
import { type AppCheck, checksOf, scopesCheck, webhookCheck, withChecks } from '../../../domain/provider-app-check.ts';
import { assertWritable } from '../../assert-writable.ts';
import { claimClientId, clientIdInUse } from '../../client-id.ts';
import { appSecretPlace } from '../../ledger-client.ts';
import { actorOf, recordAct } from '../record-act.ts';
import { checkCredentials } from './check-credentials.ts';
import { type AppPorts, requireApp, shown } from './shown-app.ts';

/**
 * Makes every check that needs no person, and takes the others as they stand. It may be asked as often as wanted: what
 * waits for a person or for the provider passes the next time. CONFLICT `client_id_in_use` when all passes and another
 * app has the client ID.
 */
export function verifyApp(ports: AppPorts) {
  return async (signedIn: SignedIn, id: string): Promise<ShownApp> => {
    assertAllowed(signedIn.role, 'operate');
    assertWritable(ports.settings);
    const asked = await requireApp(ports, signedIn, id);
    const credentials = await checkCredentials(ports, asked);
    const app = await ports.storage.transaction(async (stores) => {
      const held = await stores.providerApps.lock(asked, asked.id);
      if (!held) throw notFound('provider app');
      const now = ports.clock.now();
      const found = [
        // What was found of credentials that were replaced meanwhile says nothing of the new ones.
        ...((await isSameClient(ports, held, asked)) ? [credentials] : []),
        ...(held.grantedScopes ? [scopesCheck(held.grantedScopes, ports.authorization.requiredScopes, now)] : []),
        webhookCheck(held, now),
      ];
      const next = { ...withChecks(held, found), updatedAt: now };
      await stores.providerApps.update(next);
      if (held.status !== next.status && !(await claimClientId(stores, ports, next))) throw clientIdInUse();
      const act = { ...actorOf(signedIn, asked.environment), action: 'provider_app.verification_run' };
      const details = { status: next.status, checks: statusesOf(checksOf(next)) };
      await recordAct(stores, ports, { ...act, subject: asked.id, details });
      return next;
    });
    return shown(ports, app);
  };
}

/** A re-encryption seals the same secret anew: what is inside is compared. */
export async function isSameClient({ vault }: AppPorts, a: ProviderApp, b: ProviderApp): Promise<boolean> {
  if (a.clientId !== b.clientId) return false;
  if (a.sealedClientSecret === b.sealedClientSecret) return true;
  if (a.sealedClientSecret === null || b.sealedClientSecret === null) return false;
  const place = appSecretPlace(a, 'client_secret');
  return (await vault.open(a.sealedClientSecret, place)) === (await vault.open(b.sealedClientSecret, place));
}

export function statusesOf(checks: readonly AppCheck[]): Record<string, string> {
  return Object.fromEntries(checks.map(({ check, status }) => [check, status]));
}
