/** Acts as people at the provider, for programs that run the sandbox in their process. */
import type { SandboxRequest, SandboxResponse } from '../http/message.ts';

type Handle = (request: SandboxRequest) => Promise<SandboxResponse>;

export function createPeople(handle: Handle, addOrganisation: (name: string) => string) {
  const control = async <T>(method: string, name: string, body?: object): Promise<T> => {
    const bytes = new TextEncoder().encode(body && JSON.stringify(body));
    const answer = await handle({ method, path: `/_sandbox/${name}`, headers: {}, body: bytes });
    const text = 'dropped' in answer ? 'no answer' : new TextDecoder().decode(answer.body);
    if ('dropped' in answer || answer.status >= 400) throw new Error(`the sandbox refused ${name}: ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    async consent(authorizeUrl: string, organisation: string): Promise<URL> {
      type Known = { readonly organisations: readonly { readonly tenant_id: string; readonly name: string }[] };
      const { organisations } = await control<Known>('GET', 'organisations');
      const tenantId =
        organisations.find(({ name }) => name === organisation)?.tenant_id ?? addOrganisation(organisation);
      const asked = { authorize_url: authorizeUrl, tenant_ids: [tenantId] };
      return new URL((await control<{ readonly callback_url: string }>('POST', 'consent', asked)).callback_url);
    },
    async pay(tenantId: string, invoiceId: string): Promise<void> {
      await control('POST', 'payments', { tenant_id: tenantId, invoice_id: invoiceId });
    },
  };
}
