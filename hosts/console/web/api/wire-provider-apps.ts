import type { Environment } from '../words/object-path.ts';

export interface AppCheck {
  readonly check: 'credentials' | 'oauth' | 'scopes' | 'webhook';
  readonly status: 'passed' | 'failed' | 'waiting';
  readonly message: string;
  readonly remedy: string | null;
  readonly checked_at: string | null;
}

export interface ProviderApp {
  readonly provider_app_id: string;
  readonly provider: string;
  readonly name: string;
  readonly environment: Environment;
  readonly status: 'draft' | 'verified';
  readonly is_default: boolean;
  readonly has_client_id: boolean;
  readonly has_client_secret: boolean;
  readonly has_webhook_signing_key: boolean;
  readonly client_id_last_four: string | null;
  readonly callback_urls: { readonly oauth_redirect_uri: string; readonly webhook_url: string };
  /** Always the four, in this order. */
  readonly checks: readonly AppCheck[];
  readonly required_scopes: readonly string[];
  readonly granted_scopes: readonly string[] | null;
  readonly intent_received_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Consent {
  readonly consent_url: string;
  readonly expires_at: string;
}
