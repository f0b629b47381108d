declare const kind: unique symbol;

/** The compiler tells ids of different things apart. Wire form: `<prefix>_<26 characters>` (TypeID). */
export type Id<Kind extends string> = string & { readonly [kind]: Kind };

export type OrganizationId = Id<'org'>;
export type MemberId = Id<'user'>;
export type ApiKeyId = Id<'key'>;
export type ProviderAppId = Id<'app'>;
export type ConnectSessionId = Id<'cs'>;
export type PortalSessionId = Id<'ps'>;
export type ConnectionId = Id<'conn'>;
export type OperationId = Id<'op'>;
export type EventId = Id<'evt'>;
export type WebhookEndpointId = Id<'we'>;
export type DeliveryId = Id<'dlv'>;
export type AuditId = Id<'audit'>;
export type RequestId = Id<'req'>;
export type ConsoleSessionId = Id<'csn'>;
export type FactorId = Id<'fct'>;
export type InvitationId = Id<'ivt'>;
export type AlertDestinationId = Id<'alert'>;
export type ProviderRequestId = Id<'prq'>;

const suffix = /^[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$/;

/** Checks the form only. */
export function isId<P extends string>(prefix: P, text: string): text is Id<P> {
  return text.startsWith(`${prefix}_`) && suffix.test(text.slice(prefix.length + 1));
}

const requestIdForm = /^[A-Za-z0-9._-]{1,128}$/;

/** A caller's own request id is used if it has this form. */
export function isRequestId(text: string): text is RequestId {
  return requestIdForm.test(text);
}
