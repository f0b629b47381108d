import { checksOf, type ShownApp } from '#core';
import { presentTime, presentTimeOrNull } from './time.ts';

/** Of the credentials only whether they are there. */
export function presentProviderApp({ app, redirectUri, webhookUrl, requiredScopes }: ShownApp) {
  return {
    provider_app_id: app.id,
    provider: app.provider,
    name: app.name,
    environment: app.environment,
    status: app.status,
    is_default: app.isDefault,
    has_client_id: app.clientId !== null,
    has_client_secret: app.sealedClientSecret !== null,
    has_webhook_signing_key: app.sealedWebhookKey !== null,
    client_id_last_four: lastFour(app.clientId),
    callback_urls: { oauth_redirect_uri: redirectUri, webhook_url: webhookUrl },
    checks: checksOf(app).map(({ check, status, message, remedy, checkedAt }) => ({
      ...{ check, status, message, remedy },
      checked_at: presentTimeOrNull(checkedAt),
    })),
    required_scopes: requiredScopes,
    granted_scopes: app.grantedScopes,
    intent_received_at: presentTimeOrNull(app.intentReceivedAt),
    created_at: presentTime(app.createdAt),
    updated_at: presentTime(app.updatedAt),
  };
}

/** Of a short one nothing: four characters would be most of it. */
function lastFour(clientId: string | null): string | null {
  return clientId !== null && clientId.length >= 12 ? clientId.slice(-4) : null;
}
