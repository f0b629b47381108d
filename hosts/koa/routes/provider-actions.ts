import { familyOf } from '#core';
import { ProviderActionRequest, ProviderLinkAnswer, successOf } from '#core/schemas';
import { resourceWords } from './resource-words.ts';
import { apiRoutes, json, type OperationDoc } from './route.ts';

const taken = (what: string, prefix: string): Pick<OperationDoc, 'waits' | 'body'> => ({
  waits: true,
  body: {
    description: `Which ${what}: its \`resource_id\`, or the provider’s own \`provider_id\`.`,
    schemas: [ProviderActionRequest],
    examples: {
      resource_id: { summary: 'By the service’s id', value: { resource_id: `${prefix}_1m2g7zr9bn8s4t6w5x3y0v2k8d` } },
      provider_id: { summary: 'By the provider’s id', value: { provider_id: 'bd2270c3-8706-4c11-9cfb-000b551c3f51' } },
    },
  },
});

const rendered = resourceWords.filter(({ type }) => familyOf(type).isRendered);

const downloads: readonly OperationDoc[] = rendered.map(({ type, singular, spoken, withArticle, tag }) => ({
  operationId: `download${singular}Pdf`,
  tag,
  summary: `Download ${withArticle} as PDF`,
  description:
    'Rendered by the provider from the current document at each call; never a stored copy. `Content-Disposition` names the file by the document’s number, without a cached copy by its id.',
  pinned: { action: `${spoken.replaceAll(' ', '_')}.download_pdf` },
  ...taken('document', familyOf(type).idPrefix),
  success: { status: 200, description: 'The document.', contentType: 'application/pdf' },
  errors: ['PROVIDER_REJECTED'],
}));

const link = json(200, 'The address.', successOf(ProviderLinkAnswer));

const links: readonly OperationDoc[] = [
  {
    operationId: 'getInvoiceOnlineUrl',
    tag: 'Invoices',
    summary: 'Get an invoice’s online address',
    description:
      'The provider’s page on which the customer sees and pays the invoice. Only sales invoices that are not drafts have one; for others the answer is BAD_REQUEST with `reason` `no_provider_link`.',
    pinned: { action: 'invoice.get_online_url' },
    ...taken('invoice', 'inv'),
    success: link,
  },
  {
    operationId: 'getOrganizationDeepLink',
    tag: 'Organizations',
    summary: 'Get a link into an organization',
    description:
      'Where a person opens the connected organization at the provider. Any other organization is NOT_FOUND.',
    pinned: { action: 'organization.get_deep_link' },
    ...taken('organization', 'orgn'),
    success: link,
  },
];

export const providerActionRoutes = apiRoutes('Records', {
  'POST /v1/connections/:connection_id/provider-actions/:action': {
    reads: true,
    operations: [...downloads, ...links],
    handle: async ({ core, caller, param, write, waitSeconds }) => {
      const asked = { connectionId: param('connection_id'), action: param('action'), body: write.body, waitSeconds };
      const done = await core.resources.act(caller, asked);
      if (done.kind === 'link') return { message: 'Link to the provider', data: { url: done.url } };
      return done;
    },
  },
});
