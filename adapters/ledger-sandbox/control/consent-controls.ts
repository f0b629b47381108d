/** Controls over apps, consents and connections. */

import { onlyFields, optionalText, requiredText, textList, wrongField } from './control-fields.ts';
import type { ControlPorts, Controls } from './control-ports.ts';
import { registerApp } from './register-app.ts';

const appFields = ['client_id', 'client_secret', 'redirect_uris', 'webhook_url', 'webhook_key', 'name', 'scopes'];

export function consentControls({ books, clock, consent, grants }: ControlPorts): Controls {
  return {
    'POST apps'(body) {
      onlyFields(body, appFields);
      const client_id = requiredText(body, 'client_id');
      const command = {
        client_id,
        client_secret: optionalText(body, 'client_secret'),
        redirect_uris: body['redirect_uris'] === undefined ? undefined : textList(body, 'redirect_uris'),
        webhook_url: optionalText(body, 'webhook_url'),
        webhook_key: optionalText(body, 'webhook_key'),
        name: optionalText(body, 'name'),
        scopes: body['scopes'] === undefined ? undefined : textList(body, 'scopes'),
      };
      registerApp(books, command, clock.now());
      return { client_id };
    },
    'POST revoke'(body) {
      const tenantId = requiredText(body, 'tenant_id').toLowerCase();
      if (!books.tenants.get(tenantId)) wrongField('tenant_id', 'is not known');
      grants.disconnectTenant(tenantId);
      return {};
    },
    'POST consent'(body) {
      const text = requiredText(body, 'authorize_url');
      if (!URL.canParse(text)) wrongField('authorize_url', 'must be an address');
      const tenantIds = textList(body, 'tenant_ids').map((id) => id.toLowerCase());
      const stranger = tenantIds.findIndex((id) => !books.tenants.get(id));
      if (stranger >= 0) wrongField(`tenant_ids[${stranger}]`, 'is not known');
      const reading = consent.read(new URL(text).searchParams);
      if (reading.kind === 'page') wrongField('authorize_url', `shows an error page: ${reading.problem}`);
      if (reading.kind === 'redirect') return { callback_url: reading.location };
      return reading.kind === 'request' ? { callback_url: consent.decide(reading.request, tenantIds) } : {};
    },
  };
}
