import { environments } from '#core';
import type { DevelopmentCredentials } from './credentials-file.ts';

/** An app as the sandbox's control plane takes it (`POST /_sandbox/apps`). */
export interface SandboxApp {
  readonly client_id: string;
  readonly client_secret: string;
  readonly redirect_uris: readonly string[];
  readonly webhook_url: string;
  readonly webhook_key: string;
}

/** What a person would set up in the provider's developer portal: each app with where it calls back to. */
export function sandboxApps({ base_url, provider_apps }: DevelopmentCredentials): readonly SandboxApp[] {
  return environments.map((environment) => {
    const { provider_app_id, client_id, client_secret, webhook_key } = provider_apps[environment];
    return {
      client_id,
      client_secret,
      redirect_uris: [`${base_url}/oauth/ledger/callback`],
      webhook_url: `${base_url}/webhooks/ledger/${provider_app_id}`,
      webhook_key,
    };
  });
}
