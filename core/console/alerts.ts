// Where members are told that something needs a person: e-mail addresses and webhooks of Slack's form.
import {
  type AlertDestination,
  type AlertWay,
  alertDestinationsMost,
  alertHourMs,
  alertTestsAnHour,
  isMailAddress,
  shownWebhook,
} from '../domain/alert.ts';
import { testMessage } from '../domain/alert-words.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { badRequest, conflict, notFound, ServiceError } from '../domain/errors.ts';
import type { JsonObject } from '../domain/json.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { findById } from '../use-cases/access/find-by-id.ts';
import { type Actor, changesOf, recordAct } from '../use-cases/access/record-act.ts';
import { noMail, transmit, webhookPlace } from '../use-cases/alerts/transmit.ts';
import type { Answered, Write } from '../use-cases/writes/claim-key.ts';
import { actingMembers, actorOf, once } from './acting.ts';

type Rules = Pick<AlertDestination, 'environments' | 'events' | 'weeklySummary'>;

export interface NewAlertDestination extends Rules {
  readonly kind: AlertWay;
  readonly address: string;
  readonly write: Write;
}

export type AlertDestinationChange = { readonly [Name in keyof Rules]?: Rules[Name] | undefined };

export function listAlerts({ storage }: CorePorts) {
  return ({ organizationId }: SignedIn): Promise<readonly AlertDestination[]> =>
    storage.alertDestinations.list(organizationId);
}

/** Throws NOT_FOUND, also for another organization's. */
export function findAlert({ storage }: CorePorts) {
  return ({ organizationId }: Pick<SignedIn, 'organizationId'>, id: string): Promise<AlertDestination> =>
    findById('alert destination', 'alert', id, (known) => storage.alertDestinations.find(organizationId, known));
}

/**
 * Throws BAD_REQUEST `address`, BAD_REQUEST `email_not_configured`, CONFLICT `alert_limit_reached` and
 * `alert_already_there`.
 */
export function createAlert(ports: CorePorts) {
  return async (signedIn: SignedIn, asked: NewAlertDestination): Promise<Answered<AlertDestination>> => {
    const { kind, write, environments, events, weeklySummary } = asked;
    const address = addressFor(ports, kind, asked.address);
    return once<AlertDestination>(
      ports,
      { signedIn, environment: 'live', write },
      {
        act: ['alert.create'],
        async draft() {
          const { organizationId } = signedIn;
          const own = { id: ports.ids.next('alert'), organizationId };
          const now = ports.clock.now();
          const isMail = kind === 'email';
          const destination: AlertDestination = {
            ...own,
            kind,
            address: isMail ? address : shownWebhook(address),
            sealedAddress: isMail ? null : await ports.vault.seal(address, webhookPlace(own)),
            ...{ environments, events, weeklySummary, createdAt: now, updatedAt: now },
            ...{ lastSentAt: null, lastError: null, hourFrom: null, hourSent: 0 },
          };
          return {
            forReplay: destination.id,
            async apply(stores) {
              await actingMembers(stores, ports, signedIn, 'operate');
              await requireRoom(stores, destination);
              await stores.alertDestinations.insert(destination);
              await recordAct(stores, ports, actorOf(signedIn), act('created', destination));
              return destination;
            },
          };
        },
        replay: (stored) => findAlert(ports)(signedIn, String(stored)),
      },
    );
  };
}

function addressFor({ mail, sender }: CorePorts, kind: AlertWay, given: string): string {
  if (kind === 'email') {
    if (!mail) {
      const errors = [{ path: 'kind', message: noMail }];
      throw new ServiceError('BAD_REQUEST', `kind: ${noMail}`, { reason: 'email_not_configured', errors });
    }
    if (!isMailAddress(given)) throw badRequest('address', 'must be one e-mail address such as oncall@example.com');
    return given;
  }
  const refusal = sender.refuses(given);
  if (refusal !== undefined) throw badRequest('address', refusal);
  return given;
}

