// The filters of all lists except lists of records. Each is declared once, and from the declaration follow the accepted
// parameters, the documentation, the client, and the filters that stores must serve.
import { connectionStatuses } from './connection.ts';
import { connectionHealths } from './connection-health.ts';
import { deliveredTypes } from './delivery.ts';
import { badRequest, errorCodes } from './errors.ts';
import { eventTypes } from './event.ts';
import type { Id } from './ids.ts';
import { operationStates, operationTypes } from './operation.ts';
import { requestEffects, requestOutcomes } from './provider-request.ts';
import { codeOf, idOf, idsOf, instant, oneOf } from './query-text.ts';
import { type RequestStatuses, requestStatusesOf } from './request-log.ts';

/** What the text of a filter looks like: JSON Schema keywords beside `type: string`. */
type FilterForm = {
  readonly enum?: readonly string[];
  readonly format?: 'date-time';
  readonly pattern?: string;
  readonly examples?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
};

export interface ListFilter<T> {
  /** Its name in requests. */
  readonly wire: string;
  /** A sentence of the documentation. */
  readonly means: string;
  readonly form: FilterForm;
  /** Throws BAD_REQUEST with the filter's name. */
  readonly read: (text: string) => T;
}

/** The filters of one list, by the names that its store knows them by. */
export type ListFilters = Readonly<Record<string, ListFilter<unknown>>>;

/** What was asked of a list; a filter that was not given is absent. */
export type Filtered<D extends ListFilters> = {
  readonly [K in keyof D]?: D[K] extends ListFilter<infer T> ? T : never;
};

/** Reads texts by the filters' names in requests. Throws BAD_REQUEST for the first that its filter does not take. */
export function filterOf<D extends ListFilters>(
  declared: D,
  texts: Readonly<Record<string, string | undefined>>,
): Filtered<D> {
  const given = Object.entries(declared).flatMap(([name, { wire, read }]) => {
    const text = texts[wire];
    return text === undefined ? [] : [[name, read(text)]];
  });
  return Object.fromEntries(given) as Filtered<D>;
}

function text(wire: string, means: string, most?: number): ListFilter<string> {
  const read = (value: string): string => {
    if (most !== undefined && value.length > most) throw badRequest(wire, `must be at most ${most} characters`);
    return value;
  };
  return { wire, means, form: most === undefined ? {} : { minLength: 1, maxLength: most }, read };
}

/** `read` answers undefined only for undefined. */
function reading<T>(
  wire: string,
  means: string,
  form: FilterForm,
  read: (name: string, value: string) => T | undefined,
) {
  return { wire, means, form, read: (value: string) => read(wire, value) as T } satisfies ListFilter<T>;
}

function word<const W extends string>(wire: string, means: string, words: readonly W[]): ListFilter<W> {
  return reading(wire, means, { enum: words }, (name, value) => oneOf(name, value, words));
}

function id<const P extends string>(wire: string, prefix: P, means: string): ListFilter<Id<P>> {
  return reading(wire, means, {}, (name, value) => idOf(name, value, prefix));
}

const code = (means: string) => reading('code', means, { enum: errorCodes }, codeOf);

/** Both ends excluded. */
const created = (things: string) => ({
  createdAfter: reading('created_after', `Only ${things} created after this time.`, { format: 'date-time' }, instant),
  createdBefore: reading(
    'created_before',
    `Only ${things} created before this time.`,
    { format: 'date-time' },
    instant,
  ),
});

const customer = 'external_account_id';

export const eventFilters = {
  type: word('type', 'Only events of this type.', eventTypes),
  connectionId: id('connection_id', 'conn', 'Only events of this connection.'),
  externalAccountId: text(customer, 'Only events of this customer’s connections.'),
  ...created('events'),
};
export type EventFilter = Filtered<typeof eventFilters>;

export const operationFilters = {
  state: word('state', 'Only operations in this state.', operationStates),
  type: word('type', 'Only operations of this type.', operationTypes),
  excludeType: word('exclude_type', 'Leaves out the deliveries, of which there are the most.', ['webhook.deliver']),
  excludeRoutine: word(
    'exclude_routine',
    'Leaves out the deliveries, and the reconciliations and walks of the clock that succeeded.',
    ['true'],
  ),
  connectionId: id('connection_id', 'conn', 'Only operations of this connection.'),
  code: code('Only operations that failed with this code, without deliveries.'),
  reason: text('reason', 'Only operations that failed for this reason, without deliveries.'),
  ...created('operations'),
};

/** Of what waits for a member, in the console alone. */
export const proposalFilters = {
  heldOf: id('api_key_id', 'key', 'Only what this agent’s key asked for.'),
  type: word('type', 'Only operations of this type.', operationTypes),
  connectionId: id('connection_id', 'conn', 'Only operations of this connection.'),
};

export const deliveryFilters = {
  state: word('state', 'Only deliveries in this state, such as `dead_letter`.', operationStates),
  endpointId: id('webhook_endpoint_id', 'we', 'Only deliveries to this endpoint.'),
  eventId: id('event_id', 'evt', 'Only deliveries of this event.'),
  eventType: word('event_type', 'Only deliveries of events of this type.', deliveredTypes),
  connectionId: id('connection_id', 'conn', 'Only deliveries of events of this connection.'),
  externalAccountId: text(customer, 'Only deliveries of events of this customer’s connections.'),
  ...created('deliveries'),
};

export const requestFilters = {
  statuses: reading<RequestStatuses>(
    'status',
    'Only requests with this status: `404`, a class such as `4xx`, or `failed` for all from 400.',
    { pattern: '^([1-5](xx|[0-9]{2})|failed)$', examples: ['failed'] },
    requestStatusesOf,
  ),
  code: code('Only requests refused with this code.'),
  reason: text('reason', 'Only requests refused for this reason.'),
  actor: id('api_key_id', 'key', 'Only requests of this API key.'),
  connectionId: id('connection_id', 'conn', 'Only requests about this connection.'),
  route: text('route', 'Only requests of exactly this route, such as `/v1/connections/:connection_id/invoices`.'),
  ...created('requests'),
};
export type RequestFilter = Filtered<typeof requestFilters>;

export const providerRequestFilters = {
  outcome: word('outcome', 'Only provider requests with this outcome, such as `unknown`.', requestOutcomes),
  effect: word('effect', 'Only provider requests that read, or only those that write.', requestEffects),
  ...created('provider requests'),
};
export type ProviderRequestFilter = Filtered<typeof providerRequestFilters>;

export const connectionFilters = {
  ids: reading('connection_ids', 'Only these connections: at most 100 ids, separated by commas.', {}, (name, value) =>
    idsOf(name, value, 'conn'),
  ),
  externalAccountId: text(customer, 'Only connections of this customer of yours.'),
  status: word('status', 'Only connections in this status.', connectionStatuses),
  health: word('health', 'Only connections with this health, which is judged every ten seconds.', connectionHealths),
  search: text(
    'q',
    'Only connections whose organization name or external account id contains this text, in upper or lower case, or whose connection id or tenant id equals it.',
    300,
  ),
  missingScope: text(
    'missing_scope',
    'Only connections in use whose customers did not grant this scope, such as `accounting.attachments`: they have to connect again. It must be one that consents ask for now.',
    200,
  ),
};

export const auditFilters = {
  actor: text('actor', 'The id of the key or member that acted.'),
  action: text('action', 'What was done, such as `member.role_changed`.'),
  subject: text('subject', 'The id of what it was done to, or of the entry.'),
  ...created('entries'),
};
export type AuditFilter = Filtered<typeof auditFilters>;
