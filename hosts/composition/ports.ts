import type { CorePorts } from '#core';
import { createCallJournal, createRequestJournal, createUsageMeter } from '../../adapters/call-journal/index.ts';
import {
  createDigester,
  createEventSigner,
  createPasswordHasher,
  createSecondFactors,
  createSecretVault,
  parseKeyRing,
} from '../../adapters/crypto/index.ts';
import { createEventSender } from '../../adapters/event-sender-http/index.ts';
import {
  createLedgerProvider,
  type LedgerProfile,
  sandboxProfile,
  xeroProfile,
} from '../../adapters/ledger-http/index.ts';
import { createTrytonProvider, listedTryton } from '../../adapters/ledger-tryton/index.ts';
import { createMailSender } from '../../adapters/mail-smtp/index.ts';
import { smallPng } from '../../adapters/pictures/index.ts';
import { createIdGenerator, createSystemClock } from '../../adapters/system/index.ts';
import type { Config } from './config.ts';
import { ownHosts } from './config-reader.ts';
import type { Factories } from './container.ts';
import { secretsOf } from './development-secrets.ts';
import type { OpenDatabase } from './open-database.ts';
import type { Shutdown } from './shutdown.ts';

/** The name of the first provider in requests, connections and addresses. */
export const firstProvider = 'ledger';

/** The URLs and header names of the first provider. */
export function ledgerProfile({ ledger, sandboxUrl }: Config): LedgerProfile {
  const { profile, ...named } = ledger;
  const base = profile === 'xero' ? xeroProfile : sandboxProfile(sandboxUrl);
  return { ...base, ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) };
}

interface Opened extends OpenDatabase {
  readonly log: CorePorts['log'];
  readonly tracing: CorePorts['tracing'];
  readonly databaseWatch: CorePorts['databaseWatch'];
  readonly replica: CorePorts['replica'];
  readonly shutdown: Shutdown;
}

/** Mail and password go unencrypted to a relay on this machine only, and in development. */
function mailSenderOf({ mail, allowHttp }: Config): CorePorts['mail'] {
  return mail && createMailSender({ ...mail, allowPlain: allowHttp || ownHosts.has(mail.server.host) });
}

export function portFactories(
  config: Config,
  { database, wakeUp, log, tracing, databaseWatch, replica, shutdown }: Opened,
): Factories<CorePorts> {
  const { storage } = database;
  const secrets = secretsOf(config);
  const profile = ledgerProfile(config);
  const closed = <Part extends { close(): Promise<void> | void }>(name: string, part: Part): Part => {
    shutdown.add(name, () => part.close());
    return part;
  };
  return {
    storage: () => storage,
    wakeUp: () => wakeUp,
    log: () => log,
    tracing: () => tracing,
    databaseWatch: () => databaseWatch,
    replica: () => replica,
    // Nothing is scanned unless the operator fills this port.
    fileInspector: () => undefined,
    clock: () => createSystemClock({ offsetSeconds: config.clockOffsetSeconds }),
    ids: () => createIdGenerator(),
    digester: () => createDigester({ pepper: secrets.apiKeyPepper }),
    sessionDigester: () => createDigester({ pepper: secrets.sessionSecret }),
    passwords: () => createPasswordHasher(),
    secondFactors: () => {
      const { hostname, origin } = new URL(config.baseUrl);
      return createSecondFactors({ host: hostname, origins: [origin, ...config.consoleOrigins] });
    },
    smallPng: () => smallPng,
    vault: () => createSecretVault({ keys: parseKeyRing(secrets.encryptionKeys) }),
    signer: () => createEventSigner(),
    sender: () => createEventSender({ allowCidrs: config.webhookAllowCidrs, allowHttp: config.allowHttp }),
    mail: () => {
      const sender = mailSenderOf(config);
      return sender && closed('the mail sender', sender);
    },
    providers: (get) => {
      const { trytonAllowedHosts: allowedHosts, webhookAllowCidrs: allowCidrs, allowHttp } = config;
      const clock = get('clock');
      return {
        [firstProvider]: createLedgerProvider({ profile, clock, hostedApp: config.hostedApp }),
        ...(allowedHosts.length > 0 && {
          tryton: createTrytonProvider({ clock, allowedHosts, allowCidrs, allowHttp }),
        }),
      };
    },
    budget: (get) => {
      const budget = database.requestBudget({ clock: get('clock'), log: get('log') });
      return closed('the request budget', budget);
    },
    journal: (get) =>
      closed('the call journal', createCallJournal({ store: get('storage').providerCalls, log: get('log') })),
    requestJournal: (get) =>
      closed('the request journal', createRequestJournal({ store: get('storage').requestLog, log: get('log') })),
    meter: (get) => {
      const ids = get('ids');
      const meter = createUsageMeter({ store: get('storage').usage, log: get('log'), nextId: () => ids.next('req') });
      return closed('the usage meter', meter);
    },
    settings: () => settingsOf(config),
  };
}

function settingsOf(config: Config): CorePorts['settings'] {
  const { baseUrl, redirectOrigins, readOnly, retentionDays, logRequestBodies } = config;
  const { reconcileIntervalMinutes, reconcileAdaptive, followMinutes, attachmentBytesPerDay } = config;
  return {
    baseUrl,
    redirectOrigins,
    readOnly,
    comingProviders: { tryton: listedTryton },
    retentionDays,
    logRequestBodies,
    reconcileIntervalMinutes,
    reconcileAdaptive,
    followMinutes,
    attachmentBytesPerDay,
  };
}
