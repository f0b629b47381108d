import {
  createDigester,
  createEventSigner,
  createPasswordHasher,
  createSecretVault,
  parseKeyRing,
} from '../../adapters/crypto/index.ts';
import { createEventSender } from '../../adapters/event-sender-http/index.ts';
import { createIdGenerator, createSystemClock } from '../../adapters/system/index.ts';
import type { Config } from './config.ts';
import { bind, type DependencyContainer } from './container.ts';
import type { Secrets } from './development-secrets.ts';
import { tokens } from './tokens.ts';

export function bindSystem(into: DependencyContainer, config: Config, secrets: Secrets): void {
  bind(into, tokens.clock, () => createSystemClock({ offsetSeconds: config.clockOffsetSeconds }));
  bind(into, tokens.ids, () => createIdGenerator());
  bind(into, tokens.digester, () => createDigester({ pepper: secrets.apiKeyPepper }));
  bind(into, tokens.sessionDigester, () => createDigester({ pepper: secrets.sessionSecret }));
  bind(into, tokens.passwords, () => createPasswordHasher());
  bind(into, tokens.vault, () => createSecretVault({ keys: parseKeyRing(secrets.encryptionKeys) }));
  bind(into, tokens.signer, () => createEventSigner());
  bind(into, tokens.sender, () =>
    createEventSender({ allowCidrs: config.webhookAllowCidrs, allowHttp: config.allowHttp }),
  );
  bind(into, tokens.settings, () => ({
    baseUrl: config.baseUrl,
    redirectOrigins: config.redirectOrigins,
    readOnly: config.readOnly,
    hostedApp: config.hostedApp,
    reconcileIntervalMinutes: config.reconcileIntervalMinutes,
    retentionDays: config.retentionDays,
  }));
}