/** Locks the organization's members before, so that simultaneous requests cannot pass the limit. */
async function requireRoom({ alertDestinations }: Stores, { organizationId, kind, address }: AlertDestination) {
  const all = await alertDestinations.list(organizationId);
  // A webhook's shown address is not all of it, so two of them may look alike.
  const isThere = all.some((one) => kind === 'email' && one.kind === kind && one.address === address);
  if (isThere) throw conflict('alert_already_there', `${address} is a destination already: change that one`);
  if (all.length < alertDestinationsMost) return;
  const message = `an organization has at most ${alertDestinationsMost} destinations of alerts: remove one first`;
  throw conflict('alert_limit_reached', message);
}

export function changeAlert(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string, asked: AlertDestinationChange): Promise<AlertDestination> => {
    const known = await findAlert(ports)(signedIn, id);
    return ports.storage.transaction(async (stores) => {
      await actingMembers(stores, ports, signedIn, 'operate');
      const before = await stores.alertDestinations.lock(known.organizationId, known.id);
      if (!before) throw notFound('alert destination');
      const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
      const after: AlertDestination = { ...before, ...given, updatedAt: ports.clock.now() };
      const changes = changesOf(rulesOf(before), rulesOf(after));
      if (changes === null) return before;
      await stores.alertDestinations.update(after);
      await recordAct(stores, ports, actorOf(signedIn), { ...act('updated', after), changes });
      return after;
    });
  };
}

/** What was to be told there is not told. Throws NOT_FOUND. */
export function removeAlert(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string): Promise<void> => {
    const known = await findAlert(ports)(signedIn, id);
    await ports.storage.transaction(async (stores) => {
      await actingMembers(stores, ports, signedIn, 'operate');
      if (!(await stores.alertDestinations.remove(known.organizationId, known.id))) throw notFound('alert destination');
      await recordAct(stores, ports, actorOf(signedIn), act('deleted', known));
    });
  };
}

/**
 * Sends a test while the caller waits. Throws CONFLICT `alert_not_sent` with the reason, and RATE_LIMITED `alert_tests`
 * after 20 tests of the organization in an hour, so that nobody fills a stranger's mailbox.
 */
export function testAlert(ports: CorePorts) {
  return async (actor: Actor, id: string): Promise<AlertDestination> => {
    const destination = await findAlert(ports)(actor, id);
    await ports.storage.transaction(async (stores) => {
      await stores.organizations.lock(destination.organizationId);
      await requireTests(stores, ports, destination);
      await recordAct(stores, ports, actor, act('tested', destination));
    });
    const message = testMessage(destination, actor.name ?? 'the operator', ports.settings.baseUrl);
    const result = await transmit(ports, destination, message, `${destination.id}.${ports.ids.next('req')}`);
    const now = ports.clock.now();
    const after = await ports.storage.transaction(async ({ alertDestinations }) => {
      const latest = await alertDestinations.lock(destination.organizationId, destination.id);
      if (!latest) throw notFound('alert destination');
      const sent = result.kind === 'sent' ? { lastSentAt: now, lastError: null } : { lastError: result.error };
      const changed = { ...latest, ...sent };
      await alertDestinations.update(changed);
      return changed;
    });
    if (result.kind === 'failed') throw conflict('alert_not_sent', `the test was not sent: ${result.error}`);
    return after;
  };
}

async function requireTests(
  { audit }: Stores,
  { clock }: CorePorts,
  { organizationId }: AlertDestination,
): Promise<void> {
  const createdAfter = new Date(clock.now().getTime() - alertHourMs);
  const filter = { action: 'alert.tested', createdAfter };
  const { items } = await audit.list(organizationId, { limit: alertTestsAnHour, page: 1 }, filter);
  const oldest = items[alertTestsAnHour - 1];
  if (!oldest) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((oldest.at.getTime() - createdAfter.getTime()) / 1000));
  const message = `an organization sends at most ${alertTestsAnHour} tests of alerts an hour`;
  throw new ServiceError('RATE_LIMITED', message, { reason: 'alert_tests', retryAfterSeconds });
}

const rulesOf = ({ environments, events, weeklySummary }: Rules): JsonObject => ({
  environments,
  events,
  weekly_summary: weeklySummary,
});

const act = (verb: 'created' | 'updated' | 'deleted' | 'tested', { id, kind, address }: AlertDestination) => ({
  action: `alert.${verb}`,
  subject: id,
  details: { kind, address },
});
