// Made of the service's OpenAPI document by `npm run generate`; not to be edited.

/** - `BAD_REQUEST`: something about the request is not valid - `UNAUTHORIZED`: the key is missing, malformed, unknown or revoked - `CONNECTION_LIMIT_REACHED`: the contract allows no more connections - `READ_ONLY`: the deployment is in read-only mode - `FORBIDDEN`: the member or the key may not do this, or the provider’s list of paths lacks it - `NOT_FOUND`: it does not exist, or is not yours - `METHOD_NOT_ALLOWED`: the path has no such method - `PAYLOAD_TOO_LARGE`: the body is too large - `UNSUPPORTED_MEDIA_TYPE`: the body is not JSON - `CONFLICT`: the current state does not allow the request; `reason` says why - `ACTION_REQUIRED`: the customer has to connect again - `IDEMPOTENCY_IN_PROGRESS`: an earlier request with this key is still running - `IDEMPOTENCY_KEY_REUSED`: the key was used for another request - `PROVIDER_REJECTED`: the provider’s own validation refused the document - `RATE_LIMITED`: too many requests; `reason` says which limit - `INTERNAL`: something went wrong in the service - `PROVIDER_ERROR`: the provider’s answer was unreadable or an error - `PROVIDER_UNAVAILABLE`: the provider cannot be reached - `PROVIDER_TIMEOUT`: the provider did not answer in time - `DATABASE_UNAVAILABLE`: the service’s own database cannot be reached, takes no writes, or does not get a lock in time - `DATABASE_WENT_BACK`: the service’s own database has lost its latest changes, and its operator has not accepted that yet; nothing is written */
export type ErrorCode = "BAD_REQUEST" | "UNAUTHORIZED" | "CONNECTION_LIMIT_REACHED" | "READ_ONLY" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "CONFLICT" | "ACTION_REQUIRED" | "IDEMPOTENCY_IN_PROGRESS" | "IDEMPOTENCY_KEY_REUSED" | "PROVIDER_REJECTED" | "RATE_LIMITED" | "INTERNAL" | "PROVIDER_ERROR" | "PROVIDER_UNAVAILABLE" | "PROVIDER_TIMEOUT" | "DATABASE_UNAVAILABLE" | "DATABASE_WENT_BACK";

/** One field of a request that is not valid, and why. */
export type FieldError = {
  /** Where in the request, such as `line_items[2].description`. */
  path: string;
  /** What is wrong there, in words for a person. */
  message: string;
};

/** - `not_applied`: the write certainly did not reach the provider’s books - `unknown`: the write may have reached them; repeat it with the same Idempotency-Key to find out */
export type WriteOutcome = "not_applied" | "unknown";

/** The provider’s own words when it refused a document. */
export type ProviderErrorDetail = {
  /** The HTTP status of the provider’s answer. */
  status: number;
  /** What the provider said, in its own words. */
  messages: string[];
};

/** - `record`: it is in the books - `operation`: it waits for approval, or background work makes it - `write`: it was sent, and it is not known yet whether it was made */
export type LookAlikeKind = "record" | "operation" | "write";

/** - `organizations`: the connected organization - `contacts`: customers and suppliers - `invoices`: sales invoices and bills - `credit_notes`: credits against invoices - `quotes`: offers to customers - `payments`: payments of invoices, and refunds - `purchase_orders`: orders to suppliers - `accounts`: the chart of accounts - `tax_rates`: tax rates - `branding_themes`: layouts of printed documents - `items`: goods and services with a code - `tracking_categories`: what the lines of documents are marked with, such as regions or projects - `manual_journals`: postings by hand between accounts - `bank_transfers`: money moved between bank accounts - `repeating_invoices`: templates by which the provider makes invoices again and again - `bank_transactions`: money spent and received at bank accounts - `prepayments`: deposits, paid before there is an invoice - `overpayments`: what was paid beyond what was due */
export type ResourceType = "organizations" | "contacts" | "invoices" | "credit_notes" | "quotes" | "payments" | "purchase_orders" | "accounts" | "tax_rates" | "branding_themes" | "items" | "tracking_categories" | "manual_journals" | "bank_transfers" | "repeating_invoices" | "bank_transactions" | "prepayments" | "overpayments";

/** - `api_key`: an API key - `member`: a member, in the console - `agent`: a model, through an API key - `customer`: the customer, on the page “Your connection” - `system`: the service itself, or its operator */
export type ActorType = "api_key" | "member" | "agent" | "customer" | "system";

/** Who did it. */
export type Actor = {
  /** What acted. */
  type: ActorType;
  /** A key `key_…` or a member `user_…`; else `system` or `operator`. */
  id: string;
  /** The key’s name or the member’s e-mail address, as it was then. */
  name: string | null;
};

/** A record, or a write on its way, that an agent’s write resembles. */
export type LookAlike = {
  /** What `Not-Same-As` names: a record, the operation of one that waits, or a write whose end is not known. */
  id: string;
  /** Whether it is in the books. */
  kind: LookAlikeKind;
  /** Which family of records it is of. */
  type: ResourceType;
  /** Its number, as far as its copy has one. */
  number: string | null;
  /** When it was asked for, made, or first seen in the books. */
  created_at: string;
  /** Who made it; absent for what was seen in the books. */
  by?: Actor | undefined;
  /** The `Request-Ref` under which an agent made it. */
  ref: string | null;
  /** The other item of the same request. */
  item_key?: string | undefined;
};

/** Any answer that is not a success. `code` says what kind of error it is, `reason` which case of that kind; `retryable` says whether the same request can succeed later. */
export type ApiError = {
  /** Whether the request succeeded. */
  success: false;
  /** Can be shown to a person; names the field that is wrong. */
  message: string;
  /** A closed set: safe to branch on. */
  code: ErrorCode;
  /** Narrows the code down; new reasons may be added. */
  reason?: string | undefined;
  /** Also in the `X-Request-ID` header; name it when you ask for help. */
  request_id: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** Seconds to wait before asking again. */
  retry_after_seconds?: number | undefined;
  /** Every field that is wrong, at most 20. */
  errors?: FieldError[] | undefined;
  /** For a write: `not_applied` if it certainly did not reach the provider’s books. Repeating the write with the same Idempotency-Key is always safe. */
  outcome?: WriteOutcome | undefined;
  /** What the provider said: its status and message texts, nothing else. */
  provider_error?: ProviderErrorDetail | undefined;
  /** The service’s id of a connection. */
  connection_id?: string | undefined;
  /** With `scope_missing` of a connection: the scopes that its customer has to grant, as the provider names them, where it is known. */
  missing_scopes?: string[] | undefined;
  /** With `item_code_taken`: the service’s id of the item that has the code. */
  resource_id?: string | undefined;
  /** With `already_running`: the unfinished operation that works on the same document. */
  operation_id?: string | undefined;
  /** With `looks_the_same`: the newest of what the write resembles. */
  look_alike?: LookAlike | undefined;
  /** With `looks_the_same` of a bulk write: the item. */
  item_key?: string | undefined;
  /** With `write_unresolved` and `answer_too_large` of a provider request: the request, whose record tells its outcome. */
  provider_request_id?: string | undefined;
  /** With ACTION_REQUIRED: the customer must connect this connection again. */
  action?: "reconnect" | undefined;
};

/** An error in the form of RFC 9457, together with the members of the flat form; for `Accept: application/problem+json`. */
export type ApiProblem = {
  /** The address of the error’s paragraph in the guides. */
  type: string;
  /** The name of the HTTP status. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** The same as `message`. */
  detail: string;
  /** `urn:request:` and the request id. */
  instance: string;
  /** Whether the request succeeded. */
  success: false;
  /** Can be shown to a person; names the field that is wrong. */
  message: string;
  /** A closed set: safe to branch on. */
  code: ErrorCode;
  /** Narrows the code down; new reasons may be added. */
  reason?: string | undefined;
  /** Also in the `X-Request-ID` header; name it when you ask for help. */
  request_id: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** Seconds to wait before asking again. */
  retry_after_seconds?: number | undefined;
  /** Every field that is wrong, at most 20. */
  errors?: FieldError[] | undefined;
  /** For a write: `not_applied` if it certainly did not reach the provider’s books. Repeating the write with the same Idempotency-Key is always safe. */
  outcome?: WriteOutcome | undefined;
  /** What the provider said: its status and message texts, nothing else. */
  provider_error?: ProviderErrorDetail | undefined;
  /** The service’s id of a connection. */
  connection_id?: string | undefined;
  /** With `scope_missing` of a connection: the scopes that its customer has to grant, as the provider names them, where it is known. */
  missing_scopes?: string[] | undefined;
  /** With `item_code_taken`: the service’s id of the item that has the code. */
  resource_id?: string | undefined;
  /** With `already_running`: the unfinished operation that works on the same document. */
  operation_id?: string | undefined;
  /** With `looks_the_same`: the newest of what the write resembles. */
  look_alike?: LookAlike | undefined;
  /** With `looks_the_same` of a bulk write: the item. */
  item_key?: string | undefined;
  /** With `write_unresolved` and `answer_too_large` of a provider request: the request, whose record tells its outcome. */
  provider_request_id?: string | undefined;
  /** With ACTION_REQUIRED: the customer must connect this connection again. */
  action?: "reconnect" | undefined;
};

/** Which page of a list this is, and how to read the next one. */
export type ListMeta = {
  /** The page number, from 1; null when the list was read by cursor. */
  page: number | null;
  /** The largest number of items on a page. */
  limit: number;
  /** How many items match in all. */
  total: number;
  /** How many pages of `limit` items there are. */
  total_pages: number;
  /** Whether more items follow; a page may end early, at 4 MiB. */
  has_more: boolean;
  /** Give it as `cursor` to continue after the last item, as fast as the first page; null at the end. */
  next_cursor: string | null;
  /** True from 10,000 on, where counting stops. Absent below; `has_more` is always exact. */
  total_is_estimate?: boolean | undefined;
};

/** Which page of the provider’s search results this is. The provider gives no total. */
export type SearchMeta = {
  /** The page that was asked for, from 1; null when it was read by cursor. */
  page: number | null;
  /** How many of the provider’s records a page searches; no more can match. */
  limit: number;
  /** Null, because the provider does not count. */
  total: null;
  /** Null, because the provider does not count. */
  total_pages: null;
  /** Whether the provider may have more records to search. A page without items may have a successor. */
  has_more: boolean;
  /** Give it as `cursor`, with the same filters, to search on; null at the end. */
  next_cursor: string | null;
};

/** The page on which a person sees the record at the provider. */
export type ProviderLink = {
  /** Open it in a browser; it is not part of this API. */
  url: string;
};

/** - `available`: can be connected - `coming_soon`: cannot be connected yet */
export type ProviderStatus = "available" | "coming_soon";

/** - `oauth`: the customer consents at the provider, through a provider app - `form`: the customer enters how to reach the provider on the hosted page; there is no provider app */
export type ProviderConnect = "oauth" | "form";

/** - `pushed`: the provider tells of changes at once - `polled`: the service asks for changes at regular times */
export type ProviderNotifications = "pushed" | "polled";

/** What can be done with the records of one type. Anything else is `CONFLICT`, `not_supported_by_provider`. */
export type FamilyCapabilities = {
  /** Whether they are synced and listed. */
  list: boolean;
  /** Whether one can be read. */
  read: boolean;
  /** Whether they can be created. */
  create: boolean;
  /** Whether they can be changed. */
  update: boolean;
  /** Whether they can be cancelled. */
  cancel: boolean;
  /** Whether they can be deleted for good. */
  delete: boolean;
  /** Whether an archived one can be made active. */
  restore: boolean;
  /** Whether they are rendered as PDF. */
  pdf: boolean;
  /** Whether the provider mails them. */
  email: boolean;
  /** Whether a page at the provider shows them. */
  link: boolean;
  /** Whether they can be written in bulk. */
  bulk: boolean;
  /** Whether they can be written as the provider’s own documents. */
  native: boolean;
  /** Whether files are listed, downloaded and attached. */
  attachments: boolean;
  /** Whether their history is told, and notes can be added. */
  history: boolean;
  /** Whether their credit is allocated to invoices. */
  allocate: boolean;
  /** The normalized fields that can be written. */
  writable_fields: string[];
};

/** What a provider can do, by type of record. A type that is left out does not exist there. */
export type Capabilities = {
  /** What can be done with organizations. */
  organizations?: FamilyCapabilities | undefined;
  /** What can be done with contacts. */
  contacts?: FamilyCapabilities | undefined;
  /** What can be done with invoices. */
  invoices?: FamilyCapabilities | undefined;
  /** What can be done with credit notes. */
  credit_notes?: FamilyCapabilities | undefined;
  /** What can be done with quotes. */
  quotes?: FamilyCapabilities | undefined;
  /** What can be done with payments. */
  payments?: FamilyCapabilities | undefined;
  /** What can be done with purchase orders. */
  purchase_orders?: FamilyCapabilities | undefined;
  /** What can be done with accounts. */
  accounts?: FamilyCapabilities | undefined;
  /** What can be done with tax rates. */
  tax_rates?: FamilyCapabilities | undefined;
  /** What can be done with branding themes. */
  branding_themes?: FamilyCapabilities | undefined;
  /** What can be done with items. */
  items?: FamilyCapabilities | undefined;
  /** What can be done with tracking categories. */
  tracking_categories?: FamilyCapabilities | undefined;
  /** What can be done with manual journals. */
  manual_journals?: FamilyCapabilities | undefined;
  /** What can be done with bank transfers. */
  bank_transfers?: FamilyCapabilities | undefined;
  /** What can be done with repeating invoices. */
  repeating_invoices?: FamilyCapabilities | undefined;
  /** What can be done with bank transactions. */
  bank_transactions?: FamilyCapabilities | undefined;
  /** What can be done with prepayments. */
  prepayments?: FamilyCapabilities | undefined;
  /** What can be done with overpayments. */
  overpayments?: FamilyCapabilities | undefined;
};

/** - `profit_and_loss`: income and expenses over time - `balance_sheet`: assets, liabilities and equity on a day - `trial_balance`: every account on a day, with debits and credits - `aged_receivables`: a customer’s open documents - `aged_payables`: a supplier’s open documents - `bank_summary`: every bank account over time */
export type ReportName = "profit_and_loss" | "balance_sheet" | "trial_balance" | "aged_receivables" | "aged_payables" | "bank_summary";

/** - `invoice.create_and_deliver`: create, authorise and deliver an invoice - `invoice.create_with_contact`: find or create the contact, then create the invoice - `invoice.record_payment`: pay an invoice, in part or in full - `invoice.void_and_reissue`: void a wrong invoice and create its correction - `credit_note.create_and_allocate`: create a credit note and settle an invoice by it - `quote.create_and_send`: create a quote and mail it - `quote.convert_to_invoice`: create the invoice of an accepted quote - `purchase_order.create_and_deliver`: create and authorise a purchase order - `bank_transaction.record`: find or create the contact, then record what was spent or received - `payout.summarise`: post a payout as one journal or invoice */
export type RecipeName = "invoice.create_and_deliver" | "invoice.create_with_contact" | "invoice.record_payment" | "invoice.void_and_reissue" | "credit_note.create_and_allocate" | "quote.create_and_send" | "quote.convert_to_invoice" | "purchase_order.create_and_deliver" | "bank_transaction.record" | "payout.summarise";

/** An accounting provider to which customers can connect. */
export type Provider = {
  /** The value of `provider` in a connect session. */
  id: string;
  /** The name. */
  name: string;
  /** Other names that requests may give as `provider`; answers have `id`. */
  aliases: string[];
  /** Whether it can be connected. */
  status: ProviderStatus;
  /** How a customer connects it. */
  connect: ProviderConnect;
  /** What a consent asks for, in the provider’s words; it follows what the operator switched on. */
  scopes: string[];
  /** How the service learns of changes. */
  notifications: ProviderNotifications;
  /** What can be done, by type of record. */
  capabilities: Capabilities;
  /** The reports that it computes. */
  reports: ReportName[];
  /** The actions that can be called. */
  actions: string[];
  /** The recipes that can be run. */
  recipes: RecipeName[];
};

/** A link by which a customer connects an organization. It works once, until `expires_at`. */
export type ConnectSession = {
  /** The id of the session. */
  connect_session_id: string;
  /** Send the customer’s browser here. Works once. */
  connect_url: string;
  /** When the link stops working (UTC). */
  expires_at: string;
};

/** A link to the page “Your connection”, which works until `expires_at`. */
export type PortalSession = {
  /** The service’s id of the record. */
  id: string;
  /** The page “Your connection”. Whoever has the link can end the access. */
  url: string;
  /** When the link stops working (UTC). */
  expires_at: string;
};

/** - `open`: the link can be used - `connected`: the customer has connected - `cancelled`: the customer refused - `failed`: nothing was connected; `error` says why - `expired`: the link was not used in time */
export type ConnectSessionStatusStatus = "open" | "connected" | "cancelled" | "failed" | "expired";

/** The state of a connect link. */
export type ConnectSessionStatus = {
  /** The id of the session. */
  connect_session_id: string;
  /** How far the session is. */
  status: ConnectSessionStatusStatus;
  /** The service’s id of a connection. */
  connection_id?: string | undefined;
  /** Why nothing is connected, or not yet. */
  error?: string | undefined;
  /** When the link stops working (UTC). */
  expires_at: string;
};

/** - `test`: for tests; its data is separate - `live`: for customers */
export type Environment = "test" | "live";

/** - `pending_selection`: the customer has consented to several organizations and has yet to choose one - `active`: in use - `action_required`: the authorization is unusable, and the customer has to connect again - `disconnecting`: being removed - `disconnected`: removed; its credentials and records are purged */
export type ConnectionStatus = "pending_selection" | "active" | "action_required" | "disconnecting" | "disconnected";

/** - `ok`: works, or is not in use - `degraded`: the last three calls failed; or records are stored and no sync ended for two reconciliation intervals - `failing`: `status` is `action_required`, a call of the last 24 hours needed a scope that was not granted, or the connection is degraded and nothing succeeded for eight reconciliation intervals */
export type ConnectionHealth = "ok" | "degraded" | "failing";

/** - `authorization`: the provider refuses the authorization or the provider app - `scope_missing`: a call needs a scope that the customer did not grant - `rate_limited`: the provider refuses calls because there are too many - `provider_unavailable`: the provider fails or does not answer - `sync_failed`: calls succeed, but no sync ended */
export type ConnectionHealthReason = "authorization" | "scope_missing" | "rate_limited" | "provider_unavailable" | "sync_failed";

/** - `cached`: records are copied, so that they can be listed - `zero`: no record is ever stored */
export type RetentionMode = "cached" | "zero";

/** - `not_understood`: the service cannot read what the provider sent - `not_storable`: the database cannot store a value of the record - `stamp_in_future`: the provider stamped the record in the future: it counts as changed when it was read - `not_supported_by_provider`: the provider refuses to list this family: the lists lack it */
export type SyncWarningReason = "not_understood" | "not_storable" | "stamp_in_future" | "not_supported_by_provider";

/** A record of the provider that a sync could not read, and why. */
export type SyncWarning = {
  /** The type of the record. */
  resource_type: ResourceType;
  /** The provider’s own id of the record; null where the provider’s document has none. */
  provider_id: string | null;
  /** Why the record is missing. */
  reason: SyncWarningReason;
  /** When it was noted (UTC). */
  noted_at: string;
};

/** What is walked of a connection by the clock, and what it costs. */
export type Follow = {
  /** The families that are walked. */
  families: ResourceType[];
  /** Minutes between two walks; 0 is off. */
  minutes: number;
  /** The provider calls of a day in which nothing changes: one a family and walk. */
  calls_a_day: number;
};

/** - `notifications`: the provider notifies of its changes; reconciliation makes good what is lost - `polls`: it is read every minute or so - `walks`: it is walked by the clock - `nothing`: it is read by a sync of `all` alone */
export type FamilyHeardBy = "notifications" | "polls" | "walks" | "nothing";

/** - `off`: it is not followed - `zero_retention`: the connection stores no records - `connection_not_active`: the connection is not active - `budget`: the syncs’ share of the provider budget is used up; the walk goes on when there is some again - `scope_missing`: the customer did not grant a scope that it needs; it is tried again after a day or a new consent - `action_required`: the customer has to connect again - `not_supported_by_provider`: the provider does not list it - `provider_failed`: the provider failed or did not answer; it is tried again */
export type NotWalkedReason = "off" | "zero_retention" | "connection_not_active" | "budget" | "scope_missing" | "action_required" | "not_supported_by_provider" | "provider_failed";

/** How a family of records was last walked. */
export type FamilyWalk = {
  /** The type of the record. */
  resource_type: ResourceType;
  /** How the service hears of changes of the family. */
  heard_by: FamilyHeardBy;
  /** When the last walk came to its end; null before. */
  walked_at: string | null;
  /** How many records that walk read. */
  read: number;
  /** How many of them had changed. */
  changed: number;
  /** How many records that walk found gone. */
  removed: number;
  /** When a walk was last tried. */
  tried_at: string | null;
  /** Why the family was not walked lately; null if the last try came to its end. */
  not_walked: NotWalkedReason | null;
};

/** One organization of a customer at the provider, with the authorization to read and write it. */
export type Connection = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** The provider’s id in `GET /v1/providers`; a connection keeps it. */
  provider: string;
  /** The service’s id of the provider app that it came through; null for the hosted app. */
  provider_app_id: string | null;
  /** The provider’s id of the connected organization; null until one was chosen. */
  provider_tenant_id: string | null;
  /** The name of the connected organization. */
  provider_tenant_name: string | null;
  /** The environment that it belongs to. */
  environment: Environment;
  /** Whether it can be used. */
  status: ConnectionStatus;
  /** Why it has this status; null for a usual status. */
  status_reason: string | null;
  /** Whether the connection works, judged by its recent calls to the provider and its syncs; it does not change `status`. A document that the provider refuses is no failure of the connection. */
  health: ConnectionHealth;
  /** Why it is not `ok`; null while it is. */
  health_reason: ConnectionHealthReason | null;
  /** The reason and the next step, for your support; it may name what only you or your operator can mend. */
  health_message: string | null;
  /** The last call to the provider that succeeded, or the last sync that ended, whichever is later. */
  last_success_at: string | null;
  /** Whether records are copied. */
  retention_mode: RetentionMode;
  /** What the customer consented to, in the provider’s words. */
  scopes: string[];
  /** Your own data, as you gave it. */
  metadata: Record<string, unknown>;
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** The day from which the first sync reads, by the provider’s stamp of change: contacts and documents that changed before it are not read; master data is read whole. Null: everything. */
  sync_from: string | null;
  /** Records that lists lack or show in an older state, because the service could not read or store them, and records that the provider stamped in the future. The newest 20; a warning disappears once its record is read and stored again. */
  sync_warnings: SyncWarning[];
  /** When it was created (UTC). */
  created_at: string;
  /** When it last changed (UTC). */
  updated_at: string;
  /** Scopes that a consent asks for now and that this connection’s did not grant: what needs them is refused with `scope_missing` until the customer connects again. */
  missing_scopes: string[];
  /** What is walked by the clock, because no notification tells of its changes. */
  follow: Follow;
  /** How each family was last walked; only of a connection that is read by itself. */
  walks?: FamilyWalk[] | undefined;
  /** What you can show to the connection’s customer, in the language of the request; null while nothing is wrong. */
  customer_message: string | null;
};

/** Calls of the last minute, counted over 61 seconds. */
export type MinuteBudget = {
  /** How many calls the provider allows in a minute. */
  limit: number;
  /** Calls that count against the limit now. */
  used: number;
  /** When the last of these calls stops counting. */
  resets_at: string;
};

/** Calls of the UTC day. */
export type DayBudget = {
  /** How many calls the provider allows per day, or the provider app’s own lower limit. */
  limit: number;
  /** Calls of the day so far. */
  used: number;
  /** The next midnight, UTC. */
  resets_at: string;
  /** The calls expected for the whole day, at the pace of the service’s own calls since the first one of the day. It may exceed the limit. Null until an hour after that first call. */
  forecast: number | null;
};

/** The service’s own calls of the UTC day, by their cause. */
export type CallsByCause = {
  /** API requests and the console. */
  requests: number;
  /** For files: lists, downloads and uploads. */
  attachments: number;
  /** Automations. */
  automations: number;
  /** Bulk writes. */
  bulk: number;
  /** Reads of records that the provider’s notifications named. */
  notifications: number;
  /** Syncs, including those that notifications started. */
  syncs: number;
  /** Reconciliation, by schedule and after a gap in the notifications. */
  reconciliation: number;
  /** Requests of one’s own to the provider. */
  provider_requests: number;
};

/** What the provider allows a connection, and how much of it is used. */
export type ConnectionBudget = {
  /** How much of the minute’s limit is used. */
  minute: MinuteBudget;
  /** How much of the limit for the UTC day is used. */
  day: DayBudget;
  /** Calls that now wait for the provider’s answer. */
  in_flight: number;
  /** What the service’s own calls of the day were for. Calls that others made through the same app have no cause. */
  by_cause: CallsByCause;
  /** Until when the provider refuses every call; null if it does not. */
  blocked_until: string | null;
  /** What the walks of followed families cost; they count under `syncs`. */
  follow: Follow;
};

/** A record, or a write on its way, that another one of its group looks like. */
export type GroupedLookAlike = {
  /** Of a record, of the operation of one that waits, or of a write whose end is not known. */
  id: string;
  /** `record`: it was made · `operation`: it waits or is on its way · `write`: it is not known yet whether it was made. */
  kind: LookAlikeKind;
  /** The record’s number, as its copy has it. */
  number: string | null;
  /** When it was made, asked for, or seen first in the books. */
  created_at: string;
  /** Who asked for it; null for what was seen in the books. */
  by: Actor | null;
  /** The purpose that an agent named. */
  ref: string | null;
};

/** Two or more creates of a connection that may be one thing. */
export type LookAlikeGroup = {
  /** The family of the records. */
  type: ResourceType;
  /** The newest first. */
  items: GroupedLookAlike[];
};

/** - `record.write`: makes one write of a record that a member approved - `automation.invoice.create_and_deliver`: create, authorise and deliver an invoice - `automation.invoice.create_with_contact`: find or create the contact, then create the invoice - `automation.invoice.record_payment`: pay an invoice, in part or in full - `automation.invoice.void_and_reissue`: void a wrong invoice and create its correction - `automation.credit_note.create_and_allocate`: create a credit note and settle an invoice by it - `automation.quote.create_and_send`: create a quote and mail it - `automation.quote.convert_to_invoice`: create the invoice of an accepted quote - `automation.purchase_order.create_and_deliver`: create and authorise a purchase order - `automation.payout.summarise`: post a payout as one journal or invoice - `records.bulk`: writes many records - `connection.sync`: reads what has changed at the provider - `connection.reconcile`: reads what has changed at the provider, by schedule - `connection.follow`: reads the families that the provider does not notify of, by schedule - `notification.process`: reads what the provider has reported as changed - `webhook.deliver`: sends an event to an endpoint - `webhook.recover`: sends again what an endpoint did not get - `operation.replay_many`: replays the operations that a filter matches - `webhook.redeliver_many`: sends the deliveries again that a filter matches - `retention.purge`: deletes what was stored of a disconnected connection - `list.export`: writes a list into a file - `alert.send`: tells people that something needs one of them; only members see it - `secrets.reencrypt`: moves stored secrets to the newest key - `automation.bank_transaction.record`: find or create the contact, then record what was spent or received */
export type OperationType = "automation.invoice.create_and_deliver" | "automation.invoice.create_with_contact" | "automation.invoice.record_payment" | "automation.invoice.void_and_reissue" | "automation.credit_note.create_and_allocate" | "automation.quote.create_and_send" | "automation.quote.convert_to_invoice" | "automation.purchase_order.create_and_deliver" | "automation.bank_transaction.record" | "automation.payout.summarise" | "record.write" | "records.bulk" | "connection.sync" | "connection.reconcile" | "connection.follow" | "notification.process" | "webhook.deliver" | "webhook.recover" | "operation.replay_many" | "webhook.redeliver_many" | "list.export" | "alert.send" | "retention.purge" | "secrets.reencrypt";

/** - `awaiting_approval`: waits for a member, who approves or declines it in the console; nothing is sent meanwhile - `queued`: waits for its turn - `running`: a worker is working on it - `retrying`: an attempt failed, and the next one is planned - `succeeded`: ended with success - `failed`: ended with an error that a retry cannot fix - `cancelled`: ended on request - `dead_letter`: ended because every attempt failed */
export type OperationState = "awaiting_approval" | "queued" | "running" | "retrying" | "succeeded" | "failed" | "cancelled" | "dead_letter";

/** - `succeeded`: done; it is not repeated - `failed`: ended with an error */
export type StepState = "succeeded" | "failed";

/** One step of an operation, with its result. */
export type OperationStep = {
  /** The name of the step, unique in its operation. */
  name: string;
  /** The present state. */
  state: StepState;
  /** The result, as any JSON value. */
  result: unknown;
  /** What went wrong; null where nothing did. */
  error: OperationError | null;
  /** When it began (UTC). */
  started_at: string;
  /** When it ended (UTC). */
  finished_at: string;
};

/** - `succeeded`: the work is done - `retrying`: failed, and another attempt follows - `failed`: failed with an error that a retry cannot fix - `dead_letter`: failed, and no attempt was left - `cancelled`: stopped on request - `postponed`: waited for the provider’s budget, and does not count as an attempt - `lost`: its worker disappeared */
export type AttemptOutcome = "succeeded" | "retrying" | "failed" | "dead_letter" | "cancelled" | "postponed" | "lost";

/** One attempt at an operation. */
export type OperationAttempt = {
  /** Which run it belongs to, from 1: every replay begins the next. */
  run: number;
  /** The attempt’s number in its run, from 1. */
  number: number;
  /** When it began (UTC). */
  started_at: string;
  /** When it ended (UTC). */
  finished_at: string;
  /** How the attempt ended. */
  outcome: AttemptOutcome;
  /** What went wrong; null where nothing did. */
  error: OperationError | null;
};

/** - `provider_budget`: the connection’s calls to the provider are used up - `record`: another change holds the record */
export type OperationWait = "provider_budget" | "record";

/** Who ran an ended operation again, when, and why. */
export type OperationReplay = {
  /** When it happened (UTC). */
  at: string;
  /** Who did it: an API key `key_…` or a member `user_…`. */
  actor: string;
  /** Why, in a few words; stored in the audit log. */
  reason: string;
  /** The state before. */
  previous_state: OperationState;
  /** How many attempts the previous run had. */
  previous_attempt_count: number;
};

/** What an agent asked for, which a member must approve. */
export type OperationProposal = {
  /** The agent’s tool that asks for the same, such as `create_invoice`; null where there is none. */
  tool: string | null;
  /** The family of the record; null for an automation. */
  record_type: ResourceType | null;
  /** What counts against the limits of the key, before tax; null if nothing does, and for a connection that stores no records. */
  amount: string | null;
  /** The currency of the amount. */
  currency: string | null;
};

/** - `approved`: it is sent, once and as it was proposed - `declined`: nothing is sent */
export type DecisionVerdict = "approved" | "declined";

/** How a member decided about what was proposed. */
export type OperationDecision = {
  /** What the member decided. */
  verdict: DecisionVerdict;
  /** The member. */
  by: Actor;
  /** When. */
  at: string;
  /** What the member said to the agent. */
  comment: string | null;
};

/** A piece of durable background work, such as a sync, an automation or a disconnection. After a crash it continues where it was. */
export type Operation = {
  /** The service’s id of an operation. */
  operation_id: string;
  /** What kind of work it is. */
  type: OperationType;
  /** The present state. */
  state: OperationState;
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The operation’s input. `{ "purged": true }` once the connection is disconnected: `result` and the results of steps are purged too, `metadata` is empty, and messages of errors are deleted. */
  input: Record<string, unknown>;
  /** The result, as any JSON value. */
  result: unknown;
  /** What went wrong; null where nothing did. */
  error: OperationError | null;
  /** The steps, in their order. */
  steps: OperationStep[];
  /** Every try, the oldest first. */
  attempts: OperationAttempt[];
  /** The current run: 1 at first; every replay begins the next. */
  run: number;
  /** How many attempts of this run count against `max_attempts`. */
  attempt_count: number;
  /** How many attempts a run has at most. */
  max_attempts: number;
  /** When it is tried next (UTC); null where no attempt is planned. */
  next_attempt_at: string | null;
  /** Why it is `queued` until `next_attempt_at` although no attempt has failed; else null. */
  waiting_for: OperationWait | null;
  /** When the lease of the operation’s worker ends (UTC), unless the worker renews it. */
  lease_expires_at: string | null;
  /** Who ran it again, when and why; the oldest first. */
  replays: OperationReplay[];
  /** Your own data, as you gave it. */
  metadata: Record<string, unknown>;
  /** What an agent asked for that a member must approve; null for other work. */
  proposal: OperationProposal | null;
  /** Where a member reads and decides it, in the console. The link alone approves nothing. */
  approve_url: string | null;
  /** When it ends unsent if nobody decides: seven days after it was proposed. */
  expires_at: string | null;
  /** Null while it waits, and if it ended without a decision; `error.reason` then says why. */
  decision: OperationDecision | null;
  /** The request that caused it, `X-Request-ID`. */
  request_id: string;
  /** Who asked for it. */
  actor: Actor;
  /** When it was created (UTC). */
  created_at: string;
  /** When it began (UTC). */
  started_at: string | null;
  /** When it last changed (UTC). */
  updated_at: string;
  /** When it ended (UTC). */
  finished_at: string | null;
};

/** A count that ends at 10,000. */
export type BoundedCount = {
  /** How many were counted. */
  value: number;
  /** True at 10,000: counting ends there, and there may be more. */
  at_least: boolean;
};

/** What a filter matches, as `dry_run` answers. Nothing was replayed. */
export type OperationReplaysPreview = {
  /** How many match now. */
  count: BoundedCount;
  /** The newest of them, at most ten. */
  sample: ListedOperation[];
};

/** What a filter matches, as `dry_run` answers. Nothing was sent. */
export type DeliveryReplaysPreview = {
  /** How many match now. */
  count: BoundedCount;
  /** The newest of them, at most ten. */
  sample: ListedWebhookDelivery[];
};

/** Failed operations of one type with one code and reason. */
export type OperationFailures = {
  /** What the operations do. */
  type: OperationType;
  /** The code of their errors. */
  code: ErrorCode | null;
  /** The reason of their errors. */
  reason: string | null;
  /** How many of the newest 10,000 failures. */
  count: number;
  /** When the latest of them was created (UTC). */
  latest_at: string;
};

/** Why an operation, or an attempt at it, has failed. */
export type OperationError = {
  /** What went wrong. */
  code: ErrorCode;
  /** Distinguishes cases of a code; new reasons may be added. */
  reason?: string | undefined;
  /** What happened, in words for a person. */
  message: string;
  /** Whether the same may succeed later. */
  retryable: boolean;
  /** Whether the write reached the provider’s books. */
  outcome?: WriteOutcome | undefined;
};

/** - `pending`: not sent - `succeeded`: written - `failed`: refused, or could not be sent; `error` says why - `unknown`: sent, and the result is not known, or not yet */
export type BulkItemStatus = "pending" | "succeeded" | "failed" | "unknown";

/** - `echo_differs`: the provider’s answer differs from what was sent - `provider_changed_document`: the provider says that it took the document and made something otherwise */
export type WriteWarningCode = "echo_differs" | "provider_changed_document";

/** What the provider’s answer to a write lacks, or has otherwise, of what was sent. */
export type WriteWarning = {
  /** What differs. */
  code: WriteWarningCode;
  /** The field as it was sent, such as `line_items[0].tracking[1]`; empty for `provider_changed_document`. */
  path: string;
  /** For a person. Of `echo_differs` the difference, without any value; of `provider_changed_document` the provider’s words. */
  message: string;
};

/** One item of a bulk write and its result. */
export type BulkItem = {
  /** The caller’s name for the item, unique in its request. */
  item_key: string;
  /** The state of the record, in the provider’s word. */
  status: BulkItemStatus;
  /** The service’s id of the written record; null if none was written. */
  id: string | null;
  /** The provider’s own, immutable id. */
  provider_id: string | null;
  /** Why the item was not written; null if nothing failed. */
  error: BulkItemError | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings: WriteWarning[];
};

/** The error with which a write of this item alone would have been refused. */
export type BulkItemError = {
  /** The code, unique in the chart of accounts. */
  code: ErrorCode;
  /** Narrows the code down; new reasons may be added. */
  reason?: string | undefined;
  /** What happened, in words for a person. */
  message: string;
  /** Whether the same may succeed later. */
  retryable: boolean;
  /** Every field that is wrong, at most 20. */
  errors?: FieldError[] | undefined;
  /** For a write: `not_applied` if it certainly did not reach the provider’s books. Repeating the write with the same Idempotency-Key is always safe. */
  outcome?: WriteOutcome | undefined;
  /** What the provider said: its status and message texts, nothing else. */
  provider_error?: ProviderErrorDetail | undefined;
};

/** How many items a bulk write has, and how many of each status. */
export type BulkCounts = {
  /** All items. */
  total: number;
  /** Items that were not sent. */
  pending: number;
  /** Items that were written. */
  succeeded: number;
  /** Items that were refused. */
  failed: number;
  /** Items that were sent, and whose result is not known. */
  unknown: number;
};

/** A step that an automation of this recipe takes. */
export type RecipeStep = {
  /** The name of the step. */
  name: string;
  /** What it is, for a person. */
  description: string;
  /** Whether it writes to the provider’s books. */
  writes: boolean;
};

/** A kind of automation: its steps, and the JSON Schema of its input. */
export type Recipe = {
  /** The recipe of the automation. */
  recipe: RecipeName;
  /** The title. */
  title: string;
  /** What the recipe does, for a person. */
  description: string;
  /** The steps in their order; each is finished at most once. */
  steps: RecipeStep[];
  /** JSON Schema (2020-12) of `input`. */
  input_schema: Record<string, unknown>;
};

/** - `create`: a record is created - `update`: a record is changed - `email`: the provider mails a document */
export type PlannedAction = "create" | "update" | "email";

/** A write that the step would make. */
export type PlannedWrite = {
  /** The action that would be taken. */
  action: PlannedAction;
  /** The type of the record that would be written. */
  type: ResourceType;
  /** The service’s id of the record; null for one that an earlier step creates. */
  id: string | null;
  /** The normalized fields that would be written, named as in a write. */
  fields: Record<string, unknown>;
};

/** A step that the automation would take in the present state of the books. */
export type PlannedStep = {
  /** The name of the step. */
  name: string;
  /** What it is, for a person. */
  description: string;
  /** Whether it writes to the provider’s books. */
  writes: boolean;
  /** Whether the step would have nothing to do. */
  skipped: boolean;
  /** The write that would be made; null for a step without one. */
  write: PlannedWrite | null;
};

/** The plan of an automation, as `dry_run` answers. Nothing was written. */
export type AutomationPlan = {
  /** Whether the request is only checked and nothing is written. */
  dry_run: true;
  /** The recipe of the automation. */
  recipe: RecipeName;
  /** The service’s id of a connection. */
  connection_id: string;
  /** The input of the recipe. */
  input: Record<string, unknown>;
  /** The steps, in their order. */
  steps: PlannedStep[];
};

/** - `connection.created`: a customer has connected an organization - `connection.updated`: the status of a connection has changed - `connection.disconnected`: a connection was removed - `sync.completed`: a sync has ended - `invoice.updated`: an invoice was created or changed - `invoice.payment_changed`: the status, paid amount or due amount of an invoice has changed - `invoice.paid`: an invoice is paid in full - `automation.succeeded`: an automation has ended with success - `automation.failed`: an automation has ended without success; some of its writes may have been made - `bulk.completed`: a bulk write has ended; some of its items may have been refused - `organization.changed`: an organization was created, changed or deleted - `contact.changed`: a contact was created, changed or deleted - `credit_note.changed`: a credit note was created, changed or deleted - `quote.changed`: a quote was created, changed or deleted - `payment.changed`: a payment was created, changed or deleted - `purchase_order.changed`: a purchase order was created, changed or deleted - `account.changed`: an account was created, changed or deleted - `tax_rate.changed`: a tax rate was created, changed or deleted - `branding_theme.changed`: a branding theme was created, changed or deleted - `item.changed`: an item was created, changed or deleted - `tracking_category.changed`: a tracking category was created, changed or deleted - `manual_journal.changed`: a manual journal was created, changed or deleted - `bank_transfer.changed`: a bank transfer was created, changed or deleted - `repeating_invoice.changed`: a repeating invoice was created, changed or deleted - `bank_transaction.changed`: a bank transaction was created, changed or deleted - `prepayment.changed`: a prepayment was created, changed or deleted - `overpayment.changed`: an overpayment was created, changed or deleted - `endpoint.paused`: a webhook endpoint failed ten times in a row: its deliveries are held and one at a time is tried - `endpoint.resumed`: a webhook endpoint that was paused or disabled gets its deliveries again - `endpoint.disabled`: a webhook endpoint was disabled by the service (it answered 410, or five days passed without a success) or by a person - `delivery.given_up`: a delivery ended as `failed` or `dead_letter`: its event was not delivered to this endpoint - `operation.dead_lettered`: an operation failed at every attempt and is left to a person, who can replay it - `operation.awaiting_approval`: a write that an agent’s key asked for waits for a member, who approves or declines it in the console - `operation.approved`: a member approved a write that waited; a worker makes it now - `operation.declined`: a member declined a write that waited; nothing was written - `sync.failed`: a sync, a reconciliation or a walk of followed families ended as `failed` or `dead_letter` - `budget.low`: more than 80 % of the calls that a connection may make in a day are used - `connections.near_limit`: an organization has at least 90 % of the connections that its plan allows - `key.expiring`: an API key ends within 14 days */
export type EventType = "connection.created" | "connection.updated" | "connection.disconnected" | "sync.completed" | "invoice.updated" | "invoice.payment_changed" | "invoice.paid" | "automation.succeeded" | "automation.failed" | "bulk.completed" | "organization.changed" | "contact.changed" | "credit_note.changed" | "quote.changed" | "payment.changed" | "purchase_order.changed" | "account.changed" | "tax_rate.changed" | "branding_theme.changed" | "item.changed" | "tracking_category.changed" | "manual_journal.changed" | "bank_transfer.changed" | "repeating_invoice.changed" | "bank_transaction.changed" | "prepayment.changed" | "overpayment.changed" | "endpoint.paused" | "endpoint.resumed" | "endpoint.disabled" | "delivery.given_up" | "operation.dead_lettered" | "operation.awaiting_approval" | "operation.approved" | "operation.declined" | "sync.failed" | "budget.low" | "connections.near_limit" | "key.expiring";

/** Replaces a document after its connection was removed or its retention time was over. */
export type PurgedData = {
  /** True: the document that stood here is deleted. */
  purged: true;
};

/** An event whose document was deleted with its connection; its id, type and time stay. */
export type PurgedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: EventType;
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: PurgedData;
};

/** - `read`: it changes nothing - `write`: it may change the books */
export type ProviderRequestEffect = "read" | "write";

/** - `done`: the provider answered 2xx, or a person found it in the books - `refused`: the provider answered otherwise, or a person found that the books do not have it - `unknown`: the answer to a write was lost: nobody knows yet whether the books have it */
export type ProviderRequestOutcome = "done" | "refused" | "unknown";

/** What is passed on of the headers of the provider’s answer. */
export type ProviderAnswerHeaders = {
  /** The type of the body. */
  content_type: string | null;
  /** The provider’s own name of the call, for its support. */
  correlation_id: string | null;
  /** Calls that the provider still allows in this minute. */
  minute_remaining: number | null;
  /** Calls that the provider still allows today. */
  day_remaining: number | null;
  /** Calls that the provider still allows to all connections of the app in this minute. */
  app_minute_remaining: number | null;
  /** How long the provider asks to wait. */
  retry_after_seconds: number | null;
};

/** The provider’s answer to a request of one’s own. */
export type ProviderRequestMade = {
  /** The service’s id of the request. */
  id: string;
  /** Whether it reads or writes. */
  effect: ProviderRequestEffect;
  /** How it ended. */
  outcome: ProviderRequestOutcome;
  /** The provider’s HTTP status; null if a person settled the request. */
  status: number | null;
  /** What is passed on of the headers of the answer. */
  headers: ProviderAnswerHeaders;
  /** The size of the answer’s body. */
  bytes: number | null;
  /** SHA-256 of the answer’s body in lower-case hex, also on a replay that no longer has the body. */
  digest: string | null;
  /** A JSON body. */
  body?: unknown | undefined;
  /** A body that is text but no JSON, or JSON with a number that a double would change. */
  body_text?: string | undefined;
  /** Any other body, in base64. */
  body_base64?: string | undefined;
};

/** - `GET`: reads - `PUT`: creates - `POST`: changes - `DELETE`: deletes */
export type ProviderRequestMethod = "GET" | "PUT" | "POST" | "DELETE";

/** What a person found in the provider’s books. */
export type ProviderRequestSettlement = {
  /** Who settled it. */
  by: Actor;
  /** What the person found. */
  reason: string;
};

/** A request of one’s own that was sent, without its content. */
export type ProviderRequest = {
  /** The service’s id of the request. */
  id: string;
  /** The service’s id of a connection. */
  connection_id: string;
  /** The HTTP method. */
  method: ProviderRequestMethod;
  /** The row of the provider’s list that allowed it, without ids. */
  template: string;
  /** Whether it reads or writes. */
  effect: ProviderRequestEffect;
  /** How it ended. */
  outcome: ProviderRequestOutcome;
  /** The provider’s HTTP status; null if no answer came, or a person settled it. */
  status: number | null;
  /** The size of the provider’s answer; null if none came, or it was too large. */
  bytes: number | null;
  /** The provider’s own name of the call, for its support. */
  correlation_id: string | null;
  /** The request that caused it, `X-Request-ID`. */
  request_id: string;
  /** Who made it. */
  actor: Actor;
  /** Who said how it ended, and why; null if the provider’s answer told it. */
  settlement: ProviderRequestSettlement | null;
  /** When it was made, a write when it was first sent (UTC). */
  created_at: string;
  /** When its outcome was known (UTC); null while it is not. */
  ended_at: string | null;
};

/** What was sent of a write. */
export type ProviderRequestSent = {
  /** Path and query, as they were sent. */
  path: string;
  /** The JSON document that was sent. */
  body?: unknown | undefined;
  /** A body that is text but no JSON, or JSON with a number that a double would change. */
  body_text?: string | undefined;
  /** Any other body, in base64. */
  body_base64?: string | undefined;
};

/** A request of one’s own, with what was sent of a write while that is kept. */
export type ProviderRequestDetail = {
  /** The service’s id of the request. */
  id: string;
  /** The service’s id of a connection. */
  connection_id: string;
  /** The HTTP method. */
  method: ProviderRequestMethod;
  /** The row of the provider’s list that allowed it, without ids. */
  template: string;
  /** Whether it reads or writes. */
  effect: ProviderRequestEffect;
  /** How it ended. */
  outcome: ProviderRequestOutcome;
  /** The provider’s HTTP status; null if no answer came, or a person settled it. */
  status: number | null;
  /** The size of the provider’s answer; null if none came, or it was too large. */
  bytes: number | null;
  /** The provider’s own name of the call, for its support. */
  correlation_id: string | null;
  /** The request that caused it, `X-Request-ID`. */
  request_id: string;
  /** Who made it. */
  actor: Actor;
  /** Who said how it ended, and why; null if the provider’s answer told it. */
  settlement: ProviderRequestSettlement | null;
  /** When it was made, a write when it was first sent (UTC). */
  created_at: string;
  /** When its outcome was known (UTC); null while it is not. */
  ended_at: string | null;
  /** From when on a person may settle it (UTC); null once its outcome is known. */
  settleable_at: string | null;
  /** What was sent of a write; null of a read, and where it is not kept any more. */
  sent: ProviderRequestSent | null;
};

/** The words of a refusal. */
export type RequestError = {
  /** What went wrong, in words for a person. */
  message: string;
  /** Whether the same may succeed later. */
  retryable: boolean;
  /** Every field that is wrong, at most 20. */
  errors?: FieldError[] | undefined;
  /** For a write: `not_applied` if it certainly did not reach the provider’s books. Repeating the write with the same Idempotency-Key is always safe. */
  outcome?: WriteOutcome | undefined;
  /** What the provider said: its status and message texts, nothing else. */
  provider_error?: ProviderErrorDetail | undefined;
};

/** The record that a request read or wrote. */
export type RequestRecord = {
  /** Its family. */
  type: ResourceType;
  /** The id that was given or answered. */
  id: string;
};

/** A program as it calls itself; nobody has verified it. */
export type ClaimedClient = {
  /** Its name, cut after 100 characters. */
  name: string;
  /** Its version. */
  version: string | null;
};

/** An answered request to this API, or a change in the console. */
export type LoggedRequest = {
  /** The service’s id of the request. */
  id: string;
  /** As in `X-Request-ID`; equal to `id` unless the caller chose it. */
  request_id: string;
  /** Who made it. */
  actor: Actor;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The HTTP method. */
  method: string;
  /** The route’s pattern; under `/accounting/` for a request of the console. */
  route: string;
  /** The path and query as they were asked for, without secrets and at most 1,000 characters; null of a connection without retention, of one that is disconnected, and of requests that are summed. */
  path: string | null;
  /** The HTTP status; null if the client left before the answer. */
  status: number | null;
  /** The code of the refusal. */
  code: ErrorCode | null;
  /** The reason of the refusal. */
  reason: string | null;
  /** What the refusal said; null on connections with zero retention and after a disconnect. */
  error: RequestError | null;
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** The service’s id of an operation. */
  operation_id: string | null;
  /** The record that it read or wrote. */
  record: RequestRecord | null;
  /** Its Idempotency-Key. */
  idempotency_key: string | null;
  /** True if an earlier request with the same Idempotency-Key did the write. */
  replayed: boolean;
  /** Of an agent’s call: the program as it calls itself; nobody has verified it. */
  client: ClaimedClient | null;
  /** Of an agent’s write: what it is for, in the agent’s words. Null without an agent. */
  request_ref: string | null;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** How many further requests it stands for: they were refused alike within ten seconds, and are not stored. */
  repeats: number;
  /** When it arrived (UTC). */
  created_at: string;
};

/** The operation of a request. */
export type RequestOperation = {
  /** The service’s id of an operation. */
  operation_id: string;
  /** What the operation does. */
  type: OperationType;
  /** Where it is now. */
  state: OperationState;
};

/** An event that a request announced. */
export type RequestEvent = {
  /** The service’s id of the event. */
  id: string;
  /** What happened. */
  type: EventType;
  /** When it was created (UTC). */
  created_at: string;
};

/** A call to the provider, without its content. */
export type ProviderCall = {
  /** The HTTP method. */
  method: string;
  /** The path at the provider, without its query. */
  path: string;
  /** The HTTP status; null if no answer came. */
  status: number | null;
  /** The size of the answer. */
  bytes_in: number;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** When it happened (UTC). */
  at: string;
};

/** A request with what it caused. */
export type LoggedRequestDetail = {
  /** The service’s id of the request. */
  id: string;
  /** As in `X-Request-ID`; equal to `id` unless the caller chose it. */
  request_id: string;
  /** Who made it. */
  actor: Actor;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The HTTP method. */
  method: string;
  /** The route’s pattern; under `/accounting/` for a request of the console. */
  route: string;
  /** The path and query as they were asked for, without secrets and at most 1,000 characters; null of a connection without retention, of one that is disconnected, and of requests that are summed. */
  path: string | null;
  /** The HTTP status; null if the client left before the answer. */
  status: number | null;
  /** The code of the refusal. */
  code: ErrorCode | null;
  /** The reason of the refusal. */
  reason: string | null;
  /** What the refusal said; null on connections with zero retention and after a disconnect. */
  error: RequestError | null;
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** The service’s id of an operation. */
  operation_id: string | null;
  /** The record that it read or wrote. */
  record: RequestRecord | null;
  /** Its Idempotency-Key. */
  idempotency_key: string | null;
  /** True if an earlier request with the same Idempotency-Key did the write. */
  replayed: boolean;
  /** Of an agent’s call: the program as it calls itself; nobody has verified it. */
  client: ClaimedClient | null;
  /** Of an agent’s write: what it is for, in the agent’s words. Null without an agent. */
  request_ref: string | null;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** How many further requests it stands for: they were refused alike within ten seconds, and are not stored. */
  repeats: number;
  /** When it arrived (UTC). */
  created_at: string;
  /** Its body, without secrets and cut after about 4,000 characters; null unless the service is set to store bodies. */
  body: Record<string, unknown> | null;
  /** The operation that it began or named. */
  operation: RequestOperation | null;
  /** The events that it announced, oldest first. */
  events: RequestEvent[];
  /** The calls to the provider that its answer needed, oldest first. */
  provider_calls: ProviderCall[];
};

/** Failed requests with one route, code and reason. */
export type RequestFailures = {
  /** The HTTP method. */
  method: string;
  /** The route’s pattern. */
  route: string;
  /** The code of the refusals. */
  code: ErrorCode | null;
  /** The reason of the refusals. */
  reason: string | null;
  /** How many of the newest 10,000 failures. */
  count: number;
  /** When the latest of them arrived (UTC). */
  latest_at: string;
};

/** - `request`: a request to this API - `operation`: a phase of an operation - `attempt`: an attempt at an operation - `step`: a finished step of an operation - `provider_call`: a call to the provider - `event`: an event that was announced - `delivery`: an event on its way to an endpoint - `delivery_attempt`: an attempt to deliver an event - `replay`: an operation was run again - `audit`: an administrative act of a person or a key - `walk`: how a family of the connection was last walked */
export type TimelineKind = "request" | "operation" | "attempt" | "step" | "provider_call" | "event" | "delivery" | "delivery_attempt" | "replay" | "audit" | "walk";

/** Something that happened to a connection: a request, a piece of work, an event. */
export type TimelineEntry = {
  /** When it happened; for work that takes time, when it began. */
  at: string;
  /** What kind of thing happened. */
  kind: TimelineKind;
  /** The id of the operation, event, delivery or audit entry that it is about. */
  id: string | null;
  /** What happened, in a few words for a person. */
  title: string;
  /** The request that caused it; null where that is no longer known. */
  request_id: string | null;
  /** The operation that did it. */
  operation_id: string | null;
  /** The details of the entry, by `kind`. `operation`: phase (created, started, finished), type, connection_id; when finished state, run, error. `attempt`: run, number, outcome, error, finished_at, duration_ms. `step`: name, state, error, finished_at, duration_ms. `provider_call`: connection_id, method, path, status (null: no answer), bytes_in, duration_ms. `event`: type, connection_id, sequence. `delivery`: event_id, event_type, webhook_endpoint_id, state, next_attempt_at. `delivery_attempt`: run, number, response_status, error, duration_ms. `replay`: actor, reason, previous_state, previous_attempt_count. `audit`: actor, action, subject and the details of the act. `walk`: resource_type, walked_at, read, changed, removed, failure (why the latest try did not walk it). */
  details: Record<string, unknown>;
};

/** Which page of the timeline this is. */
export type TimelineMeta = {
  /** The page’s number, from 1. */
  page: 1;
  /** How many entries a timeline has at most. */
  limit: 500;
  /** How many entries there are; null when some were left out. */
  total: number | null;
  /** How many pages of `limit` items there are. */
  total_pages: 1;
  /** Whether more follows. */
  has_more: false;
  /** Null, because a timeline is one page. */
  next_cursor: null;
  /** Whether entries between the beginning and the latest were omitted, because there are too many. */
  truncated: boolean;
};

/** A part of a credit that settles an invoice. */
export type Allocation = {
  /** The provider’s id of the allocation; null where it names none, and then `invoice_id` addresses it. */
  allocation_id: string | null;
  /** The service’s id of an invoice. */
  invoice_id: string;
  /** The amount, in the currency of the document. */
  amount: number;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
};

/** An allocation that was taken back. */
export type RemovedAllocation = {
  /** Always true. */
  removed: true;
};

/** A file of a record, without its bytes. */
export type Attachment = {
  /** The service’s id of the file. */
  attachment_id: string;
  /** The name of the file. */
  filename: string;
  /** The type of the file, as the provider has it. */
  content_type: string;
  /** The size of the file in bytes. */
  size: number;
  /** Whether the customer of a sale sees the file. */
  include_online: boolean;
};

/** A file that was attached. */
export type Attached = {
  /** The service’s id of the file. */
  attachment_id: string;
  /** The name of the file. */
  filename: string;
  /** The type of the file, as the provider has it. */
  content_type: string;
  /** The size of the file in bytes. */
  size: number;
  /** Whether the customer of a sale sees the file. */
  include_online: boolean;
  /** The id of the file whose place it took, which is gone; null if it took none. */
  replaced: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
};

/** - `role`: what else the role of the person who connected allows - `plan`: what else the organization’s plan allows - `names`: whether another record has the name or the number of the contact or account - `numbers`: whether another document has the number - `amounts`: sums, taxes and rates of currencies - `stock`: whether there is enough of an item - `status`: whether the record may still be changed so - `bytes`: what the file holds - `lock_dates`: up to which day the books are locked - `actions`: what the provider lets the connection do - `contacts`: the contact - `branding_themes`: the branding theme - `items`: the items - `accounts`: the accounts - `tax_rates`: the tax types - `invoices`: the invoice - `tracking_categories`: the tracking */
export type UncheckedThing = "role" | "plan" | "names" | "numbers" | "amounts" | "stock" | "status" | "bytes" | "lock_dates" | "actions" | "contacts" | "branding_themes" | "items" | "accounts" | "tax_rates" | "invoices" | "tracking_categories";

/** What a look before a write found: nothing known speaks against it. */
export type CheckedWrite = {
  /** True: a look that finds a reason to refuse answers with the refusal. */
  valid: true;
  /** What would be sent, in normalized fields; null for a field that it clears. */
  item: Record<string, unknown>;
  /** What only the provider decides, or does not tell. A yes is no promise. */
  not_checked: UncheckedThing[];
};

/** What happened to a record at the provider, or a note on it. */
export type HistoryEntry = {
  /** When, as the provider stamps it. */
  at: string;
  /** Who, as the provider names them: a person, or `System Generated` for what came through its API; null if it names nobody. It is stored nowhere here. */
  user: string | null;
  /** The provider’s phrase for what was done; not a code. */
  change: string | null;
  /** A sentence in the provider’s words, or the text of a note. */
  details: string;
};

/** A note that was added to a record’s history. */
export type Note = {
  /** When, as the provider stamps it. */
  at: string;
  /** Who, if the provider’s answer to the note names somebody; usually null. */
  user: string | null;
  /** The provider’s phrase, if its answer to the note has one; usually null. */
  change: string | null;
  /** The note. */
  details: string;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
};

/** - `accrual`: what was invoiced counts, on the day of the document - `cash`: what was paid counts, on the day of the payment */
export type ReportBasis = "accrual" | "cash";

/** A column of a report. */
export type ReportColumn = {
  /** The column’s name in `values` and `texts`; it does not change with the organization’s country. */
  key: string;
  /** The provider’s heading, in the words of the organization’s country. */
  label: string;
  /** The first day that it counts; null for a balance. */
  from: string | null;
  /** The last day that it counts, or the day of the balance; null if the provider’s columns are others than were asked for. */
  to: string | null;
};

/** - `section`: the title of a section; it has no values - `line`: an account or a document, and what the provider does not say more of - `total`: a sum, as the provider says it */
export type ReportRowKind = "section" | "line" | "total";

/** - `current_year_earnings`: what the financial year has earned so far - `exchange_group`: gains and losses of currencies, in one sum */
export type PseudoAccount = "current_year_earnings" | "exchange_group";

/** A row of a report: the title of a section, an account or document, or a total. */
export type ReportRow = {
  /** What the row is. */
  kind: ReportRowKind;
  /** How deep it stands: 0 for the outermost rows. */
  depth: number;
  /** The title of the section that holds it; null outside of titled ones. */
  section: string | null;
  /** What the provider calls it, in the words of the organization’s country. */
  label: string;
  /** The service’s id of the account; null for a section, a total, and what is no account of the chart. */
  account_id: string | null;
  /** The amount’s meaning where no account of the chart has it. */
  pseudo: PseudoAccount | null;
  /** The service’s id of the invoice or bill, in aged reports; null where the provider does not name one. */
  document_id: string | null;
  /** Amounts by the keys of the columns, as decimal texts with at least two places; null for an empty cell. Signs are the provider’s. Empty for a section. */
  values: Record<string, string | null>;
  /** Cells that are no amounts, such as days and percentages, by the keys of the columns. Absent without any. */
  texts?: Record<string, string> | undefined;
};

/** - `total_differs`: the lines of a section do not sum to its total within 0.01 - `date_moved`: the provider tells another day than was asked for; the columns say which - `columns_differ`: the provider’s columns are others than were asked for, so that their days are not known */
export type ReportWarningCode = "total_differs" | "date_moved" | "columns_differ";

/** What a reader must know before relying on a figure. */
export type ReportWarning = {
  /** What it is about. */
  code: ReportWarningCode;
  /** The place in the report. */
  path: string;
  /** What a reader must know, in words for a person. */
  message: string;
};

/** A report as the provider computed it for this request. */
export type FinancialReport = {
  /** Which report it is. */
  report: ReportName;
  /** What is counted; null for a report that has no basis. */
  basis: ReportBasis | null;
  /** The organization’s own currency, of every amount here, as an ISO 4217 code; null if the provider does not tell it. */
  currency: string | null;
  /** The first day that was asked for; null for balances. */
  from: string | null;
  /** The last day that was asked for, or the day of the balances. */
  to: string;
  /** When the provider computed it. */
  generated_at: string;
  /** The columns of amounts and texts, in the provider’s order. */
  columns: ReportColumn[];
  /** The rows, from top to bottom. */
  rows: ReportRow[];
  /** What a reader must know before relying on a figure; usually empty. */
  warnings: ReportWarning[];
};

/** - `read_cached`: lists of the service’s own copies - `read_live`: requests answered from the provider - `write`: creates, changes and cancellations - `provider_request`: requests of one’s own that the provider did - `automation_run`: automations that succeeded - `webhook_event`: events that an endpoint subscribed to - `provider_calls`: calls to the provider, including those of syncs - `provider_bytes_in`: bytes of the provider’s answers */
export type Meter = "read_cached" | "read_live" | "write" | "provider_request" | "automation_run" | "webhook_event" | "provider_calls" | "provider_bytes_in";

/** How much of a meter was used, by day or by connection if requested. */
export type Usage = {
  /** The UTC day; null unless grouped by day. */
  day: string | null;
  /** The connection; null unless grouped by connection. */
  connection_id: string | null;
  /** What was used. */
  meter: Meter;
  /** How often, or how many bytes. */
  quantity: number;
  /** Whether the meter counts work that you may charge your customers for; the service itself bills nobody. */
  billable: boolean;
};

/** - `connection.created`: a customer has connected an organization - `connection.updated`: the status of a connection has changed - `connection.disconnected`: a connection was removed - `sync.completed`: a sync has ended - `invoice.updated`: an invoice was created or changed - `invoice.payment_changed`: the status, paid amount or due amount of an invoice has changed - `invoice.paid`: an invoice is paid in full - `automation.succeeded`: an automation has ended with success - `automation.failed`: an automation has ended without success; some of its writes may have been made - `bulk.completed`: a bulk write has ended; some of its items may have been refused - `organization.changed`: an organization was created, changed or deleted - `contact.changed`: a contact was created, changed or deleted - `credit_note.changed`: a credit note was created, changed or deleted - `quote.changed`: a quote was created, changed or deleted - `payment.changed`: a payment was created, changed or deleted - `purchase_order.changed`: a purchase order was created, changed or deleted - `account.changed`: an account was created, changed or deleted - `tax_rate.changed`: a tax rate was created, changed or deleted - `branding_theme.changed`: a branding theme was created, changed or deleted - `item.changed`: an item was created, changed or deleted - `tracking_category.changed`: a tracking category was created, changed or deleted - `manual_journal.changed`: a manual journal was created, changed or deleted - `bank_transfer.changed`: a bank transfer was created, changed or deleted - `repeating_invoice.changed`: a repeating invoice was created, changed or deleted - `bank_transaction.changed`: a bank transaction was created, changed or deleted - `prepayment.changed`: a prepayment was created, changed or deleted - `overpayment.changed`: an overpayment was created, changed or deleted - `endpoint.paused`: a webhook endpoint failed ten times in a row: its deliveries are held and one at a time is tried - `endpoint.resumed`: a webhook endpoint that was paused or disabled gets its deliveries again - `endpoint.disabled`: a webhook endpoint was disabled by the service (it answered 410, or five days passed without a success) or by a person - `delivery.given_up`: a delivery ended as `failed` or `dead_letter`: its event was not delivered to this endpoint - `operation.dead_lettered`: an operation failed at every attempt and is left to a person, who can replay it - `operation.awaiting_approval`: a write that an agent’s key asked for waits for a member, who approves or declines it in the console - `operation.approved`: a member approved a write that waited; a worker makes it now - `operation.declined`: a member declined a write that waited; nothing was written - `sync.failed`: a sync, a reconciliation or a walk of followed families ended as `failed` or `dead_letter` - `budget.low`: more than 80 % of the calls that a connection may make in a day are used - `connections.near_limit`: an organization has at least 90 % of the connections that its plan allows - `key.expiring`: an API key ends within 14 days - `*`: every type, even future ones */
export type SubscribedEventType = "connection.created" | "connection.updated" | "connection.disconnected" | "sync.completed" | "invoice.updated" | "invoice.payment_changed" | "invoice.paid" | "automation.succeeded" | "automation.failed" | "bulk.completed" | "organization.changed" | "contact.changed" | "credit_note.changed" | "quote.changed" | "payment.changed" | "purchase_order.changed" | "account.changed" | "tax_rate.changed" | "branding_theme.changed" | "item.changed" | "tracking_category.changed" | "manual_journal.changed" | "bank_transfer.changed" | "repeating_invoice.changed" | "bank_transaction.changed" | "prepayment.changed" | "overpayment.changed" | "endpoint.paused" | "endpoint.resumed" | "endpoint.disabled" | "delivery.given_up" | "operation.dead_lettered" | "operation.awaiting_approval" | "operation.approved" | "operation.declined" | "sync.failed" | "budget.low" | "connections.near_limit" | "key.expiring" | "*";

/** - `enabled`: gets events - `disabled`: gets no events until it is enabled again - `deleted`: removed */
export type WebhookEndpointStatus = "enabled" | "disabled" | "deleted";

/** - `healthy`: the last attempt succeeded, or there was none - `failing`: the last attempt failed - `open`: ten attempts in a row failed; deliveries are held, and one a minute is tried */
export type EndpointHealthState = "healthy" | "failing" | "open";

/** How a webhook endpoint has answered lately, and when the service tries it next. */
export type EndpointHealth = {
  /** How the endpoint answers. */
  state: EndpointHealthState;
  /** Failed attempts since the last success. */
  consecutive_failures: number;
  /** The first failure since the last success. */
  failing_since: string | null;
  /** The last failed attempt that was counted. */
  last_failure_at: string | null;
  /** Why that attempt failed, such as “the endpoint answered 503”; it stays after a success. */
  last_error: string | null;
  /** The last success, to the minute. */
  last_success_at: string | null;
  /** While `open`: when the next delivery is tried. */
  next_probe_at: string | null;
  /** After a person or a key disabled it: until when deliveries wait for it; then they end as `failed`. */
  kept_until: string | null;
  /** When the service disables the endpoint, unless an attempt succeeds earlier: 5 days after `failing_since`. */
  disables_at: string | null;
};

/** An address of yours to which the service sends events. */
export type WebhookEndpoint = {
  /** The service’s id of a webhook endpoint. */
  webhook_endpoint_id: string;
  /** The address. */
  url: string;
  /** The types of event that the endpoint gets. `*` means every type, even future ones. */
  event_types: SubscribedEventType[];
  /** What it is, for a person. */
  description: string | null;
  /** Whether deliveries carry a W3C `traceparent` header, where this deployment traces its work. */
  send_traceparent: boolean;
  /** Whether it gets events. */
  status: WebhookEndpointStatus;
  /** Why it is disabled: `requested`, `gone` (it answered 410), `failing` (no success for 5 days). */
  status_reason: string | null;
  /** Until this time the previous secret signs, too; null without a rotation. */
  previous_secret_until: string | null;
  /** Whether it works. */
  health: EndpointHealth;
  /** The environment that it belongs to. */
  environment: Environment;
  /** When it was created (UTC). */
  created_at: string;
  /** When it last changed (UTC). */
  updated_at: string;
};

/** A webhook endpoint with its signing secret, which is shown this once. */
export type RegisteredWebhookEndpoint = {
  /** The service’s id of a webhook endpoint. */
  webhook_endpoint_id: string;
  /** The address. */
  url: string;
  /** The types of event that the endpoint gets. `*` means every type, even future ones. */
  event_types: SubscribedEventType[];
  /** What it is, for a person. */
  description: string | null;
  /** Whether deliveries carry a W3C `traceparent` header, where this deployment traces its work. */
  send_traceparent: boolean;
  /** Whether it gets events. */
  status: WebhookEndpointStatus;
  /** Why it is disabled: `requested`, `gone` (it answered 410), `failing` (no success for 5 days). */
  status_reason: string | null;
  /** Until this time the previous secret signs, too; null without a rotation. */
  previous_secret_until: string | null;
  /** Whether it works. */
  health: EndpointHealth;
  /** The environment that it belongs to. */
  environment: Environment;
  /** When it was created (UTC). */
  created_at: string;
  /** When it last changed (UTC). */
  updated_at: string;
  /** Shown once, never again. Absent when the answer is an idempotent replay. */
  signing_secret?: string | undefined;
};

/** - `connection.created`: a customer has connected an organization - `connection.updated`: the status of a connection has changed - `connection.disconnected`: a connection was removed - `sync.completed`: a sync has ended - `invoice.updated`: an invoice was created or changed - `invoice.payment_changed`: the status, paid amount or due amount of an invoice has changed - `invoice.paid`: an invoice is paid in full - `automation.succeeded`: an automation has ended with success - `automation.failed`: an automation has ended without success; some of its writes may have been made - `bulk.completed`: a bulk write has ended; some of its items may have been refused - `organization.changed`: an organization was created, changed or deleted - `contact.changed`: a contact was created, changed or deleted - `credit_note.changed`: a credit note was created, changed or deleted - `quote.changed`: a quote was created, changed or deleted - `payment.changed`: a payment was created, changed or deleted - `purchase_order.changed`: a purchase order was created, changed or deleted - `account.changed`: an account was created, changed or deleted - `tax_rate.changed`: a tax rate was created, changed or deleted - `branding_theme.changed`: a branding theme was created, changed or deleted - `item.changed`: an item was created, changed or deleted - `tracking_category.changed`: a tracking category was created, changed or deleted - `manual_journal.changed`: a manual journal was created, changed or deleted - `bank_transfer.changed`: a bank transfer was created, changed or deleted - `repeating_invoice.changed`: a repeating invoice was created, changed or deleted - `bank_transaction.changed`: a bank transaction was created, changed or deleted - `prepayment.changed`: a prepayment was created, changed or deleted - `overpayment.changed`: an overpayment was created, changed or deleted - `endpoint.paused`: a webhook endpoint failed ten times in a row: its deliveries are held and one at a time is tried - `endpoint.resumed`: a webhook endpoint that was paused or disabled gets its deliveries again - `endpoint.disabled`: a webhook endpoint was disabled by the service (it answered 410, or five days passed without a success) or by a person - `delivery.given_up`: a delivery ended as `failed` or `dead_letter`: its event was not delivered to this endpoint - `operation.dead_lettered`: an operation failed at every attempt and is left to a person, who can replay it - `operation.awaiting_approval`: a write that an agent’s key asked for waits for a member, who approves or declines it in the console - `operation.approved`: a member approved a write that waited; a worker makes it now - `operation.declined`: a member declined a write that waited; nothing was written - `sync.failed`: a sync, a reconciliation or a walk of followed families ended as `failed` or `dead_letter` - `budget.low`: more than 80 % of the calls that a connection may make in a day are used - `connections.near_limit`: an organization has at least 90 % of the connections that its plan allows - `key.expiring`: an API key ends within 14 days - `endpoint.test`: you have tested an endpoint */
export type DeliveredEventType = "connection.created" | "connection.updated" | "connection.disconnected" | "sync.completed" | "invoice.updated" | "invoice.payment_changed" | "invoice.paid" | "automation.succeeded" | "automation.failed" | "bulk.completed" | "organization.changed" | "contact.changed" | "credit_note.changed" | "quote.changed" | "payment.changed" | "purchase_order.changed" | "account.changed" | "tax_rate.changed" | "branding_theme.changed" | "item.changed" | "tracking_category.changed" | "manual_journal.changed" | "bank_transfer.changed" | "repeating_invoice.changed" | "bank_transaction.changed" | "prepayment.changed" | "overpayment.changed" | "endpoint.paused" | "endpoint.resumed" | "endpoint.disabled" | "delivery.given_up" | "operation.dead_lettered" | "operation.awaiting_approval" | "operation.approved" | "operation.declined" | "sync.failed" | "budget.low" | "connections.near_limit" | "key.expiring" | "endpoint.test";

/** One attempt to deliver an event, and your endpoint’s answer. */
export type DeliveryAttempt = {
  /** Which run it belongs to, from 1: every replay begins the next. */
  run: number;
  /** The attempt’s number in its run, from 1. */
  number: number;
  /** When it happened (UTC). */
  at: string;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** The HTTP status of the answer; null when none came. */
  response_status: number | null;
  /** At most 8 KiB of what the destination answered. */
  response_excerpt: string | null;
  /** Why the attempt failed; null where it did not. */
  error: string | null;
};

/** One event on its way to one endpoint. */
export type WebhookDelivery = {
  /** The service’s id of a webhook delivery. */
  delivery_id: string;
  /** The service’s id of a webhook endpoint. */
  webhook_endpoint_id: string;
  /** The service’s id of an event. */
  event_id: string;
  /** The type of the event. */
  event_type: DeliveredEventType;
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** The operation that does the work; its state is the delivery’s. */
  operation_id: string;
  /** The present state. */
  state: OperationState;
  /** The environment that it belongs to. */
  environment: Environment;
  /** How many attempts of this run were made. */
  attempt_count: number;
  /** Every try, the oldest first. */
  attempts: DeliveryAttempt[];
  /** The HTTP status of the last attempt’s answer; null when none came. */
  response_status: number | null;
  /** The beginning of what the destination answered, at most 8 KiB. */
  response_excerpt: string | null;
  /** When it is tried next; null for a delivery that has ended, is being sent, or waits for its endpoint to answer again. */
  next_attempt_at: string | null;
  /** The request that caused the event. */
  request_id: string;
  /** When it was created (UTC). */
  created_at: string;
  /** When it last changed (UTC). */
  updated_at: string;
};

/** One event on its way to one endpoint, with the body as it is sent. */
export type WebhookDeliveryDetail = {
  /** The service’s id of a webhook delivery. */
  delivery_id: string;
  /** The service’s id of a webhook endpoint. */
  webhook_endpoint_id: string;
  /** The service’s id of an event. */
  event_id: string;
  /** The type of the event. */
  event_type: DeliveredEventType;
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** The operation that does the work; its state is the delivery’s. */
  operation_id: string;
  /** The present state. */
  state: OperationState;
  /** The environment that it belongs to. */
  environment: Environment;
  /** How many attempts of this run were made. */
  attempt_count: number;
  /** Every try, the oldest first. */
  attempts: DeliveryAttempt[];
  /** The HTTP status of the last attempt’s answer; null when none came. */
  response_status: number | null;
  /** The beginning of what the destination answered, at most 8 KiB. */
  response_excerpt: string | null;
  /** When it is tried next; null for a delivery that has ended, is being sent, or waits for its endpoint to answer again. */
  next_attempt_at: string | null;
  /** The request that caused the event. */
  request_id: string;
  /** When it was created (UTC). */
  created_at: string;
  /** When it last changed (UTC). */
  updated_at: string;
  /** The exact text that every attempt sends and signs; null when the event is no longer stored. */
  body: string | null;
};

/** How many attempts were made, and how many of them succeeded. */
export type AttemptCounts = {
  /** How many attempts were made. */
  made: number;
  /** How many succeeded. */
  succeeded: number;
};

/** How many deliveries ended in an hour, and how its attempts went. */
export type DeliveryHour = {
  /** When the hour began (UTC). */
  at: string;
  /** How many succeeded. */
  succeeded: number;
  /** How many ended with an error that a retry cannot fix. */
  failed: number;
  /** How many were ended on request. */
  cancelled: number;
  /** How many were given up after the last attempt. */
  dead_letter: number;
  /** Attempts in this hour. */
  attempts: AttemptCounts;
};

/** How many deliveries ended in which state. */
export type DeliveryCounts = {
  /** How many succeeded. */
  succeeded: number;
  /** How many ended with an error that a retry cannot fix. */
  failed: number;
  /** How many were ended on request. */
  cancelled: number;
  /** How many were given up after the last attempt. */
  dead_letter: number;
};

/** How many deliveries are in which unfinished state. */
export type WaitingCounts = {
  /** How many wait for their turn. */
  queued: BoundedCount;
  /** How many are being worked on. */
  running: BoundedCount;
  /** How many wait for another attempt. */
  retrying: BoundedCount;
};

/** How an endpoint’s deliveries went since a time. */
export type WebhookEndpointStatistics = {
  /** The service’s id of a webhook endpoint. */
  webhook_endpoint_id: string;
  /** The beginning of the hour 24 hours ago. A delivery counts in the hour in which it ended. */
  since: string;
  /** The hours since `since`, the oldest first; the last hour is not over. */
  hours: DeliveryHour[];
  /** How many deliveries there are in each state. */
  deliveries: DeliveryCounts;
  /** Deliveries that wait now, by state. */
  waiting: WaitingCounts;
  /** Attempts since `since`, including those of deliveries that still wait. */
  attempts: AttemptCounts;
  /** The share, from 0 to 1, that succeeded of those that ended as succeeded, failed or dead letter; null where none did. At most 1. */
  success_rate: number | null;
};

/** The last day of the organization’s financial year. */
export type FinancialYearEnd = {
  /** The day of the month. */
  day: number;
  /** The month, 1 to 12. */
  month: number;
};

/** The connected organization’s own data: its name, base currency, and settings. */
export type Organization = {
  /** The service’s id of the organization. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** The name. */
  name: string | null;
  /** The registered name. */
  legal_name: string | null;
  /** The provider’s short name of the organization, used in links. */
  short_code: string | null;
  /** The currency of the books, ISO 4217. */
  base_currency: string | null;
  /** The country’s code. */
  country_code: string | null;
  /** The time zone, in the provider’s word. */
  timezone: string | null;
  /** The number under which it is registered for tax. */
  tax_number: string | null;
  /** Whether the organization is registered for tax. */
  pays_tax: boolean | null;
  /** The provider’s word for the country’s edition. */
  version: string | null;
  /** The last day of the financial year. */
  financial_year_end: FinancialYearEnd | null;
  /** The books are closed up to and including this day, `YYYY-MM-DD`. */
  period_lock_date: string | null;
  /** The books of a closed year are locked up to and including this day, `YYYY-MM-DD`. */
  end_of_year_lock_date: string | null;
  /** Whether these are the provider’s demonstration books. */
  is_demo: boolean | null;
};

/** A telephone number, in its parts. */
export type Phone = {
  /** What the number is for. Known values; the provider may have others: - `DEFAULT`: the main number - `DDI`: direct dial - `MOBILE`: a mobile phone - `FAX`: a fax - `OFFICE`: the number of an office */
  type: string | null;
  /** The dialling code of the country. */
  country_code: string | null;
  /** The area code. */
  area_code: string | null;
  /** The number without its codes. */
  number: string | null;
};

/** A postal or street address. */
export type Address = {
  /** What the address is for. Known values; the provider may have others: - `POBOX`: the address for post - `STREET`: the place itself */
  type: string | null;
  /** The first line of the address. */
  line1: string | null;
  /** The second line of the address. */
  line2: string | null;
  /** The third line of the address. */
  line3: string | null;
  /** The fourth line of the address. */
  line4: string | null;
  /** The town or city. */
  city: string | null;
  /** The region or state. */
  region: string | null;
  /** The postal code. */
  postal_code: string | null;
  /** The country, as it is written on letters. */
  country: string | null;
  /** The person to whose attention it goes. */
  attention_to: string | null;
};

/** A further person at a contact. */
export type ContactPerson = {
  /** The first name. */
  first_name: string | null;
  /** The family name. */
  last_name: string | null;
  /** The email address. */
  email: string | null;
  /** Whether the person gets what is mailed to the contact. */
  include_in_emails: boolean | null;
};

/** When a document is due: the day, and how it is counted. */
export type PaymentTerm = {
  /** A number of days or a day of the month, as `type` says. */
  day: number | null;
  /** What `day` means. Known values; the provider may have others: - `DAYSAFTERBILLDATE`: this many days after the document’s date - `DAYSAFTERBILLMONTH`: this many days after the end of the document’s month - `OFCURRENTMONTH`: on this day of the document’s month - `OFFOLLOWINGMONTH`: on this day of the month after */
  type: string | null;
};

/** When bills from a contact, and invoices to it, are due. */
export type PaymentTerms = {
  /** When the organization pays the contact’s bills. */
  bills: PaymentTerm | null;
  /** When the contact pays the organization’s invoices. */
  sales: PaymentTerm | null;
};

/** A customer or supplier of the organization. */
export type Contact = {
  /** The service’s id of the contact. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** The name. */
  name: string | null;
  /** Your own identifier of the contact, unique among contacts. */
  contact_number: string | null;
  /** Your or the contact’s number for the account that they have with you. */
  account_number: string | null;
  /** The first name. */
  first_name: string | null;
  /** The family name. */
  last_name: string | null;
  /** The email address. */
  email: string | null;
  /** The number under which it is registered for tax. */
  tax_number: string | null;
  /** The number under which the company is registered. */
  company_number: string | null;
  /** The address of its website. */
  website: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `ACTIVE`: in use - `ARCHIVED`: out of use; its documents stay */
  status: string | null;
  /** ISO 4217 code of the currency in which its documents are written. */
  default_currency: string | null;
  /** Whether it has sales documents. */
  is_customer: boolean | null;
  /** Whether it has bills. */
  is_supplier: boolean | null;
  /** The telephone numbers, one of each type. */
  phones: Phone[];
  /** The postal and the street address. */
  addresses: Address[];
  /** Further people at the contact. */
  contact_persons: ContactPerson[];
  /** When documents are due that do not say so themselves. */
  payment_terms: PaymentTerms | null;
};

/** The contact of a document, by its ids and its name. */
export type ContactReference = {
  /** The service’s id of the contact. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string | null;
  /** The name. */
  name: string | null;
};

/** An option of a tracking category, such as a region or a department, that a line counts under. */
export type TrackingOption = {
  /** The provider’s id of the tracking category. */
  tracking_category_id: string | null;
  /** The provider’s id of the option. */
  tracking_option_id: string | null;
  /** The name of the tracking category. */
  name: string | null;
  /** The name of the option in its category. */
  option: string | null;
};

/** A line of a document: what it is for, how many, at which price, with which tax. */
export type LineItem = {
  /** The provider’s id of the line; keep it to change the line in place. */
  line_item_id: string | null;
  /** What it is, for a person. */
  description: string | null;
  /** How many, as a number with at most 4 decimals. */
  quantity: number | null;
  /** The price of one unit, in the document’s currency, with at most 4 decimals. */
  unit_amount: number | null;
  /** The discount on the line, in percent. */
  discount_rate: number | null;
  /** The discount on the line, in the document’s currency. */
  discount_amount: number | null;
  /** The code of a stock item of the provider. */
  item_code: string | null;
  /** The service’s id of an account. */
  account_id: string | null;
  /** The code of an account in the chart of accounts. */
  account_code: string | null;
  /** The provider’s word for the tax rate. */
  tax_type: string | null;
  /** The tax of the line, in the document’s currency. */
  tax_amount: number | null;
  /** The line’s amount after its discount, in the document’s currency. */
  line_amount: number | null;
  /** Where the line belongs in the organization’s own reporting. */
  tracking: TrackingOption[];
};

/** A payment of this invoice. */
export type InvoicePayment = {
  /** The service’s id of the payment. */
  id: string | null;
  /** The provider’s own, immutable id. */
  provider_id: string | null;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
  /** The amount, in the currency of the document. */
  amount: number | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
};

/** A sales invoice (`receivable`) or a bill (`payable`). */
export type Invoice = {
  /** The service’s id of the invoice. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** `receivable`, `payable`, or the provider’s own word. */
  type: string | null;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. */
  number: string | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be paid - `PAID`: paid in full - `DELETED`: deleted while it was a draft or submitted - `VOIDED`: voided after it was authorised */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** Whether line amounts contain tax. */
  line_amount_mode: string | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[];
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The sum of all discounts, in the document’s currency. */
  total_discount: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** The service’s id of the theme in which it is printed. */
  branding_theme_id: string | null;
  /** The day on which payment is due, `YYYY-MM-DD`. */
  due_date: string | null;
  /** What remains to be paid, in the document’s currency. */
  amount_due: number | null;
  /** What was paid, in the document’s currency. */
  amount_paid: number | null;
  /** The credit notes applied to it, in the document’s currency. */
  amount_credited: number | null;
  /** The day on which it was paid in full, `YYYY-MM-DD`. */
  fully_paid_on: string | null;
  /** A link of your own, shown on the invoice. */
  url: string | null;
  /** Whether it is marked as sent. */
  sent_to_contact: boolean | null;
  /** The payments that were made. */
  payments: InvoicePayment[];
};

/** How much of the credit was used for which invoice. */
export type CreditNoteAllocation = {
  /** The provider’s id of the allocation; null where it names none. */
  allocation_id: string | null;
  /** The service’s id of an invoice. */
  invoice_id: string | null;
  /** The amount, in the currency of the document. */
  amount: number | null;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
};

/** Credit to a customer, or from a supplier, which pays invoices in part or in full. */
export type CreditNote = {
  /** The service’s id of the credit note. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** `receivable`, `payable`, or the provider’s own word. */
  type: string | null;
  /** The number printed on the document; by default a new credit to a customer gets the provider’s next one. */
  number: string | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be allocated - `PAID`: used in full - `DELETED`: deleted while it was a draft or submitted - `VOIDED`: voided after it was authorised */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** Whether line amounts contain tax. */
  line_amount_mode: string | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[];
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The sum of all discounts, in the document’s currency. */
  total_discount: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** The service’s id of the theme in which it is printed. */
  branding_theme_id: string | null;
  /** The credit that is not used yet, in the document’s currency. */
  remaining_credit: number | null;
  /** The day on which it was paid in full, `YYYY-MM-DD`. */
  fully_paid_on: string | null;
  /** The invoices that it paid, with the amounts. */
  allocations: CreditNoteAllocation[];
};

/** An offer to a customer, which becomes an invoice when it is accepted. */
export type Quote = {
  /** The service’s id of the quote. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. */
  number: string | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `DRAFT`: not yet sent - `SENT`: the customer has it - `DECLINED`: the customer does not want it - `ACCEPTED`: the customer wants it - `INVOICED`: its invoice was created - `DELETED`: removed */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** Whether line amounts contain tax. */
  line_amount_mode: string | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[];
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The sum of all discounts, in the document’s currency. */
  total_discount: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** The service’s id of the theme in which it is printed. */
  branding_theme_id: string | null;
  /** The title. */
  title: string | null;
  /** What the offer is about, above its lines. */
  summary: string | null;
  /** The terms, below the lines. */
  terms: string | null;
  /** The last day of the offer, `YYYY-MM-DD`. */
  expiry_date: string | null;
};

/** Money that was paid on an invoice. */
export type Payment = {
  /** The service’s id of the payment. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** The service’s id of an invoice. */
  invoice_id: string | null;
  /** The credit note that is refunded; null for a payment of an invoice. */
  credit_note_id: string | null;
  /** The prepayment that is refunded; null for a payment of something else. */
  prepayment_id: string | null;
  /** The overpayment that is refunded; null for a payment of something else. */
  overpayment_id: string | null;
  /** The service’s id of an account. */
  account_id: string | null;
  /** The code of an account in the chart of accounts. */
  account_code: string | null;
  /** The amount, in the currency of the document. */
  amount: number | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `AUTHORISED`: valid - `DELETED`: undone; the amount is due again */
  status: string | null;
  /** What was paid, in the provider’s word. */
  type: string | null;
};

/** An order to a supplier. */
export type PurchaseOrder = {
  /** The service’s id of the purchase order. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. */
  number: string | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `DRAFT`: being written - `SUBMITTED`: waits for approval - `AUTHORISED`: approved - `BILLED`: its bill has arrived - `DELETED`: removed */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** Whether line amounts contain tax. */
  line_amount_mode: string | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[];
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The sum of all discounts, in the document’s currency. */
  total_discount: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** The service’s id of the theme in which it is printed. */
  branding_theme_id: string | null;
  /** The day on which the goods are expected, `YYYY-MM-DD`. */
  delivery_date: string | null;
  /** Where the goods go, as one text. */
  delivery_address: string | null;
  /** What the carrier should know. */
  delivery_instructions: string | null;
  /** The person to whose attention it goes. */
  attention_to: string | null;
  /** The telephone number of the recipient. */
  telephone: string | null;
  /** Whether it is marked as sent. */
  sent_to_contact: boolean | null;
};

/** An account of the chart of accounts. */
export type Account = {
  /** The service’s id of the account. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** The code, unique in the chart of accounts. */
  code: string | null;
  /** The name of the account. */
  name: string | null;
  /** What kind it is, in the provider’s word. */
  type: string | null;
  /** The kind of account in the provider’s own word, such as `ASSET`, `EXPENSE` or `REVENUE`. */
  class: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** What it is, for a person. */
  description: string | null;
  /** The provider’s word for the tax rate. */
  tax_type: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Whether payments can be made to and from it. */
  enable_payments: boolean | null;
  /** The provider’s word for an account that the provider maintains; null for others. */
  system_account: string | null;
};

/** One of the taxes that add up to a rate. */
export type TaxComponent = {
  /** The name of the component. */
  name: string | null;
  /** The rate in percent. */
  rate: number | null;
  /** Whether it is charged on the other components, too. */
  compound: boolean | null;
  /** Whether the tax cannot be claimed back. */
  non_recoverable: boolean | null;
};

/** A tax rate, with the components that add up to it. */
export type TaxRate = {
  /** The service’s id of the tax rate. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** The name of the rate. */
  name: string | null;
  /** The provider’s word for the tax rate. */
  tax_type: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** The rate of all components together, in percent. */
  effective_rate: number | null;
  /** The rate in percent, as it is printed. */
  display_rate: number | null;
  /** The components that add up to the rate. */
  components: TaxComponent[];
};

/** A layout of printed documents. */
export type BrandingTheme = {
  /** The service’s id of the branding theme. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** The name of the theme. */
  name: string | null;
  /** The theme’s place in the provider’s list. */
  sort_order: number | null;
  /** Where the logo is. */
  logo_url: string | null;
};

/** What an item is sold for, and where its sales are booked. */
export type ItemSale = {
  /** The price of one, without or with tax as the document has it. */
  unit_price: number | null;
  /** The code of an account in the chart of accounts. */
  account_code: string | null;
  /** The provider’s word for the tax rate. */
  tax_type: string | null;
};

/** What an item is bought for, and where its purchases are booked. */
export type ItemPurchase = {
  /** The price of one, without or with tax as the document has it. */
  unit_price: number | null;
  /** The code of an account in the chart of accounts. */
  account_code: string | null;
  /** The provider’s word for the tax rate. */
  tax_type: string | null;
  /** The code of the account of the cost of goods sold; a tracked item has it in place of `account_code`. */
  cogs_account_code: string | null;
};

/** Goods or a service with a code, by which the lines of documents name it. */
export type Item = {
  /** The service’s id of the item. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** Unique; the lines of documents name the item by it (`item_code`). */
  code: string | null;
  /** What people call it; the provider takes the code where there is none. */
  name: string | null;
  /** What lines of sales say of it. */
  description: string | null;
  /** What lines of purchases say of it. */
  purchase_description: string | null;
  /** Whether it is sold; false empties `sale`. */
  is_sold: boolean | null;
  /** Whether it is bought; false empties `purchase`. */
  is_purchased: boolean | null;
  /** True if the provider counts its stock. */
  is_tracked: boolean | null;
  /** What lines of sales take of it where they do not say it themselves. */
  sale: ItemSale | null;
  /** What lines of purchases take of it where they do not say it themselves. */
  purchase: ItemPurchase | null;
  /** The stock; null for an item that is not tracked. */
  quantity_on_hand: number | null;
  /** What the stock has cost, in the organization’s base currency; null for an item that is not tracked. */
  total_cost_pool: number | null;
};

/** One of the values of a tracking category. */
export type TrackingCategoryOption = {
  /** The provider’s id of the option; lines name it as `tracking_option_id`. */
  id: string | null;
  /** The name. */
  name: string | null;
  /** The state of the option, in the provider’s word. */
  status: string | null;
};

/** What the lines of documents can be marked with, such as a region or a project. */
export type TrackingCategory = {
  /** The service’s id of the tracking category. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** The name. */
  name: string | null;
  /** The state of the category, in the provider’s word. */
  status: string | null;
  /** What a line can be marked with in this category, archived options too. */
  options: TrackingCategoryOption[];
};

/** What one account is debited or credited. */
export type JournalLine = {
  /** What it is, for a person. */
  description: string | null;
  /** Positive debits the account, negative credits it. */
  line_amount: number | null;
  /** The code of an account in the chart of accounts. */
  account_code: string | null;
  /** The provider’s word for the tax rate. */
  tax_type: string | null;
  /** The tax of the line, in the document’s currency. */
  tax_amount: number | null;
  /** Where the line belongs in the organization’s own reporting. */
  tracking: TrackingOption[];
};

/** A posting by hand between accounts, in the organization’s own currency. */
export type ManualJournal = {
  /** The service’s id of the manual journal. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** What the journal is for. */
  narration: string | null;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `DRAFT`: not yet in the books - `POSTED`: in the books - `DELETED`: deleted while it was a draft - `VOIDED`: voided after it was posted */
  status: string | null;
  /** Whether line amounts contain tax. */
  line_amount_mode: string | null;
  /** What the accounts are debited and credited; together they balance. */
  lines: JournalLine[];
  /** Where its source is, http or https. */
  url: string | null;
  /** True if reports on the cash basis show it. */
  show_on_cash_basis: boolean | null;
};

/** Money moved between two bank accounts of one currency. */
export type BankTransfer = {
  /** The service’s id of the bank transfer. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** `AUTHORISED`, or `DELETED` once it was cancelled. */
  status: string | null;
  /** The account that the money leaves. */
  from_account_id: string | null;
  /** The account that it reaches. */
  to_account_id: string | null;
  /** The amount, in the currency of the document. */
  amount: number | null;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** True if the side of `from_account_id` is matched with a statement. */
  from_is_reconciled: boolean | null;
  /** True if the side of `to_account_id` is matched with a statement. */
  to_is_reconciled: boolean | null;
};

/** When a repeating invoice makes its next invoice, and when that one is due. */
export type RepeatingSchedule = {
  /** Each how many weeks or months it makes an invoice: 12 months are a year. */
  every: number | null;
  /** `week`, `month`, or the provider’s own word. */
  unit: string | null;
  /** What `due_kind` counts: a number of days, or a day of the month. */
  due_day: number | null;
  /** `days_after_issue`, `days_after_month_of_issue`, `of_current_month`, `of_following_month`, or the provider’s own word. */
  due_kind: string | null;
  /** When it begins. */
  start_date: string | null;
  /** When it makes its next invoice. */
  next_date: string | null;
  /** Null for one that ends only when it is cancelled. */
  end_date: string | null;
};

/** A template by which the provider makes an invoice or bill again and again. */
export type RepeatingInvoice = {
  /** The service’s id of the repeating invoice. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** `receivable`, `payable`, or the provider’s own word. */
  type: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Whether line amounts contain tax. */
  line_amount_mode: string | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[];
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** The service’s id of the theme in which it is printed. */
  branding_theme_id: string | null;
  /** When it makes its next invoice, and when that one is due. */
  schedule: RepeatingSchedule | null;
};

/** Money that was spent or received at a bank account, without an invoice. */
export type BankTransaction = {
  /** The service’s id of the bank transaction. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** `spend` or `receive`. Known values; the provider may have others: - `spend`: money went out - `receive`: money came in */
  kind: string | null;
  /** `nothing`, `prepayment`, `overpayment`, or the provider’s own word. Known values; the provider may have others: - `nothing`: the transaction leaves nothing - `prepayment`: it leaves a prepayment, which is allocated or refunded later - `overpayment`: it leaves an overpayment, which is allocated or refunded later */
  settles: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `AUTHORISED`: in the books - `DELETED`: deleted - `VOIDED`: voided, which some reads show */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** The service’s id of the bank account. */
  bank_account_id: string | null;
  /** The code of the bank account. */
  bank_account_code: string | null;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** Whether line amounts contain tax. */
  line_amount_mode: string | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[];
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** Whether it is marked as reconciled. It says nothing of a line of the bank’s statement. */
  is_reconciled: boolean | null;
  /** A link of your own, shown with the transaction. */
  url: string | null;
  /** The prepayment that it made. */
  prepayment_id: string | null;
  /** The overpayment that it made. */
  overpayment_id: string | null;
};

/** A deposit that a bank transaction left, until it is allocated or refunded. */
export type Prepayment = {
  /** The service’s id of the prepayment. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** `receive` from a customer or `spend` at a supplier. */
  kind: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `AUTHORISED`: in the books, to be allocated or refunded - `PAID`: nothing of it remains - `VOIDED`: voided */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. */
  number: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[];
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** The credit that is not used yet, in the document’s currency. */
  remaining_credit: number | null;
  /** The invoices that it paid, with the amounts. */
  allocations: CreditNoteAllocation[];
  /** The payments that were made. */
  payments: InvoicePayment[];
};

/** What a bank transaction paid beyond what was due, until it is allocated or refunded. */
export type Overpayment = {
  /** The service’s id of the overpayment. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document; only with `?include=provider_data`. */
  provider_data?: Record<string, unknown> | undefined;
  /** `receive` from a customer or `spend` at a supplier. */
  kind: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `AUTHORISED`: in the books, to be allocated or refunded - `PAID`: nothing of it remains - `VOIDED`: voided */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. */
  number: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[];
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** The credit that is not used yet, in the document’s currency. */
  remaining_credit: number | null;
  /** The invoices that it paid, with the amounts. */
  allocations: CreditNoteAllocation[];
  /** The payments that were made. */
  payments: InvoicePayment[];
};

/** A contact that was changed at the provider. */
export type WrittenContact = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: Contact;
};

/** An invoice that was changed at the provider. */
export type WrittenInvoice = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: Invoice;
};

/** A credit note that was changed at the provider. */
export type WrittenCreditNote = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: CreditNote;
};

/** A quote that was changed at the provider. */
export type WrittenQuote = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: Quote;
};

/** A payment that was changed at the provider. */
export type WrittenPayment = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: Payment;
};

/** A purchase order that was changed at the provider. */
export type WrittenPurchaseOrder = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: PurchaseOrder;
};

/** An account that was changed at the provider. */
export type WrittenAccount = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: Account;
};

/** An item that was changed at the provider. */
export type WrittenItem = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: Item;
};

/** A manual journal that was changed at the provider. */
export type WrittenManualJournal = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: ManualJournal;
};

/** A bank transaction that was changed at the provider. */
export type WrittenBankTransaction = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: BankTransaction;
};

/** A file that an earlier request attached. */
export type WrittenAttachment = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: Attached;
};

/** One organization of a customer at the provider, with the authorization to read and write it. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedConnection = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** The provider’s id in `GET /v1/providers`; a connection keeps it. */
  provider: string;
  /** The service’s id of the provider app that it came through; null for the hosted app. */
  provider_app_id: string | null;
  /** The provider’s id of the connected organization; null until one was chosen. */
  provider_tenant_id: string | null;
  /** The name of the connected organization. */
  provider_tenant_name: string | null;
  /** The environment that it belongs to. */
  environment: Environment;
  /** Whether it can be used. */
  status: ConnectionStatus;
  /** Why it has this status; null for a usual status. */
  status_reason: string | null;
  /** Whether the connection works, judged by its recent calls to the provider and its syncs; it does not change `status`. A document that the provider refuses is no failure of the connection. */
  health: ConnectionHealth;
  /** Why it is not `ok`; null while it is. */
  health_reason: ConnectionHealthReason | null;
  /** The reason and the next step, for your support; it may name what only you or your operator can mend. */
  health_message: string | null;
  /** The last call to the provider that succeeded, or the last sync that ended, whichever is later. */
  last_success_at: string | null;
  /** Whether records are copied. */
  retention_mode: RetentionMode;
  /** What the customer consented to, in the provider’s words. */
  scopes: string[] | null;
  /** Your own data, as you gave it. */
  metadata: Record<string, unknown> | null;
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** The day from which the first sync reads, by the provider’s stamp of change: contacts and documents that changed before it are not read; master data is read whole. Null: everything. */
  sync_from: string | null;
  /** Records that lists do not show, or show in an older state; null where they are too many for a list. */
  sync_warnings: SyncWarning[] | null;
  /** When it was created (UTC). */
  created_at: string;
  /** When it last changed (UTC). */
  updated_at: string;
  /** Scopes, in the provider’s words, that the customer has to grant by connecting again. */
  missing_scopes: string[] | null;
  /** What is walked by the clock, because no notification tells of its changes. */
  follow: Follow;
  /** How each family was last walked; only of a connection that is read by itself. */
  walks?: FamilyWalk[] | undefined;
  /** What you can show to the connection’s customer, in the language of the request; null while nothing is wrong. */
  customer_message: string | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** A piece of durable background work, such as a sync, an automation or a disconnection. After a crash it continues where it was. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedOperation = {
  /** The service’s id of an operation. */
  operation_id: string;
  /** What kind of work it is. */
  type: OperationType;
  /** The present state. */
  state: OperationState;
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The operation’s input. `{ "purged": true }` once the connection is disconnected: `result` and the results of steps are purged too, `metadata` is empty, and messages of errors are deleted. */
  input: Record<string, unknown> | null;
  /** The result, as any JSON value. */
  result: unknown;
  /** What went wrong; null where nothing did. */
  error: OperationError | null;
  /** The steps, in their order. */
  steps: OperationStep[] | null;
  /** Every try, the oldest first. */
  attempts: OperationAttempt[] | null;
  /** The current run: 1 at first; every replay begins the next. */
  run: number;
  /** How many attempts of this run count against `max_attempts`. */
  attempt_count: number;
  /** How many attempts a run has at most. */
  max_attempts: number;
  /** When it is tried next (UTC); null where no attempt is planned. */
  next_attempt_at: string | null;
  /** Why it is `queued` until `next_attempt_at` although no attempt has failed; else null. */
  waiting_for: OperationWait | null;
  /** When the lease of the operation’s worker ends (UTC), unless the worker renews it. */
  lease_expires_at: string | null;
  /** Who ran it again, when and why; the oldest first. */
  replays: OperationReplay[] | null;
  /** Your own data, as you gave it. */
  metadata: Record<string, unknown> | null;
  /** What an agent asked for that a member must approve; null for other work. */
  proposal: OperationProposal | null;
  /** Where a member reads and decides it, in the console. The link alone approves nothing. */
  approve_url: string | null;
  /** When it ends unsent if nobody decides: seven days after it was proposed. */
  expires_at: string | null;
  /** Null while it waits, and if it ended without a decision; `error.reason` then says why. */
  decision: OperationDecision | null;
  /** The request that caused it, `X-Request-ID`. */
  request_id: string;
  /** Who asked for it. */
  actor: Actor;
  /** When it was created (UTC). */
  created_at: string;
  /** When it began (UTC). */
  started_at: string | null;
  /** When it last changed (UTC). */
  updated_at: string;
  /** When it ended (UTC). */
  finished_at: string | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** One event on its way to one endpoint. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedWebhookDelivery = {
  /** The service’s id of a webhook delivery. */
  delivery_id: string;
  /** The service’s id of a webhook endpoint. */
  webhook_endpoint_id: string;
  /** The service’s id of an event. */
  event_id: string;
  /** The type of the event. */
  event_type: DeliveredEventType;
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** The operation that does the work; its state is the delivery’s. */
  operation_id: string;
  /** The present state. */
  state: OperationState;
  /** The environment that it belongs to. */
  environment: Environment;
  /** How many attempts of this run were made. */
  attempt_count: number;
  /** Every try, the oldest first. */
  attempts: DeliveryAttempt[] | null;
  /** The HTTP status of the last attempt’s answer; null when none came. */
  response_status: number | null;
  /** The beginning of what the destination answered, at most 8 KiB. */
  response_excerpt: string | null;
  /** When it is tried next; null for a delivery that has ended, is being sent, or waits for its endpoint to answer again. */
  next_attempt_at: string | null;
  /** The request that caused the event. */
  request_id: string;
  /** When it was created (UTC). */
  created_at: string;
  /** When it last changed (UTC). */
  updated_at: string;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** The connected organization’s own data: its name, base currency, and settings. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedOrganization = {
  /** The service’s id of the organization. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** The name. */
  name: string | null;
  /** The registered name. */
  legal_name: string | null;
  /** The provider’s short name of the organization, used in links. */
  short_code: string | null;
  /** The currency of the books, ISO 4217. */
  base_currency: string | null;
  /** The country’s code. */
  country_code: string | null;
  /** The time zone, in the provider’s word. */
  timezone: string | null;
  /** The number under which it is registered for tax. */
  tax_number: string | null;
  /** Whether the organization is registered for tax. */
  pays_tax: boolean | null;
  /** The provider’s word for the country’s edition. */
  version: string | null;
  /** The last day of the financial year. */
  financial_year_end: FinancialYearEnd | null;
  /** The books are closed up to and including this day, `YYYY-MM-DD`. */
  period_lock_date: string | null;
  /** The books of a closed year are locked up to and including this day, `YYYY-MM-DD`. */
  end_of_year_lock_date: string | null;
  /** Whether these are the provider’s demonstration books. */
  is_demo: boolean | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** A customer or supplier of the organization. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedContact = {
  /** The service’s id of the contact. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** The name. */
  name: string | null;
  /** Your own identifier of the contact, unique among contacts. */
  contact_number: string | null;
  /** Your or the contact’s number for the account that they have with you. */
  account_number: string | null;
  /** The first name. */
  first_name: string | null;
  /** The family name. */
  last_name: string | null;
  /** The email address. */
  email: string | null;
  /** The number under which it is registered for tax. */
  tax_number: string | null;
  /** The number under which the company is registered. */
  company_number: string | null;
  /** The address of its website. */
  website: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `ACTIVE`: in use - `ARCHIVED`: out of use; its documents stay */
  status: string | null;
  /** ISO 4217 code of the currency in which its documents are written. */
  default_currency: string | null;
  /** Whether it has sales documents. */
  is_customer: boolean | null;
  /** Whether it has bills. */
  is_supplier: boolean | null;
  /** The telephone numbers, one of each type. */
  phones: Phone[] | null;
  /** The postal and the street address. */
  addresses: Address[] | null;
  /** Further people at the contact. */
  contact_persons: ContactPerson[] | null;
  /** When documents are due that do not say so themselves. */
  payment_terms: PaymentTerms | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** A sales invoice (`receivable`) or a bill (`payable`). As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedInvoice = {
  /** The service’s id of the invoice. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** `receivable`, `payable`, or the provider’s own word. */
  type: string | null;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. */
  number: string | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be paid - `PAID`: paid in full - `DELETED`: deleted while it was a draft or submitted - `VOIDED`: voided after it was authorised */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** Whether line amounts contain tax. */
  line_amount_mode: string | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[] | null;
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The sum of all discounts, in the document’s currency. */
  total_discount: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** The service’s id of the theme in which it is printed. */
  branding_theme_id: string | null;
  /** The day on which payment is due, `YYYY-MM-DD`. */
  due_date: string | null;
  /** What remains to be paid, in the document’s currency. */
  amount_due: number | null;
  /** What was paid, in the document’s currency. */
  amount_paid: number | null;
  /** The credit notes applied to it, in the document’s currency. */
  amount_credited: number | null;
  /** The day on which it was paid in full, `YYYY-MM-DD`. */
  fully_paid_on: string | null;
  /** A link of your own, shown on the invoice. */
  url: string | null;
  /** Whether it is marked as sent. */
  sent_to_contact: boolean | null;
  /** The payments that were made. */
  payments: InvoicePayment[] | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** Credit to a customer, or from a supplier, which pays invoices in part or in full. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedCreditNote = {
  /** The service’s id of the credit note. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** `receivable`, `payable`, or the provider’s own word. */
  type: string | null;
  /** The number printed on the document; by default a new credit to a customer gets the provider’s next one. */
  number: string | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be allocated - `PAID`: used in full - `DELETED`: deleted while it was a draft or submitted - `VOIDED`: voided after it was authorised */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** Whether line amounts contain tax. */
  line_amount_mode: string | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[] | null;
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The sum of all discounts, in the document’s currency. */
  total_discount: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** The service’s id of the theme in which it is printed. */
  branding_theme_id: string | null;
  /** The credit that is not used yet, in the document’s currency. */
  remaining_credit: number | null;
  /** The day on which it was paid in full, `YYYY-MM-DD`. */
  fully_paid_on: string | null;
  /** The invoices that it paid, with the amounts. */
  allocations: CreditNoteAllocation[] | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** An offer to a customer, which becomes an invoice when it is accepted. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedQuote = {
  /** The service’s id of the quote. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. */
  number: string | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `DRAFT`: not yet sent - `SENT`: the customer has it - `DECLINED`: the customer does not want it - `ACCEPTED`: the customer wants it - `INVOICED`: its invoice was created - `DELETED`: removed */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** Whether line amounts contain tax. */
  line_amount_mode: string | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[] | null;
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The sum of all discounts, in the document’s currency. */
  total_discount: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** The service’s id of the theme in which it is printed. */
  branding_theme_id: string | null;
  /** The title. */
  title: string | null;
  /** What the offer is about, above its lines. */
  summary: string | null;
  /** The terms, below the lines. */
  terms: string | null;
  /** The last day of the offer, `YYYY-MM-DD`. */
  expiry_date: string | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** Money that was paid on an invoice. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedPayment = {
  /** The service’s id of the payment. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** The service’s id of an invoice. */
  invoice_id: string | null;
  /** The credit note that is refunded; null for a payment of an invoice. */
  credit_note_id: string | null;
  /** The prepayment that is refunded; null for a payment of something else. */
  prepayment_id: string | null;
  /** The overpayment that is refunded; null for a payment of something else. */
  overpayment_id: string | null;
  /** The service’s id of an account. */
  account_id: string | null;
  /** The code of an account in the chart of accounts. */
  account_code: string | null;
  /** The amount, in the currency of the document. */
  amount: number | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `AUTHORISED`: valid - `DELETED`: undone; the amount is due again */
  status: string | null;
  /** What was paid, in the provider’s word. */
  type: string | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** An order to a supplier. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedPurchaseOrder = {
  /** The service’s id of the purchase order. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. */
  number: string | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `DRAFT`: being written - `SUBMITTED`: waits for approval - `AUTHORISED`: approved - `BILLED`: its bill has arrived - `DELETED`: removed */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** Whether line amounts contain tax. */
  line_amount_mode: string | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[] | null;
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The sum of all discounts, in the document’s currency. */
  total_discount: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** The service’s id of the theme in which it is printed. */
  branding_theme_id: string | null;
  /** The day on which the goods are expected, `YYYY-MM-DD`. */
  delivery_date: string | null;
  /** Where the goods go, as one text. */
  delivery_address: string | null;
  /** What the carrier should know. */
  delivery_instructions: string | null;
  /** The person to whose attention it goes. */
  attention_to: string | null;
  /** The telephone number of the recipient. */
  telephone: string | null;
  /** Whether it is marked as sent. */
  sent_to_contact: boolean | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** An account of the chart of accounts. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedAccount = {
  /** The service’s id of the account. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** The code, unique in the chart of accounts. */
  code: string | null;
  /** The name of the account. */
  name: string | null;
  /** What kind it is, in the provider’s word. */
  type: string | null;
  /** The kind of account in the provider’s own word, such as `ASSET`, `EXPENSE` or `REVENUE`. */
  class: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** What it is, for a person. */
  description: string | null;
  /** The provider’s word for the tax rate. */
  tax_type: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Whether payments can be made to and from it. */
  enable_payments: boolean | null;
  /** The provider’s word for an account that the provider maintains; null for others. */
  system_account: string | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** A tax rate, with the components that add up to it. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedTaxRate = {
  /** The service’s id of the tax rate. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** The name of the rate. */
  name: string | null;
  /** The provider’s word for the tax rate. */
  tax_type: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** The rate of all components together, in percent. */
  effective_rate: number | null;
  /** The rate in percent, as it is printed. */
  display_rate: number | null;
  /** The components that add up to the rate. */
  components: TaxComponent[] | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** A layout of printed documents. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedBrandingTheme = {
  /** The service’s id of the branding theme. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** The name of the theme. */
  name: string | null;
  /** The theme’s place in the provider’s list. */
  sort_order: number | null;
  /** Where the logo is. */
  logo_url: string | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** Goods or a service with a code, by which the lines of documents name it. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedItem = {
  /** The service’s id of the item. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** Unique; the lines of documents name the item by it (`item_code`). */
  code: string | null;
  /** What people call it; the provider takes the code where there is none. */
  name: string | null;
  /** What lines of sales say of it. */
  description: string | null;
  /** What lines of purchases say of it. */
  purchase_description: string | null;
  /** Whether it is sold; false empties `sale`. */
  is_sold: boolean | null;
  /** Whether it is bought; false empties `purchase`. */
  is_purchased: boolean | null;
  /** True if the provider counts its stock. */
  is_tracked: boolean | null;
  /** What lines of sales take of it where they do not say it themselves. */
  sale: ItemSale | null;
  /** What lines of purchases take of it where they do not say it themselves. */
  purchase: ItemPurchase | null;
  /** The stock; null for an item that is not tracked. */
  quantity_on_hand: number | null;
  /** What the stock has cost, in the organization’s base currency; null for an item that is not tracked. */
  total_cost_pool: number | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** What the lines of documents can be marked with, such as a region or a project. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedTrackingCategory = {
  /** The service’s id of the tracking category. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** The name. */
  name: string | null;
  /** The state of the category, in the provider’s word. */
  status: string | null;
  /** What a line can be marked with in this category, archived options too. */
  options: TrackingCategoryOption[] | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** A posting by hand between accounts, in the organization’s own currency. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedManualJournal = {
  /** The service’s id of the manual journal. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** What the journal is for. */
  narration: string | null;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `DRAFT`: not yet in the books - `POSTED`: in the books - `DELETED`: deleted while it was a draft - `VOIDED`: voided after it was posted */
  status: string | null;
  /** Whether line amounts contain tax. */
  line_amount_mode: string | null;
  /** What the accounts are debited and credited; together they balance. */
  lines: JournalLine[] | null;
  /** Where its source is, http or https. */
  url: string | null;
  /** True if reports on the cash basis show it. */
  show_on_cash_basis: boolean | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** Money moved between two bank accounts of one currency. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedBankTransfer = {
  /** The service’s id of the bank transfer. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** `AUTHORISED`, or `DELETED` once it was cancelled. */
  status: string | null;
  /** The account that the money leaves. */
  from_account_id: string | null;
  /** The account that it reaches. */
  to_account_id: string | null;
  /** The amount, in the currency of the document. */
  amount: number | null;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** True if the side of `from_account_id` is matched with a statement. */
  from_is_reconciled: boolean | null;
  /** True if the side of `to_account_id` is matched with a statement. */
  to_is_reconciled: boolean | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** A template by which the provider makes an invoice or bill again and again. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedRepeatingInvoice = {
  /** The service’s id of the repeating invoice. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** `receivable`, `payable`, or the provider’s own word. */
  type: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Whether line amounts contain tax. */
  line_amount_mode: string | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[] | null;
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** The service’s id of the theme in which it is printed. */
  branding_theme_id: string | null;
  /** When it makes its next invoice, and when that one is due. */
  schedule: RepeatingSchedule | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** Money that was spent or received at a bank account, without an invoice. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedBankTransaction = {
  /** The service’s id of the bank transaction. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** `spend` or `receive`. Known values; the provider may have others: - `spend`: money went out - `receive`: money came in */
  kind: string | null;
  /** `nothing`, `prepayment`, `overpayment`, or the provider’s own word. Known values; the provider may have others: - `nothing`: the transaction leaves nothing - `prepayment`: it leaves a prepayment, which is allocated or refunded later - `overpayment`: it leaves an overpayment, which is allocated or refunded later */
  settles: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `AUTHORISED`: in the books - `DELETED`: deleted - `VOIDED`: voided, which some reads show */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** The service’s id of the bank account. */
  bank_account_id: string | null;
  /** The code of the bank account. */
  bank_account_code: string | null;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** Whether line amounts contain tax. */
  line_amount_mode: string | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[] | null;
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** Whether it is marked as reconciled. It says nothing of a line of the bank’s statement. */
  is_reconciled: boolean | null;
  /** A link of your own, shown with the transaction. */
  url: string | null;
  /** The prepayment that it made. */
  prepayment_id: string | null;
  /** The overpayment that it made. */
  overpayment_id: string | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** A deposit that a bank transaction left, until it is allocated or refunded. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedPrepayment = {
  /** The service’s id of the prepayment. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** `receive` from a customer or `spend` at a supplier. */
  kind: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `AUTHORISED`: in the books, to be allocated or refunded - `PAID`: nothing of it remains - `VOIDED`: voided */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. */
  number: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[] | null;
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** The credit that is not used yet, in the document’s currency. */
  remaining_credit: number | null;
  /** The invoices that it paid, with the amounts. */
  allocations: CreditNoteAllocation[] | null;
  /** The payments that were made. */
  payments: InvoicePayment[] | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** What a bank transaction paid beyond what was due, until it is allocated or refunded. As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedOverpayment = {
  /** The service’s id of the overpayment. */
  id: string;
  /** The provider’s own id; accepted wherever `id` is. */
  provider_id: string;
  /** When the service read it from the provider. */
  fetched_at: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
  /** What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say. */
  warnings?: WriteWarning[] | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data?: Record<string, unknown> | null | undefined;
  /** `receive` from a customer or `spend` at a supplier. */
  kind: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `AUTHORISED`: in the books, to be allocated or refunded - `PAID`: nothing of it remains - `VOIDED`: voided */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** The contact of the document, in short. */
  contact: ContactReference | null;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string | null;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. */
  number: string | null;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. */
  currency_rate: number | null;
  /** The lines, in their order. A change replaces them as a whole. */
  line_items: LineItem[] | null;
  /** The sum of the lines without tax, in the document’s currency. */
  sub_total: number | null;
  /** The sum of all tax, in the document’s currency. */
  total_tax: number | null;
  /** The total with tax, in the document’s currency. */
  total: number | null;
  /** The credit that is not used yet, in the document’s currency. */
  remaining_credit: number | null;
  /** The invoices that it paid, with the amounts. */
  allocations: CreditNoteAllocation[] | null;
  /** The payments that were made. */
  payments: InvoicePayment[] | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** undefined As a list shows it: `provider_data` only where it was asked for, and without what would be too large, which `truncated` names. */
export type ListedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: EventType;
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number | null;
  /** The event’s data; `type` determines its fields. */
  data: Record<string, unknown> | null;
  /** The fields that are null here because they are larger than 64 KiB; read the item to get them. */
  truncated?: string[] | undefined;
};

/** The connection before the change, with only the fields that changed. */
export type PreviousConnection = {
  /** The status before. */
  status: ConnectionStatus;
};

/** The connection as it is after the change. */
export type ConnectionEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** The provider’s id in `GET /v1/providers`; a connection keeps it. */
  provider: string;
  /** The service’s id of the provider app that it came through; null for the hosted app. */
  provider_app_id: string | null;
  /** The provider’s id of the connected organization; null until one was chosen. */
  provider_tenant_id: string | null;
  /** The name of the connected organization. */
  provider_tenant_name: string | null;
  /** The environment that it belongs to. */
  environment: Environment;
  /** Whether it can be used. */
  status: ConnectionStatus;
  /** Why it has this status; null for a usual status. */
  status_reason: string | null;
  /** Whether the connection works, judged by its recent calls to the provider and its syncs; it does not change `status`. A document that the provider refuses is no failure of the connection. */
  health: ConnectionHealth;
  /** Why it is not `ok`; null while it is. */
  health_reason: ConnectionHealthReason | null;
  /** The reason and the next step, for your support; it may name what only you or your operator can mend. */
  health_message: string | null;
  /** The last call to the provider that succeeded, or the last sync that ended, whichever is later. */
  last_success_at: string | null;
  /** Whether records are copied. */
  retention_mode: RetentionMode;
  /** What the customer consented to, in the provider’s words. */
  scopes: string[];
  /** Your own data, as you gave it. */
  metadata: Record<string, unknown>;
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** The day from which the first sync reads, by the provider’s stamp of change: contacts and documents that changed before it are not read; master data is read whole. Null: everything. */
  sync_from: string | null;
  /** Records that lists lack or show in an older state, because the service could not read or store them, and records that the provider stamped in the future. The newest 20; a warning disappears once its record is read and stored again. */
  sync_warnings: SyncWarning[];
  /** When it was created (UTC). */
  created_at: string;
  /** When it last changed (UTC). */
  updated_at: string;
  /** The state that was announced before; null the first time. */
  previous: PreviousConnection | null;
};

/** `connection.created`: a customer has connected an organization. */
export type ConnectionCreatedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "connection.created";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: ConnectionEventData;
};

/** `connection.updated`: the status of a connection has changed. */
export type ConnectionUpdatedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "connection.updated";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: ConnectionEventData;
};

/** `connection.disconnected`: a connection was removed. */
export type ConnectionDisconnectedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "connection.disconnected";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: ConnectionEventData;
};

/** - `invoices`: invoices only - `all`: every family of records */
export type SyncScope = "invoices" | "all";

/** How many records of a type a sync has read, found changed, announced and removed. */
export type SyncCounts = {
  /** Records that the provider returned; a record returned twice counts twice. */
  read: number;
  /** Records that were new to the cache or differed from what it held. */
  changed: number;
  /** Invoices that were announced. */
  announced: number;
  /** Records that the provider no longer lists. */
  removed: number;
};

/** The counts of a sync, by type of record. */
export type SyncCountsByType = {
  /** What happened to the organization. */
  organizations?: SyncCounts | undefined;
  /** What happened to contacts. */
  contacts?: SyncCounts | undefined;
  /** What happened to invoices. */
  invoices?: SyncCounts | undefined;
  /** What happened to credit notes. */
  credit_notes?: SyncCounts | undefined;
  /** What happened to quotes. */
  quotes?: SyncCounts | undefined;
  /** What happened to payments. */
  payments?: SyncCounts | undefined;
  /** What happened to purchase orders. */
  purchase_orders?: SyncCounts | undefined;
  /** What happened to accounts. */
  accounts?: SyncCounts | undefined;
  /** What happened to tax rates. */
  tax_rates?: SyncCounts | undefined;
  /** What happened to branding themes. */
  branding_themes?: SyncCounts | undefined;
  /** What happened to items. */
  items?: SyncCounts | undefined;
  /** What happened to tracking categories. */
  tracking_categories?: SyncCounts | undefined;
  /** What happened to manual journals. */
  manual_journals?: SyncCounts | undefined;
  /** What happened to bank transfers. */
  bank_transfers?: SyncCounts | undefined;
  /** What happened to repeating invoices. */
  repeating_invoices?: SyncCounts | undefined;
  /** What happened to bank transactions. */
  bank_transactions?: SyncCounts | undefined;
  /** What happened to prepayments. */
  prepayments?: SyncCounts | undefined;
  /** What happened to overpayments. */
  overpayments?: SyncCounts | undefined;
};

/** Which sync has ended, and what it found. */
export type SyncEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** The service’s id of an operation. */
  operation_id: string;
  /** Which families were read. */
  scope: SyncScope;
  /** What the sync did, for each type of record that it read. */
  counts: SyncCountsByType;
  /** When it began (UTC). */
  started_at: string | null;
  /** When it ended (UTC). */
  finished_at: string;
};

/** `sync.completed`: a sync has ended. */
export type SyncCompletedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "sync.completed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: SyncEventData;
};

/** The invoice in an event, as it was when the service read it. */
export type InvoiceSnapshot = {
  /** The service’s id of the record. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. */
  number: string | null;
  /** Your own reference, printed on the document. */
  external_reference: string | null;
  /** The state of the record, in the provider’s word. Known values; the provider may have others: - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be paid - `PAID`: paid in full - `DELETED`: deleted while it was a draft or submitted - `VOIDED`: voided after it was authorised */
  status: string;
  /** ISO 4217 code of the currency of every amount here. */
  currency: string | null;
  /** The total with tax, in the document’s currency. */
  total: number;
  /** What was paid, in the document’s currency. */
  amount_paid: number;
  /** What remains to be paid, in the document’s currency. */
  amount_due: number;
  /** The credit notes applied to it, in the document’s currency. */
  amount_credited: number;
  /** Identifies this state of the invoice: events with the same revision report the same state. */
  provider_revision: string;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** The invoice before the change, with only the fields that changed. */
export type PreviousInvoice = {
  /** The state of the record, in the provider’s word. */
  status: string;
  /** What was paid, in the document’s currency. */
  amount_paid: number;
  /** What remains to be paid, in the document’s currency. */
  amount_due: number;
};

/** How to get the invoice’s PDF as it is now. */
export type InvoiceDocument = {
  /** Whether a rendered copy must be fetched again. */
  refresh_required: true;
  /** The action that renders the document again. */
  provider_action: "invoice.download_pdf";
};

/** The invoice as the service has read it, and its state before. */
export type InvoiceEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** The invoice as it was announced; read it again for everything else. */
  invoice: InvoiceSnapshot;
  /** The state that was announced before; null the first time. */
  previous: PreviousInvoice | null;
  /** What to do about a rendered copy. */
  document: InvoiceDocument;
};

/** `invoice.updated`: an invoice was created or changed. */
export type InvoiceUpdatedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "invoice.updated";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: InvoiceEventData;
};

/** `invoice.payment_changed`: the status, paid amount or due amount of an invoice has changed. */
export type InvoicePaymentChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "invoice.payment_changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: InvoiceEventData;
};

/** `invoice.paid`: an invoice is paid in full. */
export type InvoicePaidEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "invoice.paid";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: InvoiceEventData;
};

/** Which automation has ended, and what it wrote. */
export type AutomationSucceededEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** The service’s id of an operation. */
  operation_id: string;
  /** The recipe of the automation. */
  recipe: RecipeName;
  /** The result, as any JSON value. */
  result: unknown;
};

/** `automation.succeeded`: an automation has ended with success. */
export type AutomationSucceededEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "automation.succeeded";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: AutomationSucceededEventData;
};

/** A write that was made at the provider and remains. */
export type AppliedWrite = {
  /** The step that made the write. */
  step: string;
  /** The type of the record that was written. */
  type: ResourceType | null;
  /** The service’s id of the record. */
  id: string | null;
  /** The provider’s own, immutable id. */
  provider_id: string | null;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. */
  number?: string | undefined;
  /** The state of the record, in the provider’s word. */
  status?: string | undefined;
};

/** Which automation has failed, why, and which of its writes remain. */
export type AutomationFailedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** The service’s id of an operation. */
  operation_id: string;
  /** The recipe of the automation. */
  recipe: RecipeName;
  /** What went wrong; null where nothing did. */
  error: OperationError | null;
  /** The writes that were made and remain in the provider’s books. */
  applied: AppliedWrite[];
};

/** `automation.failed`: an automation has ended without success; some of its writes may have been made. */
export type AutomationFailedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "automation.failed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: AutomationFailedEventData;
};

/** A bulk write that has ended, and the counts of its items by status. */
export type BulkCompletedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** The service’s id of an operation. */
  operation_id: string;
  /** The family of the records. */
  type: ResourceType;
  /** How many items there were in all and in each status. */
  counts: BulkCounts;
};

/** `bulk.completed`: a bulk write has ended; some of its items may have been refused. */
export type BulkCompletedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "bulk.completed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: BulkCompletedEventData;
};

/** - `created`: the record is new since the connection - `updated`: it has changed; also a void, or an archived record - `deleted`: its status has become `DELETED`, or the provider no longer has it */
export type RecordChangeKind = "created" | "updated" | "deleted";

/** A few fields of the organization; read it, or its copy, for everything else. */
export type OrganizationInEvent = {
  /** The service’s id of the organization. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "organizations";
  /** The name. */
  name: string | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the organization as the service has read it. */
export type OrganizationChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: OrganizationInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `organization.changed`: an organization was created, changed or deleted. */
export type OrganizationChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "organization.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: OrganizationChangedEventData;
};

/** A few fields of the contact; read it, or its copy, for everything else. */
export type ContactInEvent = {
  /** The service’s id of the contact. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "contacts";
  /** The name. */
  name: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the contact as the service has read it. */
export type ContactChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: ContactInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `contact.changed`: a contact was created, changed or deleted. */
export type ContactChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "contact.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: ContactChangedEventData;
};

/** A few fields of the credit note; read it, or its copy, for everything else. */
export type CreditNoteInEvent = {
  /** The service’s id of the credit note. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "credit_notes";
  /** What kind of its family it is, in the provider’s word; the record’s own `type`. */
  kind: string | null;
  /** The number printed on the document. */
  number: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** ISO 4217 code of its currency. */
  currency: string | null;
  /** The total with tax in the document’s currency; of a payment its amount. */
  total: number | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the credit note as the service has read it. */
export type CreditNoteChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: CreditNoteInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `credit_note.changed`: a credit note was created, changed or deleted. */
export type CreditNoteChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "credit_note.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: CreditNoteChangedEventData;
};

/** A few fields of the quote; read it, or its copy, for everything else. */
export type QuoteInEvent = {
  /** The service’s id of the quote. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "quotes";
  /** The number printed on the document. */
  number: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** ISO 4217 code of its currency. */
  currency: string | null;
  /** The total with tax in the document’s currency; of a payment its amount. */
  total: number | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the quote as the service has read it. */
export type QuoteChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: QuoteInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `quote.changed`: a quote was created, changed or deleted. */
export type QuoteChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "quote.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: QuoteChangedEventData;
};

/** A few fields of the payment; read it, or its copy, for everything else. */
export type PaymentInEvent = {
  /** The service’s id of the payment. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "payments";
  /** What kind of its family it is, in the provider’s word; the record’s own `type`. */
  kind: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** The total with tax in the document’s currency; of a payment its amount. */
  total: number | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the payment as the service has read it. */
export type PaymentChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: PaymentInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `payment.changed`: a payment was created, changed or deleted. */
export type PaymentChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "payment.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: PaymentChangedEventData;
};

/** A few fields of the purchase order; read it, or its copy, for everything else. */
export type PurchaseOrderInEvent = {
  /** The service’s id of the purchase order. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "purchase_orders";
  /** The number printed on the document. */
  number: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** ISO 4217 code of its currency. */
  currency: string | null;
  /** The total with tax in the document’s currency; of a payment its amount. */
  total: number | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the purchase order as the service has read it. */
export type PurchaseOrderChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: PurchaseOrderInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `purchase_order.changed`: a purchase order was created, changed or deleted. */
export type PurchaseOrderChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "purchase_order.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: PurchaseOrderChangedEventData;
};

/** A few fields of the account; read it, or its copy, for everything else. */
export type AccountInEvent = {
  /** The service’s id of the account. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "accounts";
  /** What kind of its family it is, in the provider’s word; the record’s own `type`. */
  kind: string | null;
  /** The name of the account. */
  name: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** ISO 4217 code of its currency. */
  currency: string | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the account as the service has read it. */
export type AccountChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: AccountInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `account.changed`: an account was created, changed or deleted. */
export type AccountChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "account.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: AccountChangedEventData;
};

/** A few fields of the tax rate; read it, or its copy, for everything else. */
export type TaxRateInEvent = {
  /** The service’s id of the tax rate. */
  id: string;
  /** The provider’s own id: the tax type. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "tax_rates";
  /** The name of the rate. */
  name: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the tax rate as the service has read it. */
export type TaxRateChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: TaxRateInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `tax_rate.changed`: a tax rate was created, changed or deleted. */
export type TaxRateChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "tax_rate.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: TaxRateChangedEventData;
};

/** A few fields of the branding theme; read it, or its copy, for everything else. */
export type BrandingThemeInEvent = {
  /** The service’s id of the branding theme. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "branding_themes";
  /** The name of the theme. */
  name: string | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the branding theme as the service has read it. */
export type BrandingThemeChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: BrandingThemeInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `branding_theme.changed`: a branding theme was created, changed or deleted. */
export type BrandingThemeChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "branding_theme.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: BrandingThemeChangedEventData;
};

/** A few fields of the item; read it, or its copy, for everything else. */
export type ItemInEvent = {
  /** The service’s id of the item. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "items";
  /** What people call it. */
  name: string | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the item as the service has read it. */
export type ItemChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: ItemInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `item.changed`: an item was created, changed or deleted. */
export type ItemChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "item.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: ItemChangedEventData;
};

/** A few fields of the tracking category; read it, or its copy, for everything else. */
export type TrackingCategoryInEvent = {
  /** The service’s id of the tracking category. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "tracking_categories";
  /** The name. */
  name: string | null;
  /** The state of the category, in the provider’s word. */
  status: string | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the tracking category as the service has read it. */
export type TrackingCategoryChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: TrackingCategoryInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `tracking_category.changed`: a tracking category was created, changed or deleted. */
export type TrackingCategoryChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "tracking_category.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: TrackingCategoryChangedEventData;
};

/** A few fields of the manual journal; read it, or its copy, for everything else. */
export type ManualJournalInEvent = {
  /** The service’s id of the manual journal. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "manual_journals";
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the manual journal as the service has read it. */
export type ManualJournalChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: ManualJournalInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `manual_journal.changed`: a manual journal was created, changed or deleted. */
export type ManualJournalChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "manual_journal.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: ManualJournalChangedEventData;
};

/** A few fields of the bank transfer; read it, or its copy, for everything else. */
export type BankTransferInEvent = {
  /** The service’s id of the bank transfer. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "bank_transfers";
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** The total with tax in the document’s currency; of a payment its amount. */
  total: number | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the bank transfer as the service has read it. */
export type BankTransferChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: BankTransferInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `bank_transfer.changed`: a bank transfer was created, changed or deleted. */
export type BankTransferChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "bank_transfer.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: BankTransferChangedEventData;
};

/** A few fields of the repeating invoice; read it, or its copy, for everything else. */
export type RepeatingInvoiceInEvent = {
  /** The service’s id of the repeating invoice. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "repeating_invoices";
  /** What kind of its family it is, in the provider’s word; the record’s own `type`. */
  kind: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** ISO 4217 code of its currency. */
  currency: string | null;
  /** The total with tax in the document’s currency; of a payment its amount. */
  total: number | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the repeating invoice as the service has read it. */
export type RepeatingInvoiceChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: RepeatingInvoiceInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `repeating_invoice.changed`: a repeating invoice was created, changed or deleted. */
export type RepeatingInvoiceChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "repeating_invoice.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: RepeatingInvoiceChangedEventData;
};

/** A few fields of the bank transaction; read it, or its copy, for everything else. */
export type BankTransactionInEvent = {
  /** The service’s id of the bank transaction. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "bank_transactions";
  /** What kind of its family it is, in the provider’s word; the record’s own `type`. */
  kind: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** ISO 4217 code of its currency. */
  currency: string | null;
  /** The total with tax in the document’s currency; of a payment its amount. */
  total: number | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the bank transaction as the service has read it. */
export type BankTransactionChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: BankTransactionInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `bank_transaction.changed`: a bank transaction was created, changed or deleted. */
export type BankTransactionChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "bank_transaction.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: BankTransactionChangedEventData;
};

/** A few fields of the prepayment; read it, or its copy, for everything else. */
export type PrepaymentInEvent = {
  /** The service’s id of the prepayment. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "prepayments";
  /** What kind of its family it is, in the provider’s word; the record’s own `type`. */
  kind: string | null;
  /** The number printed on the document. */
  number: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** ISO 4217 code of its currency. */
  currency: string | null;
  /** The total with tax in the document’s currency; of a payment its amount. */
  total: number | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the prepayment as the service has read it. */
export type PrepaymentChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: PrepaymentInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `prepayment.changed`: a prepayment was created, changed or deleted. */
export type PrepaymentChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "prepayment.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: PrepaymentChangedEventData;
};

/** A few fields of the overpayment; read it, or its copy, for everything else. */
export type OverpaymentInEvent = {
  /** The service’s id of the overpayment. */
  id: string;
  /** The provider’s own, immutable id. */
  provider_id: string;
  /** The family, as paths of the API name it. */
  type: "overpayments";
  /** What kind of its family it is, in the provider’s word; the record’s own `type`. */
  kind: string | null;
  /** The number printed on the document. */
  number: string | null;
  /** The state of the record, in the provider’s word. */
  status: string | null;
  /** The service’s id of a contact. */
  contact_id: string | null;
  /** ISO 4217 code of its currency. */
  currency: string | null;
  /** The total with tax in the document’s currency; of a payment its amount. */
  total: number | null;
  /** When the provider last changed it (UTC); null where the provider does not say. */
  provider_updated_at: string | null;
};

/** What has changed of a record, and the overpayment as the service has read it. */
export type OverpaymentChangedEventData = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** What has happened to the record. */
  change: RecordChangeKind;
  /** The record as it was announced; read it again for everything else. */
  record: OverpaymentInEvent;
  /** Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`. */
  changed: string[];
};

/** `overpayment.changed`: an overpayment was created, changed or deleted. */
export type OverpaymentChangedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "overpayment.changed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: number;
  /** The event’s data; `type` determines its fields. */
  data: OverpaymentChangedEventData;
};

/** - `webhook_endpoint`: a webhook endpoint - `operation`: an operation - `connection`: a connection - `organization`: your organization - `api_key`: an API key */
export type OperationalSubjectType = "webhook_endpoint" | "operation" | "connection" | "organization" | "api_key";

/** What an operational event is about. */
export type OperationalSubject = {
  /** What kind of thing it is. */
  type: OperationalSubjectType;
  /** Its id. */
  id: string;
  /** A name that somebody of your organization gave it; absent if it has none. */
  name?: string | undefined;
};

/** Which endpoint is paused, and until when it is tried. */
export type EndpointPausedEventData = {
  /** The environment that it belongs to. */
  environment: Environment;
  /** What it is about. */
  subject: OperationalSubject;
  /** Why, as a word of the service; null if there is nothing to add. */
  reason: string | null;
  /** Since when: the first failure of the row. */
  since: string;
  /** How many attempts failed in a row. */
  consecutive_failures: number;
  /** When the service disables the endpoint if no attempt succeeds before. */
  disables_at: string;
};

/** `endpoint.paused`: a webhook endpoint failed ten times in a row: its deliveries are held and one at a time is tried. */
export type EndpointPausedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "endpoint.paused";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: null;
  /** The event’s data; `type` determines its fields. */
  data: EndpointPausedEventData;
};

/** - `paused`: its deliveries were held - `disabled`: nothing was sent to it */
export type EndpointTrouble = "paused" | "disabled";

/** Which endpoint gets its deliveries again. */
export type EndpointResumedEventData = {
  /** The environment that it belongs to. */
  environment: Environment;
  /** What it is about. */
  subject: OperationalSubject;
  /** Why, as a word of the service; null if there is nothing to add. */
  reason: string | null;
  /** Since when: the time of the change. */
  since: string;
  /** What has ended. */
  previous: EndpointTrouble;
};

/** `endpoint.resumed`: a webhook endpoint that was paused or disabled gets its deliveries again. */
export type EndpointResumedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "endpoint.resumed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: null;
  /** The event’s data; `type` determines its fields. */
  data: EndpointResumedEventData;
};

/** - `service`: the service, because the endpoint answered 410 or failed for five days - `person`: somebody, or a program with a key, who set its `status` */
export type DisabledBy = "service" | "person";

/** Which endpoint was disabled, by whom, and why. */
export type EndpointDisabledEventData = {
  /** The environment that it belongs to. */
  environment: Environment;
  /** What it is about. */
  subject: OperationalSubject;
  /** Why, as a word of the service; null if there is nothing to add. */
  reason: string | null;
  /** Since when: the first failure of the row; the time of the change where a person disabled it. */
  since: string;
  /** Who disabled it. */
  by: DisabledBy;
};

/** `endpoint.disabled`: a webhook endpoint was disabled by the service (it answered 410, or five days passed without a success) or by a person. */
export type EndpointDisabledEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "endpoint.disabled";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: null;
  /** The event’s data; `type` determines its fields. */
  data: EndpointDisabledEventData;
};

/** - `failed`: ended with an error that a retry cannot fix - `dead_letter`: ended because every attempt failed */
export type GivenUpState = "failed" | "dead_letter";

/** Which deliveries were given up, and whose. */
export type DeliveryGivenUpEventData = {
  /** The environment that it belongs to. */
  environment: Environment;
  /** What it is about. */
  subject: OperationalSubject;
  /** Why, as a word of the service; null if there is nothing to add. */
  reason: string | null;
  /** Since when: the time at which the first of them was queued. */
  since: string;
  /** How many deliveries the event tells of. */
  deliveries: number;
  /** How they ended. */
  state: GivenUpState;
  /** The delivery; null if they are several. */
  delivery_id: string | null;
  /** The event that was not delivered; null if they are several. */
  event_id: string | null;
  /** The type of that event; null if they are several. */
  event_type: EventType | null;
};

/** `delivery.given_up`: a delivery ended as `failed` or `dead_letter`: its event was not delivered to this endpoint. */
export type DeliveryGivenUpEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "delivery.given_up";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: null;
  /** The event’s data; `type` determines its fields. */
  data: DeliveryGivenUpEventData;
};

/** Which operation was left to a person. */
export type OperationDeadLetteredEventData = {
  /** The environment that it belongs to. */
  environment: Environment;
  /** What it is about. */
  subject: OperationalSubject;
  /** Why, as a word of the service; null if there is nothing to add. */
  reason: string | null;
  /** Since when: the time at which the operation was queued. */
  since: string;
  /** The service’s id of an operation. */
  operation_id: string;
  /** What kind of work it is. */
  operation_type: OperationType;
  /** How many attempts its last run had. */
  attempts: number;
};

/** `operation.dead_lettered`: an operation failed at every attempt and is left to a person, who can replay it. */
export type OperationDeadLetteredEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "operation.dead_lettered";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: null;
  /** The event’s data; `type` determines its fields. */
  data: OperationDeadLetteredEventData;
};

/** The API key that asked. */
export type ProposingKey = {
  /** The key’s id. */
  id: string;
  /** The key’s name. */
  name: string | null;
};

/** Which write waits for a member or waited, who asked for it, and who decided. */
export type ProposalEventData = {
  /** The environment that it belongs to. */
  environment: Environment;
  /** What it is about. */
  subject: OperationalSubject;
  /** Why, in a few words; stored in the audit log. */
  reason: string | null;
  /** The beginning of the period (UTC). */
  since: string;
  /** The operation that waits, or waited. */
  operation_id: string;
  /** The agent’s tool that asks for the same; null where there is none. */
  tool: string | null;
  /** The recipe of an automation; else null. */
  recipe: RecipeName | null;
  /** The family of the record; null for an automation. */
  record_type: ResourceType | null;
  /** What counts against the limits of the key, before tax; absent if nothing does, and for a connection that stores no records. */
  amount?: string | undefined;
  /** The currency of the amount. */
  currency?: string | undefined;
  /** The API key that asked. */
  key: ProposingKey;
  /** The member who decided; absent while it waits. */
  decided_by?: string | undefined;
  /** What the member said; absent if nothing. */
  comment?: string | undefined;
};

/** `operation.awaiting_approval`: a write that an agent’s key asked for waits for a member, who approves or declines it in the console. */
export type OperationAwaitingApprovalEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "operation.awaiting_approval";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: null;
  /** The event’s data; `type` determines its fields. */
  data: ProposalEventData;
};

/** `operation.approved`: a member approved a write that waited; a worker makes it now. */
export type OperationApprovedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "operation.approved";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: null;
  /** The event’s data; `type` determines its fields. */
  data: ProposalEventData;
};

/** `operation.declined`: a member declined a write that waited; nothing was written. */
export type OperationDeclinedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "operation.declined";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: null;
  /** The event’s data; `type` determines its fields. */
  data: ProposalEventData;
};

/** Which sync failed, and of which connection. */
export type SyncFailedEventData = {
  /** The environment that it belongs to. */
  environment: Environment;
  /** What it is about. */
  subject: OperationalSubject;
  /** Why, as a word of the service; null if there is nothing to add. */
  reason: string | null;
  /** Since when: the last sync that ended well; the connection’s creation if there was none. */
  since: string;
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** The service’s id of an operation. */
  operation_id: string;
  /** Whether it was a sync or a reconciliation. */
  operation_type: OperationType;
  /** How it ended. */
  state: GivenUpState;
};

/** `sync.failed`: a sync, a reconciliation or a walk of followed families ended as `failed` or `dead_letter`. */
export type SyncFailedEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "sync.failed";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: null;
  /** The event’s data; `type` determines its fields. */
  data: SyncFailedEventData;
};

/** How much of its calls of a day a connection has used. */
export type BudgetLowEventData = {
  /** The environment that it belongs to. */
  environment: Environment;
  /** What it is about. */
  subject: OperationalSubject;
  /** Why, as a word of the service; null if there is nothing to add. */
  reason: string | null;
  /** Since when: the beginning of the day. */
  since: string;
  /** The service’s id of a connection. */
  connection_id: string;
  /** Your own identifier of the customer. */
  external_account_id: string;
  /** The calls of this day that are used. */
  used: number;
  /** The calls that the connection may make in a day. */
  limit: number;
  /** When the next day begins. */
  resets_at: string;
};

/** `budget.low`: more than 80 % of the calls that a connection may make in a day are used. */
export type BudgetLowEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "budget.low";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: null;
  /** The event’s data; `type` determines its fields. */
  data: BudgetLowEventData;
};

/** How many connections the organization has, and may have. */
export type ConnectionsNearLimitEventData = {
  /** The environment that it belongs to. */
  environment: Environment;
  /** What it is about. */
  subject: OperationalSubject;
  /** Why, as a word of the service; null if there is nothing to add. */
  reason: string | null;
  /** Since when: the time of the change. */
  since: string;
  /** How many connections count, in both environments together. */
  connections: number;
  /** How many the organization may have. */
  limit: number;
};

/** `connections.near_limit`: an organization has at least 90 % of the connections that its plan allows. */
export type ConnectionsNearLimitEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "connections.near_limit";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: null;
  /** The event’s data; `type` determines its fields. */
  data: ConnectionsNearLimitEventData;
};

/** Which API key ends, and when. */
export type KeyExpiringEventData = {
  /** The environment that it belongs to. */
  environment: Environment;
  /** What it is about. */
  subject: OperationalSubject;
  /** Why, as a word of the service; null if there is nothing to add. */
  reason: string | null;
  /** Since when: the time at which 14 days were left. */
  since: string;
  /** When the key ends. */
  expires_at: string;
  /** The last four characters of the key. */
  last_four: string;
};

/** `key.expiring`: an API key ends within 14 days. */
export type KeyExpiringEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "key.expiring";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** The service’s id of a connection. */
  connection_id: string | null;
  /** Counts the events of a connection from 1, without gaps but one: after the service's database lost its latest changes it jumps ahead by 1,000,000, so that no number is given twice. */
  sequence: null;
  /** The event’s data; `type` determines its fields. */
  data: KeyExpiringEventData;
};

/** Which endpoint was tested. */
export type EndpointTestEventData = {
  /** The service’s id of a webhook endpoint. */
  webhook_endpoint_id: string;
};

/** `endpoint.test`: you have tested an endpoint. */
export type EndpointTestEvent = {
  /** The service’s id of the event; the same in every delivery: deduplicate on it. */
  id: string;
  /** What happened. */
  type: "endpoint.test";
  /** When it was created (UTC). */
  created_at: string;
  /** The environment that it belongs to. */
  environment: Environment;
  /** The version of this API that wrote the event. */
  api_version: "v1";
  /** Null, because a test belongs to no connection. */
  connection_id: null;
  /** Null, because a test has no place in a sequence. */
  sequence: null;
  /** The event’s data; `type` determines its fields. */
  data: EndpointTestEventData;
};

/** An event as it is delivered; `type` says which one. */
export type WebhookEvent = ConnectionCreatedEvent | ConnectionUpdatedEvent | ConnectionDisconnectedEvent | SyncCompletedEvent | InvoiceUpdatedEvent | InvoicePaymentChangedEvent | InvoicePaidEvent | AutomationSucceededEvent | AutomationFailedEvent | BulkCompletedEvent | OrganizationChangedEvent | ContactChangedEvent | CreditNoteChangedEvent | QuoteChangedEvent | PaymentChangedEvent | PurchaseOrderChangedEvent | AccountChangedEvent | TaxRateChangedEvent | BrandingThemeChangedEvent | ItemChangedEvent | TrackingCategoryChangedEvent | ManualJournalChangedEvent | BankTransferChangedEvent | RepeatingInvoiceChangedEvent | BankTransactionChangedEvent | PrepaymentChangedEvent | OverpaymentChangedEvent | EndpointPausedEvent | EndpointResumedEvent | EndpointDisabledEvent | DeliveryGivenUpEvent | OperationDeadLetteredEvent | OperationAwaitingApprovalEvent | OperationApprovedEvent | OperationDeclinedEvent | SyncFailedEvent | BudgetLowEvent | ConnectionsNearLimitEvent | KeyExpiringEvent | EndpointTestEvent;

/** - `en`: English - `fr`: French - `de`: German - `es`: Spanish */
export type Locale = "en" | "fr" | "de" | "es";

/** Which provider your customer shall connect, and where their browser goes afterwards. */
export type ConnectSessionCreate = {
  /** The provider’s `id` in `GET /v1/providers`, or one of its `aliases`. 1 to 50 characters. */
  provider: string;
  /** Your own identifier of the customer. 1 to 255 characters. */
  external_account_id: string;
  /** Where the customer returns to; its origin must be allowed. At most 2000 characters. */
  redirect_uri: string;
  /** The service’s id of your provider app; null for the hosted one. */
  provider_app_id?: string | null | undefined;
  /** Whether records are copied. */
  retention_mode?: RetentionMode | undefined;
  /** The customer’s name, shown on the page instead of `external_account_id`. 1 to 200 characters. */
  account_name?: string | undefined;
  /** The language of the hosted pages; without it the browser’s. */
  locale?: Locale | undefined;
  /** How long the link works; by default 30. 30 to 10080. */
  expires_in_minutes?: number | undefined;
  /** The day from which the first sync reads, by the provider’s stamp of change: contacts and documents that changed before it are not read; master data is read whole. Null: everything. */
  sync_from?: string | undefined;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
};

/** Which connection your customer shall connect again, and where their browser goes afterwards; without `redirect_uri`, to a page of the service. */
export type ReconnectSessionCreate = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Where the customer returns to; its origin must be allowed. At most 2000 characters. */
  redirect_uri?: string | undefined;
  /** Whether records are copied. */
  retention_mode?: RetentionMode | undefined;
  /** The customer’s name, shown on the page instead of `external_account_id`. 1 to 200 characters. */
  account_name?: string | undefined;
  /** The language of the hosted pages; without it the browser’s. */
  locale?: Locale | undefined;
  /** How long the link works; by default 30. 30 to 10080. */
  expires_in_minutes?: number | undefined;
  /** The day from which the first sync reads, by the provider’s stamp of change: contacts and documents that changed before it are not read; master data is read whole. Null: everything. */
  sync_from?: string | undefined;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
};

/** Whose connection the page shows, and where its way back leads; without `return_url` it has none, and no page may frame it. */
export type PortalSessionCreate = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** Where the page’s way back leads; its origin must be allowed, and its pages may frame this one. At most 2000 characters. */
  return_url?: string | undefined;
  /** The customer’s name, shown on the page instead of `external_account_id`. 1 to 200 characters. */
  account_name?: string | undefined;
  /** The language of the hosted pages; without it the browser’s. */
  locale?: Locale | undefined;
  /** How long the link works; by default 30. 30 to 10080. */
  expires_in_minutes?: number | undefined;
};

/** Where events are to be sent, and which. */
export type WebhookEndpointCreate = {
  /** The address. 1 to 2048 characters. */
  url: string;
  /** The types of event that the endpoint gets. `*` means every type, even future ones. 1 to 100 entries. */
  event_types: SubscribedEventType[];
  /** What it is, for a person. At most 500 characters. */
  description?: string | null | undefined;
  /** Whether deliveries carry a W3C `traceparent` header, where this deployment traces its work. */
  send_traceparent?: boolean | undefined;
};

/** - `enabled`: gets events - `disabled`: gets no events until it is enabled again */
export type WebhookEndpointSwitch = "enabled" | "disabled";

/** The changes of an endpoint. Fields that are not named stay. */
export type WebhookEndpointUpdate = {
  /** The address. 1 to 2048 characters. */
  url?: string | undefined;
  /** The types of event that the endpoint gets. `*` means every type, even future ones. 1 to 100 entries. */
  event_types?: SubscribedEventType[] | undefined;
  /** What it is, for a person. At most 500 characters. */
  description?: string | null | undefined;
  /** Whether deliveries carry a W3C `traceparent` header, where this deployment traces its work. */
  send_traceparent?: boolean | undefined;
  /** Whether it gets events. */
  status?: WebhookEndpointSwitch | undefined;
};

/** The period whose failed deliveries are sent again. */
export type WebhookRecovery = {
  /** The beginning of the period (UTC). */
  since: string;
  /** The end of the period (UTC). */
  until?: string | undefined;
  /** Why, in a few words; stored in the audit log. At most 500 characters. */
  reason: string;
};

/** What a sync reads, and which invoices it announces. */
export type ConnectionSync = {
  /** `all`: every family of records. */
  scope?: SyncScope | undefined;
  /** Reads every invoice and announces `invoice.updated` for each, whether or not it changed. */
  emit_invoice_snapshots?: boolean | undefined;
};

/** What shall be walked of a connection by the clock. */
export type FollowPatch = {
  /** The families that are walked, or `all` that can be followed; `follow.families` of the answer lists them. At most 18 entries. */
  families?: "all" | string[] | undefined;
  /** Minutes between two walks: 0, which is off, or at least 5. At most 1440. */
  minutes?: number | undefined;
};

/** What may be changed of a connection. */
export type ConnectionPatch = {
  /** What is walked by the clock, because no notification tells of its changes; null takes all back to what the deployment says. */
  follow?: FollowPatch | null | undefined;
};

/** Which operations; all filters must match, at least one is needed. */
export type OperationReplaysFilter = {
  /** By default both. */
  state?: GivenUpState | undefined;
  /** Only operations of this type. */
  type?: OperationType | undefined;
  /** Only operations of this connection; a key that is restricted to connections names one of them. */
  connection_id?: string | undefined;
  /** Only operations that failed with this code. */
  code?: ErrorCode | undefined;
  /** Only operations that failed for this reason. 1 to 100 characters. */
  reason?: string | undefined;
  /** Only operations created after this time. */
  created_after?: string | undefined;
  /** Only operations created before this time. */
  created_before?: string | undefined;
};

/** Which failed operations are replayed, and why. */
export type OperationReplays = {
  /** Which; all filters must match. */
  filter: OperationReplaysFilter;
  /** Why, in a few words; stored in the audit log. At most 500 characters. */
  reason: string;
  /** Only counts what the filter matches, and shows the newest ten. */
  dry_run?: boolean | undefined;
};

/** - `succeeded`: arrived - `failed`: ended with an error that a retry cannot fix - `cancelled`: ended on request - `dead_letter`: ended because every attempt failed - `retrying`: waits for its next attempt, or is held; it is tried now */
export type ReplayedDeliveryState = "succeeded" | "failed" | "cancelled" | "dead_letter" | "retrying";

/** Which deliveries; all filters must match, at least one is needed. */
export type DeliveryReplaysFilter = {
  /** By default `failed` and `dead_letter`. */
  state?: ReplayedDeliveryState | undefined;
  /** Only deliveries to this endpoint. */
  webhook_endpoint_id?: string | undefined;
  /** Only deliveries of events of this type. */
  event_type?: DeliveredEventType | undefined;
  /** Only deliveries of events of this connection; a key that is restricted to connections names one of them. */
  connection_id?: string | undefined;
  /** Only deliveries of events of this customer’s connections. 1 to 255 characters. */
  external_account_id?: string | undefined;
  /** Only deliveries created after this time. */
  created_after?: string | undefined;
  /** Only deliveries created before this time. */
  created_before?: string | undefined;
};

/** Which deliveries are sent again, and why. */
export type DeliveryReplays = {
  /** Which; all filters must match. */
  filter: DeliveryReplaysFilter;
  /** Why, in a few words; stored in the audit log. At most 500 characters. */
  reason: string;
  /** Only counts what the filter matches, and shows the newest ten. */
  dry_run?: boolean | undefined;
};

/** A note on a record. */
export type NoteInput = {
  /** The note: plain text, trimmed. HTML is shown as it is written. At most 2500 characters. */
  note: string;
};

/** The invoice that is settled, and by how much. The provider may date it otherwise: by the later of both documents. */
export type AllocationCreate = {
  /** The service’s id of an invoice. 1 to 166 characters. */
  invoice_id: string;
  /** At most 2 decimal places. Above 0, at most 9999999999.99. */
  amount: number;
  /** The calendar day, `YYYY-MM-DD`. */
  date?: string | undefined;
};

/** - `json`: JSON - `pdf`: a PDF document */
export type ProviderRequestAccept = "json" | "pdf";

/** A request of one’s own to the provider. */
export type ProviderRequestCreate = {
  /** The HTTP method. */
  method: ProviderRequestMethod;
  /** Below the provider’s accounting base, beginning with `/`. Nothing of it is resolved: `..`, `//`, `\`, `?`, `#` and their encodings are refused. 1 to 500 characters. */
  path: string;
  /** Parameters of the path’s list, which is in the guide. They are encoded anew. */
  query?: Record<string, string | number | boolean> | undefined;
  /** The JSON document of a write: an object or a list, at most 1 MiB. */
  body?: unknown | undefined;
  /** Instead of `body`: the exact bytes of a JSON document, for numbers that a double would change. */
  body_base64?: string | undefined;
  /** Of a read: `pdf` for a document as PDF. By default `json`. */
  accept?: ProviderRequestAccept | undefined;
  /** Of a read: only what changed since this time, where the provider’s list knows that. */
  if_modified_since?: string | undefined;
};

/** - `done`: the books have it - `refused`: the books do not have it */
export type SettledOutcome = "done" | "refused";

/** How a request ended whose answer was lost. */
export type ProviderRequestSettle = {
  /** What the books have: `done` or `refused`. */
  outcome: SettledOutcome;
  /** What you found; it stands in the audit log. At most 500 characters. */
  reason: string;
};

/** The reason, for the audit log; optional. */
export type ReasonInput = {
  /** Why, in a few words; stored in the audit log. At most 500 characters. */
  reason: string;
};

/** Which record: by the service’s id, or by the provider’s. */
export type RecordReference = {
  /** The service’s id of the record, or the provider’s own. */
  resource_id?: string | undefined;
  /** The provider’s own, immutable id. */
  provider_id?: string | undefined;
};

/** The provider’s own document, sent as it is. */
export type NativeWrite = {
  /** The provider’s own document, in the provider’s own words. */
  provider_data: Record<string, unknown>;
  /** Whether fields that the document does not name keep their live values. */
  preserve_existing?: boolean | undefined;
};

/** The filters of a search at the provider. */
export type QuoteSearch = {
  /** The provider’s own, immutable id. 1 to 166 characters. */
  provider_id?: string | undefined;
  /** Your own reference, printed on the document. 1 to 4000 characters. */
  external_reference?: string | undefined;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. 1 to 255 characters. */
  number?: string | undefined;
  /** The contact’s name. 1 to 255 characters. */
  name?: string | undefined;
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet sent - `SENT`: the customer has it - `DECLINED`: the customer does not want it - `ACCEPTED`: the customer wants it - `INVOICED`: its invoice was created - `DELETED`: removed */
  status?: "DRAFT" | "SENT" | "DECLINED" | "ACCEPTED" | "INVOICED" | "DELETED" | "draft" | "sent" | "declined" | "accepted" | "invoiced" | "deleted" | undefined;
  /** A page beyond the last is empty. A page costs the provider calls of those before it, too, and is refused behind more than 50 calls; by `cursor` it costs only its own. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer to the same filters. Opaque. Not together with `page`. 1 to 20000 characters. */
  cursor?: string | undefined;
};

/** - `DEFAULT`: the main number - `DDI`: direct dial - `MOBILE`: a mobile phone - `FAX`: a fax - `OFFICE`: the number of an office */
export type PhoneType = "DEFAULT" | "DDI" | "MOBILE" | "FAX" | "OFFICE";

/** A telephone number, in its parts. */
export type PhoneInput = {
  /** What the number is for. */
  type: PhoneType;
  /** The dialling code of the country. At most 20 characters. */
  country_code?: string | null | undefined;
  /** The area code. At most 10 characters. */
  area_code?: string | null | undefined;
  /** The number without its codes. At most 50 characters. */
  number?: string | null | undefined;
};

/** - `POBOX`: the address for post - `STREET`: the place itself */
export type AddressType = "POBOX" | "STREET";

/** A postal or street address. */
export type AddressInput = {
  /** What the address is for. */
  type: AddressType;
  /** The first line of the address. At most 500 characters. */
  line1?: string | null | undefined;
  /** The second line of the address. At most 500 characters. */
  line2?: string | null | undefined;
  /** The third line of the address. At most 500 characters. */
  line3?: string | null | undefined;
  /** The fourth line of the address. At most 500 characters. */
  line4?: string | null | undefined;
  /** The town or city. At most 255 characters. */
  city?: string | null | undefined;
  /** The region or state. At most 255 characters. */
  region?: string | null | undefined;
  /** The postal code. At most 50 characters. */
  postal_code?: string | null | undefined;
  /** The country, as it is written on letters. At most 50 characters. */
  country?: string | null | undefined;
  /** The person to whose attention it goes. At most 255 characters. */
  attention_to?: string | null | undefined;
};

/** A further person at a contact. */
export type ContactPersonInput = {
  /** The first name. At most 255 characters. */
  first_name?: string | null | undefined;
  /** The family name. At most 255 characters. */
  last_name?: string | null | undefined;
  /** The email address. At most 255 characters. */
  email?: string | null | undefined;
  /** Whether the person gets what is mailed to the contact. */
  include_in_emails?: boolean | undefined;
};

/** - `DAYSAFTERBILLDATE`: this many days after the document’s date - `DAYSAFTERBILLMONTH`: this many days after the end of the document’s month - `OFCURRENTMONTH`: on this day of the document’s month - `OFFOLLOWINGMONTH`: on this day of the month after */
export type PaymentTermType = "DAYSAFTERBILLDATE" | "DAYSAFTERBILLMONTH" | "OFCURRENTMONTH" | "OFFOLLOWINGMONTH";

/** When a document is due: the day, and how it is counted. */
export type PaymentTermInput = {
  /** A number of days or a day of the month, as `type` says. At most 366. */
  day: number;
  /** What `day` means. */
  type: PaymentTermType;
};

/** When bills from a contact, and invoices to it, are due. */
export type PaymentTermsInput = {
  /** When the organization pays the contact’s bills. */
  bills?: PaymentTermInput | undefined;
  /** When the contact pays the organization’s invoices. */
  sales?: PaymentTermInput | undefined;
};

/** A contact to be created. An item of a bulk write. */
export type ContactBulkCreate = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** Of an agent key: the look-alike that this item is not, by its id. 1 to 200 characters. */
  not_same_as?: string | undefined;
  /** The name. 1 to 255 characters. */
  name: string;
  /** Your own identifier of the contact, unique among contacts. At most 50 characters. */
  contact_number?: string | null | undefined;
  /** Your or the contact’s number for the account that they have with you. At most 50 characters. */
  account_number?: string | null | undefined;
  /** The first name. At most 255 characters. */
  first_name?: string | null | undefined;
  /** The family name. At most 255 characters. */
  last_name?: string | null | undefined;
  /** The email address. At most 255 characters. */
  email?: string | null | undefined;
  /** The number under which it is registered for tax. At most 50 characters. */
  tax_number?: string | null | undefined;
  /** The number under which the company is registered. At most 50 characters. */
  company_number?: string | null | undefined;
  /** The address of its website. At most 255 characters. */
  website?: string | null | undefined;
  /** The state of the record, in the provider’s word. - `ACTIVE`: in use - `ARCHIVED`: out of use; its documents stay */
  status?: "ACTIVE" | "ARCHIVED" | "active" | "archived" | undefined;
  /** ISO 4217 code of the currency in which its documents are written. */
  default_currency?: string | null | undefined;
  /** The telephone numbers, one of each type. At most 5 entries. */
  phones?: "" | PhoneInput[] | null | undefined;
  /** The postal and the street address. At most 2 entries. */
  addresses?: "" | AddressInput[] | null | undefined;
  /** Further people at the contact. At most 5 entries. */
  contact_persons?: "" | ContactPersonInput[] | null | undefined;
  /** When documents are due that do not say so themselves. */
  payment_terms?: "" | PaymentTermsInput | null | undefined;
};

/** The changes of a contact. Fields that are not named stay. An item of a bulk write. */
export type ContactBulkUpdate = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** The record to change, by the service’s id or the provider’s; without it one is created. */
  id: string;
  /** The name. 1 to 255 characters. */
  name?: string | undefined;
  /** Your own identifier of the contact, unique among contacts. At most 50 characters. */
  contact_number?: string | null | undefined;
  /** Your or the contact’s number for the account that they have with you. At most 50 characters. */
  account_number?: string | null | undefined;
  /** The first name. At most 255 characters. */
  first_name?: string | null | undefined;
  /** The family name. At most 255 characters. */
  last_name?: string | null | undefined;
  /** The email address. At most 255 characters. */
  email?: string | null | undefined;
  /** The number under which it is registered for tax. At most 50 characters. */
  tax_number?: string | null | undefined;
  /** The number under which the company is registered. At most 50 characters. */
  company_number?: string | null | undefined;
  /** The address of its website. At most 255 characters. */
  website?: string | null | undefined;
  /** The state of the record, in the provider’s word. - `ACTIVE`: in use - `ARCHIVED`: out of use; its documents stay */
  status?: "ACTIVE" | "ARCHIVED" | "active" | "archived" | undefined;
  /** ISO 4217 code of the currency in which its documents are written. */
  default_currency?: string | null | undefined;
  /** The telephone numbers, one of each type. At most 5 entries. */
  phones?: "" | PhoneInput[] | null | undefined;
  /** The postal and the street address. At most 2 entries. */
  addresses?: "" | AddressInput[] | null | undefined;
  /** Further people at the contact. At most 5 entries. */
  contact_persons?: "" | ContactPersonInput[] | null | undefined;
  /** When documents are due that do not say so themselves. */
  payment_terms?: "" | PaymentTermsInput | null | undefined;
};

/** The provider’s own document, sent as it is. An item of a bulk write. */
export type ContactBulkNative = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** The record to change, by the service’s id or the provider’s; without it one is created. */
  id?: string | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data: Record<string, unknown>;
};

/** Records to be written by one operation. */
export type ContactBulk = {
  /** The items of this page. 1 to 1000 entries. */
  items: Array<ContactBulkCreate | ContactBulkUpdate | ContactBulkNative>;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
};

/** A contact to be created. */
export type ContactCreate = {
  /** The name. 1 to 255 characters. */
  name: string;
  /** Your own identifier of the contact, unique among contacts. At most 50 characters. */
  contact_number?: string | null | undefined;
  /** Your or the contact’s number for the account that they have with you. At most 50 characters. */
  account_number?: string | null | undefined;
  /** The first name. At most 255 characters. */
  first_name?: string | null | undefined;
  /** The family name. At most 255 characters. */
  last_name?: string | null | undefined;
  /** The email address. At most 255 characters. */
  email?: string | null | undefined;
  /** The number under which it is registered for tax. At most 50 characters. */
  tax_number?: string | null | undefined;
  /** The number under which the company is registered. At most 50 characters. */
  company_number?: string | null | undefined;
  /** The address of its website. At most 255 characters. */
  website?: string | null | undefined;
  /** The state of the record, in the provider’s word. - `ACTIVE`: in use - `ARCHIVED`: out of use; its documents stay */
  status?: "ACTIVE" | "ARCHIVED" | "active" | "archived" | undefined;
  /** ISO 4217 code of the currency in which its documents are written. */
  default_currency?: string | null | undefined;
  /** The telephone numbers, one of each type. At most 5 entries. */
  phones?: "" | PhoneInput[] | null | undefined;
  /** The postal and the street address. At most 2 entries. */
  addresses?: "" | AddressInput[] | null | undefined;
  /** Further people at the contact. At most 5 entries. */
  contact_persons?: "" | ContactPersonInput[] | null | undefined;
  /** When documents are due that do not say so themselves. */
  payment_terms?: "" | PaymentTermsInput | null | undefined;
};

/** The changes of a contact. Fields that are not named stay. */
export type ContactUpdate = {
  /** The name. 1 to 255 characters. */
  name?: string | undefined;
  /** Your own identifier of the contact, unique among contacts. At most 50 characters. */
  contact_number?: string | null | undefined;
  /** Your or the contact’s number for the account that they have with you. At most 50 characters. */
  account_number?: string | null | undefined;
  /** The first name. At most 255 characters. */
  first_name?: string | null | undefined;
  /** The family name. At most 255 characters. */
  last_name?: string | null | undefined;
  /** The email address. At most 255 characters. */
  email?: string | null | undefined;
  /** The number under which it is registered for tax. At most 50 characters. */
  tax_number?: string | null | undefined;
  /** The number under which the company is registered. At most 50 characters. */
  company_number?: string | null | undefined;
  /** The address of its website. At most 255 characters. */
  website?: string | null | undefined;
  /** The state of the record, in the provider’s word. - `ACTIVE`: in use - `ARCHIVED`: out of use; its documents stay */
  status?: "ACTIVE" | "ARCHIVED" | "active" | "archived" | undefined;
  /** ISO 4217 code of the currency in which its documents are written. */
  default_currency?: string | null | undefined;
  /** The telephone numbers, one of each type. At most 5 entries. */
  phones?: "" | PhoneInput[] | null | undefined;
  /** The postal and the street address. At most 2 entries. */
  addresses?: "" | AddressInput[] | null | undefined;
  /** Further people at the contact. At most 5 entries. */
  contact_persons?: "" | ContactPersonInput[] | null | undefined;
  /** When documents are due that do not say so themselves. */
  payment_terms?: "" | PaymentTermsInput | null | undefined;
};

/** - `receivable`: a sale, which a customer pays - `payable`: a bill, which the organization pays to a supplier */
export type DocumentSide = "receivable" | "payable";

/** An option of a tracking category, such as a region or a department, that a line counts under. */
export type TrackingOptionInput = {
  /** The provider’s id of the tracking category. */
  tracking_category_id?: string | undefined;
  /** The provider’s id of the option. */
  tracking_option_id?: string | undefined;
  /** The name of the tracking category. */
  name?: string | undefined;
  /** The name of the option in its category. */
  option?: string | undefined;
};

/** A line of a document: what it is for, how many, at which price, with which tax. */
export type LineItemInput = {
  /** The provider’s id of the line; keep it to change the line in place. 1 to 100 characters. */
  line_item_id?: string | undefined;
  /** What it is, for a person. At most 4000 characters. */
  description?: string | null | undefined;
  /** At most 4 decimal places. At most 9999999999.99. */
  quantity?: number | undefined;
  /** At most 4 decimal places. At most 9999999999.99. */
  unit_amount?: number | undefined;
  /** The discount on the line, in percent. At most 100. */
  discount_rate?: "" | number | null | undefined;
  /** The discount on the line, in the document’s currency. At most 9999999999.99. */
  discount_amount?: "" | number | null | undefined;
  /** The code of a stock item of the provider. At most 30 characters. */
  item_code?: string | null | undefined;
  /** The service’s id of an account. 1 to 166 characters. */
  account_id?: string | null | undefined;
  /** The code of an account in the chart of accounts. At most 50 characters. */
  account_code?: string | null | undefined;
  /** The provider’s word for the tax rate. At most 50 characters. */
  tax_type?: string | null | undefined;
  /** The tax of the line, in the document’s currency. At most 9999999999.99. */
  tax_amount?: "" | number | null | undefined;
  /** Where the line belongs in the organization’s own reporting. At most 2 entries. */
  tracking?: TrackingOptionInput[] | undefined;
};

/** - `exclusive`: line amounts are without tax - `inclusive`: line amounts contain tax - `no_tax`: there is no tax */
export type LineAmountMode = "exclusive" | "inclusive" | "no_tax";

/** An invoice to be created. An item of a bulk write. */
export type InvoiceBulkCreate = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** Of an agent key: the look-alike that this item is not, by its id. 1 to 200 characters. */
  not_same_as?: string | undefined;
  /** Whether it is a sale or a bill. */
  type?: DocumentSide | undefined;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. At most 255 characters. */
  number?: string | null | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id: string;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items: LineItemInput[];
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be paid */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "draft" | "submitted" | "authorised" | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The day on which payment is due, `YYYY-MM-DD`. */
  due_date?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
  /** A link of your own, shown on the invoice. At most 500 characters. */
  url?: string | null | undefined;
  /** Whether it is marked as sent. */
  sent_to_contact?: boolean | undefined;
};

/** The changes of an invoice. Fields that are not named stay; `line_items` replaces all lines. An item of a bulk write. */
export type InvoiceBulkUpdate = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** The record to change, by the service’s id or the provider’s; without it one is created. */
  id: string;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. 1 to 255 characters. */
  number?: string | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id?: string | undefined;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items?: LineItemInput[] | undefined;
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be paid - `DELETED`: deleted while it was a draft or submitted - `VOIDED`: voided after it was authorised */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "DELETED" | "VOIDED" | "draft" | "submitted" | "authorised" | "deleted" | "voided" | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The day on which payment is due, `YYYY-MM-DD`. */
  due_date?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
  /** A link of your own, shown on the invoice. At most 500 characters. */
  url?: string | null | undefined;
  /** Whether it is marked as sent. */
  sent_to_contact?: boolean | undefined;
};

/** The provider’s own document, sent as it is. An item of a bulk write. */
export type InvoiceBulkNative = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** The record to change, by the service’s id or the provider’s; without it one is created. */
  id?: string | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data: Record<string, unknown>;
};

/** Records to be written by one operation. */
export type InvoiceBulk = {
  /** The items of this page. 1 to 1000 entries. */
  items: Array<InvoiceBulkCreate | InvoiceBulkUpdate | InvoiceBulkNative>;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
};

/** An invoice to be created. */
export type InvoiceCreate = {
  /** Whether it is a sale or a bill. */
  type?: DocumentSide | undefined;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. At most 255 characters. */
  number?: string | null | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id: string;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items: LineItemInput[];
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be paid */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "draft" | "submitted" | "authorised" | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The day on which payment is due, `YYYY-MM-DD`. */
  due_date?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
  /** A link of your own, shown on the invoice. At most 500 characters. */
  url?: string | null | undefined;
  /** Whether it is marked as sent. */
  sent_to_contact?: boolean | undefined;
};

/** The changes of an invoice. Fields that are not named stay; `line_items` replaces all lines. */
export type InvoiceUpdate = {
  /** The number printed on the document; by default a new invoice gets the provider’s next one. 1 to 255 characters. */
  number?: string | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id?: string | undefined;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items?: LineItemInput[] | undefined;
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be paid - `DELETED`: deleted while it was a draft or submitted - `VOIDED`: voided after it was authorised */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "DELETED" | "VOIDED" | "draft" | "submitted" | "authorised" | "deleted" | "voided" | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The day on which payment is due, `YYYY-MM-DD`. */
  due_date?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
  /** A link of your own, shown on the invoice. At most 500 characters. */
  url?: string | null | undefined;
  /** Whether it is marked as sent. */
  sent_to_contact?: boolean | undefined;
};

/** A credit note to be created. An item of a bulk write. */
export type CreditNoteBulkCreate = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** Of an agent key: the look-alike that this item is not, by its id. 1 to 200 characters. */
  not_same_as?: string | undefined;
  /** Whether it takes back a sale or a bill. */
  type: DocumentSide;
  /** The number printed on the document; by default a new credit to a customer gets the provider’s next one. At most 255 characters. */
  number?: string | null | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id: string;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items: LineItemInput[];
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date: string;
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be allocated */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "draft" | "submitted" | "authorised" | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
};

/** The fields of a credit note to change. An item of a bulk write. */
export type CreditNoteBulkUpdate = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** The record to change, by the service’s id or the provider’s; without it one is created. */
  id: string;
  /** The number printed on the document; by default a new credit to a customer gets the provider’s next one. 1 to 255 characters. */
  number?: string | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id?: string | undefined;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items?: LineItemInput[] | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be allocated - `DELETED`: deleted while it was a draft or submitted - `VOIDED`: voided after it was authorised */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "DELETED" | "VOIDED" | "draft" | "submitted" | "authorised" | "deleted" | "voided" | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
};

/** The provider’s own document, sent as it is. An item of a bulk write. */
export type CreditNoteBulkNative = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** The record to change, by the service’s id or the provider’s; without it one is created. */
  id?: string | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data: Record<string, unknown>;
};

/** Records to be written by one operation. */
export type CreditNoteBulk = {
  /** The items of this page. 1 to 1000 entries. */
  items: Array<CreditNoteBulkCreate | CreditNoteBulkUpdate | CreditNoteBulkNative>;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
};

/** A credit note to be created. */
export type CreditNoteCreate = {
  /** Whether it takes back a sale or a bill. */
  type: DocumentSide;
  /** The number printed on the document; by default a new credit to a customer gets the provider’s next one. At most 255 characters. */
  number?: string | null | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id: string;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items: LineItemInput[];
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date: string;
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be allocated */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "draft" | "submitted" | "authorised" | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
};

/** The fields of a credit note to change. */
export type CreditNoteUpdate = {
  /** The number printed on the document; by default a new credit to a customer gets the provider’s next one. 1 to 255 characters. */
  number?: string | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id?: string | undefined;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items?: LineItemInput[] | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be allocated - `DELETED`: deleted while it was a draft or submitted - `VOIDED`: voided after it was authorised */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "DELETED" | "VOIDED" | "draft" | "submitted" | "authorised" | "deleted" | "voided" | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
};

/** A quote to be created. An item of a bulk write. */
export type QuoteBulkCreate = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** Of an agent key: the look-alike that this item is not, by its id. 1 to 200 characters. */
  not_same_as?: string | undefined;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. At most 255 characters. */
  number?: string | null | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id: string;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items: LineItemInput[];
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date: string;
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet sent - `SENT`: the customer has it */
  status?: "DRAFT" | "SENT" | "draft" | "sent" | undefined;
  /** Your own reference, printed on the document. At most 4000 characters. */
  external_reference?: string | null | undefined;
  /** The title. At most 100 characters. */
  title?: string | null | undefined;
  /** What the offer is about, above its lines. At most 3000 characters. */
  summary?: string | null | undefined;
  /** The terms, below the lines. At most 4000 characters. */
  terms?: string | null | undefined;
  /** The last day of the offer, `YYYY-MM-DD`. */
  expiry_date?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
};

/** The provider’s own document, sent as it is. An item of a bulk write. */
export type QuoteBulkNative = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** The provider’s own document, in the provider’s own words. */
  provider_data: Record<string, unknown>;
};

/** Records to be written by one operation. */
export type QuoteBulk = {
  /** The items of this page. 1 to 1000 entries. */
  items: Array<QuoteBulkCreate | QuoteBulkNative>;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
};

/** A quote to be created. */
export type QuoteCreate = {
  /** The number printed on the document; by default a new invoice gets the provider’s next one. At most 255 characters. */
  number?: string | null | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id: string;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items: LineItemInput[];
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date: string;
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet sent - `SENT`: the customer has it */
  status?: "DRAFT" | "SENT" | "draft" | "sent" | undefined;
  /** Your own reference, printed on the document. At most 4000 characters. */
  external_reference?: string | null | undefined;
  /** The title. At most 100 characters. */
  title?: string | null | undefined;
  /** What the offer is about, above its lines. At most 3000 characters. */
  summary?: string | null | undefined;
  /** The terms, below the lines. At most 4000 characters. */
  terms?: string | null | undefined;
  /** The last day of the offer, `YYYY-MM-DD`. */
  expiry_date?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
};

/** The changes of a quote. Fields that are not named stay; `line_items` replaces all lines. */
export type QuoteUpdate = {
  /** The number printed on the document; by default a new invoice gets the provider’s next one. 1 to 255 characters. */
  number?: string | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id?: string | undefined;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items?: LineItemInput[] | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet sent - `SENT`: the customer has it - `DECLINED`: the customer does not want it - `ACCEPTED`: the customer wants it - `INVOICED`: its invoice was created - `DELETED`: removed */
  status?: "DRAFT" | "SENT" | "DECLINED" | "ACCEPTED" | "INVOICED" | "DELETED" | "draft" | "sent" | "declined" | "accepted" | "invoiced" | "deleted" | undefined;
  /** Your own reference, printed on the document. At most 4000 characters. */
  external_reference?: string | null | undefined;
  /** The title. At most 100 characters. */
  title?: string | null | undefined;
  /** What the offer is about, above its lines. At most 3000 characters. */
  summary?: string | null | undefined;
  /** The terms, below the lines. At most 4000 characters. */
  terms?: string | null | undefined;
  /** The last day of the offer, `YYYY-MM-DD`. */
  expiry_date?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
};

/** A payment on an invoice, or the refund of a credit note: exactly one of the two is named. An item of a bulk write. */
export type PaymentBulkCreate = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** Of an agent key: the look-alike that this item is not, by its id. 1 to 200 characters. */
  not_same_as?: string | undefined;
  /** The service’s id of an invoice. 1 to 166 characters. */
  invoice_id?: string | undefined;
  /** The credit note that is refunded; null for a payment of an invoice. 1 to 166 characters. */
  credit_note_id?: string | undefined;
  /** The prepayment that is refunded; null for a payment of something else. 1 to 166 characters. */
  prepayment_id?: string | undefined;
  /** The overpayment that is refunded; null for a payment of something else. 1 to 166 characters. */
  overpayment_id?: string | undefined;
  /** The service’s id of an account. 1 to 166 characters. */
  account_id?: string | undefined;
  /** The code of an account in the chart of accounts. 1 to 50 characters. */
  account_code?: string | undefined;
  /** At most 2 decimal places. Above 0, at most 9999999999.99. */
  amount: number;
  /** The calendar day, `YYYY-MM-DD`. */
  date?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
};

/** The provider’s own document, sent as it is. An item of a bulk write. */
export type PaymentBulkNative = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** The provider’s own document, in the provider’s own words. */
  provider_data: Record<string, unknown>;
};

/** Records to be written by one operation. */
export type PaymentBulk = {
  /** The items of this page. 1 to 1000 entries. */
  items: Array<PaymentBulkCreate | PaymentBulkNative>;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
};

/** A payment on an invoice, or the refund of a credit note: exactly one of the two is named. */
export type PaymentCreate = {
  /** The service’s id of an invoice. 1 to 166 characters. */
  invoice_id?: string | undefined;
  /** The credit note that is refunded; null for a payment of an invoice. 1 to 166 characters. */
  credit_note_id?: string | undefined;
  /** The prepayment that is refunded; null for a payment of something else. 1 to 166 characters. */
  prepayment_id?: string | undefined;
  /** The overpayment that is refunded; null for a payment of something else. 1 to 166 characters. */
  overpayment_id?: string | undefined;
  /** The service’s id of an account. 1 to 166 characters. */
  account_id?: string | undefined;
  /** The code of an account in the chart of accounts. 1 to 50 characters. */
  account_code?: string | undefined;
  /** At most 2 decimal places. Above 0, at most 9999999999.99. */
  amount: number;
  /** The calendar day, `YYYY-MM-DD`. */
  date?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
} & ({
  invoice_id: unknown;
  account_id: unknown;
} | {
  invoice_id: unknown;
  account_code: unknown;
} | {
  credit_note_id: unknown;
  account_id: unknown;
} | {
  credit_note_id: unknown;
  account_code: unknown;
} | {
  prepayment_id: unknown;
  account_id: unknown;
} | {
  prepayment_id: unknown;
  account_code: unknown;
} | {
  overpayment_id: unknown;
  account_id: unknown;
} | {
  overpayment_id: unknown;
  account_code: unknown;
});

/** The deletion of a payment, which is its only possible change. */
export type PaymentUpdate = {
  /** The state of the record, in the provider’s word. - `DELETED`: undone; the amount is due again */
  status: "DELETED" | "deleted";
};

/** A purchase order to be created. An item of a bulk write. */
export type PurchaseOrderBulkCreate = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** Of an agent key: the look-alike that this item is not, by its id. 1 to 200 characters. */
  not_same_as?: string | undefined;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. At most 255 characters. */
  number?: string | null | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id: string;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items: LineItemInput[];
  /** The state of the record, in the provider’s word. - `DRAFT`: being written - `SUBMITTED`: waits for approval - `AUTHORISED`: approved - `BILLED`: its bill has arrived */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "BILLED" | "draft" | "submitted" | "authorised" | "billed" | undefined;
  /** Your own reference, printed on the document. At most 4000 characters. */
  external_reference?: string | null | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The day on which the goods are expected, `YYYY-MM-DD`. */
  delivery_date?: string | null | undefined;
  /** Where the goods go, as one text. At most 2000 characters. */
  delivery_address?: string | null | undefined;
  /** What the carrier should know. At most 500 characters. */
  delivery_instructions?: string | null | undefined;
  /** The person to whose attention it goes. At most 255 characters. */
  attention_to?: string | null | undefined;
  /** The telephone number of the recipient. At most 50 characters. */
  telephone?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
  /** Whether it is marked as sent. */
  sent_to_contact?: boolean | undefined;
};

/** The changes of a purchase order. Fields that are not named stay; `line_items` replaces all lines. An item of a bulk write. */
export type PurchaseOrderBulkUpdate = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** The record to change, by the service’s id or the provider’s; without it one is created. */
  id: string;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. 1 to 255 characters. */
  number?: string | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id?: string | undefined;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items?: LineItemInput[] | undefined;
  /** The state of the record, in the provider’s word. - `DRAFT`: being written - `SUBMITTED`: waits for approval - `AUTHORISED`: approved - `BILLED`: its bill has arrived - `DELETED`: removed */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "BILLED" | "DELETED" | "draft" | "submitted" | "authorised" | "billed" | "deleted" | undefined;
  /** Your own reference, printed on the document. At most 4000 characters. */
  external_reference?: string | null | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The day on which the goods are expected, `YYYY-MM-DD`. */
  delivery_date?: string | null | undefined;
  /** Where the goods go, as one text. At most 2000 characters. */
  delivery_address?: string | null | undefined;
  /** What the carrier should know. At most 500 characters. */
  delivery_instructions?: string | null | undefined;
  /** The person to whose attention it goes. At most 255 characters. */
  attention_to?: string | null | undefined;
  /** The telephone number of the recipient. At most 50 characters. */
  telephone?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
  /** Whether it is marked as sent. */
  sent_to_contact?: boolean | undefined;
};

/** The provider’s own document, sent as it is. An item of a bulk write. */
export type PurchaseOrderBulkNative = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** The record to change, by the service’s id or the provider’s; without it one is created. */
  id?: string | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data: Record<string, unknown>;
};

/** Records to be written by one operation. */
export type PurchaseOrderBulk = {
  /** The items of this page. 1 to 1000 entries. */
  items: Array<PurchaseOrderBulkCreate | PurchaseOrderBulkUpdate | PurchaseOrderBulkNative>;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
};

/** A purchase order to be created. */
export type PurchaseOrderCreate = {
  /** The number printed on the document; by default a new invoice gets the provider’s next one. At most 255 characters. */
  number?: string | null | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id: string;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items: LineItemInput[];
  /** The state of the record, in the provider’s word. - `DRAFT`: being written - `SUBMITTED`: waits for approval - `AUTHORISED`: approved - `BILLED`: its bill has arrived */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "BILLED" | "draft" | "submitted" | "authorised" | "billed" | undefined;
  /** Your own reference, printed on the document. At most 4000 characters. */
  external_reference?: string | null | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The day on which the goods are expected, `YYYY-MM-DD`. */
  delivery_date?: string | null | undefined;
  /** Where the goods go, as one text. At most 2000 characters. */
  delivery_address?: string | null | undefined;
  /** What the carrier should know. At most 500 characters. */
  delivery_instructions?: string | null | undefined;
  /** The person to whose attention it goes. At most 255 characters. */
  attention_to?: string | null | undefined;
  /** The telephone number of the recipient. At most 50 characters. */
  telephone?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
  /** Whether it is marked as sent. */
  sent_to_contact?: boolean | undefined;
};

/** The changes of a purchase order. Fields that are not named stay; `line_items` replaces all lines. */
export type PurchaseOrderUpdate = {
  /** The number printed on the document; by default a new invoice gets the provider’s next one. 1 to 255 characters. */
  number?: string | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id?: string | undefined;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items?: LineItemInput[] | undefined;
  /** The state of the record, in the provider’s word. - `DRAFT`: being written - `SUBMITTED`: waits for approval - `AUTHORISED`: approved - `BILLED`: its bill has arrived - `DELETED`: removed */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "BILLED" | "DELETED" | "draft" | "submitted" | "authorised" | "billed" | "deleted" | undefined;
  /** Your own reference, printed on the document. At most 4000 characters. */
  external_reference?: string | null | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The day on which the goods are expected, `YYYY-MM-DD`. */
  delivery_date?: string | null | undefined;
  /** Where the goods go, as one text. At most 2000 characters. */
  delivery_address?: string | null | undefined;
  /** What the carrier should know. At most 500 characters. */
  delivery_instructions?: string | null | undefined;
  /** The person to whose attention it goes. At most 255 characters. */
  attention_to?: string | null | undefined;
  /** The telephone number of the recipient. At most 50 characters. */
  telephone?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
  /** Whether it is marked as sent. */
  sent_to_contact?: boolean | undefined;
};

/** What an item is sold for, and where its sales are booked. A field that is left out stays. */
export type ItemSaleInput = {
  /** At most 4 decimal places. At most 9999999999.99. */
  unit_price?: number | undefined;
  /** The code of an account in the chart of accounts. At most 50 characters. */
  account_code?: string | null | undefined;
  /** The provider’s word for the tax rate. At most 50 characters. */
  tax_type?: string | null | undefined;
};

/** What an item is bought for, and where its purchases are booked. A field that is left out stays. */
export type ItemPurchaseInput = {
  /** At most 4 decimal places. At most 9999999999.99. */
  unit_price?: number | undefined;
  /** The code of an account in the chart of accounts. At most 50 characters. */
  account_code?: string | null | undefined;
  /** The provider’s word for the tax rate. At most 50 characters. */
  tax_type?: string | null | undefined;
  /** The code of the account of the cost of goods sold; a tracked item has it in place of `account_code`. At most 50 characters. */
  cogs_account_code?: string | null | undefined;
};

/** A new item. CONFLICT `item_code_taken` if an item has the code. An item of a bulk write. */
export type ItemBulkCreate = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** Of an agent key: the look-alike that this item is not, by its id. 1 to 200 characters. */
  not_same_as?: string | undefined;
  /** Unique; the lines of documents name the item by it (`item_code`). 1 to 30 characters. */
  code: string;
  /** What people call it; the provider takes the code where there is none. At most 50 characters. */
  name?: string | null | undefined;
  /** What lines of sales say of it. At most 4000 characters. */
  description?: string | null | undefined;
  /** What lines of purchases say of it. At most 4000 characters. */
  purchase_description?: string | null | undefined;
  /** Whether it is sold; false empties `sale`. */
  is_sold?: boolean | undefined;
  /** Whether it is bought; false empties `purchase`. */
  is_purchased?: boolean | undefined;
  /** What lines of sales take of it where they do not say it themselves. */
  sale?: ItemSaleInput | undefined;
  /** What lines of purchases take of it where they do not say it themselves. */
  purchase?: ItemPurchaseInput | undefined;
};

/** Changes of an item. An item of a bulk write. */
export type ItemBulkUpdate = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** The record to change, by the service’s id or the provider’s; without it one is created. */
  id: string;
  /** Unique; the lines of documents name the item by it (`item_code`). 1 to 30 characters. */
  code?: string | undefined;
  /** What people call it; the provider takes the code where there is none. At most 50 characters. */
  name?: string | null | undefined;
  /** What lines of sales say of it. At most 4000 characters. */
  description?: string | null | undefined;
  /** What lines of purchases say of it. At most 4000 characters. */
  purchase_description?: string | null | undefined;
  /** Whether it is sold; false empties `sale`. */
  is_sold?: boolean | undefined;
  /** Whether it is bought; false empties `purchase`. */
  is_purchased?: boolean | undefined;
  /** What lines of sales take of it where they do not say it themselves. */
  sale?: ItemSaleInput | undefined;
  /** What lines of purchases take of it where they do not say it themselves. */
  purchase?: ItemPurchaseInput | undefined;
};

/** The provider’s own document, sent as it is. An item of a bulk write. */
export type ItemBulkNative = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** The record to change, by the service’s id or the provider’s; without it one is created. */
  id?: string | undefined;
  /** The provider’s own document, in the provider’s own words. */
  provider_data: Record<string, unknown>;
};

/** Records to be written by one operation. */
export type ItemBulk = {
  /** The items of this page. 1 to 1000 entries. */
  items: Array<ItemBulkCreate | ItemBulkUpdate | ItemBulkNative>;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
};

/** A new item. CONFLICT `item_code_taken` if an item has the code. */
export type ItemCreate = {
  /** Unique; the lines of documents name the item by it (`item_code`). 1 to 30 characters. */
  code: string;
  /** What people call it; the provider takes the code where there is none. At most 50 characters. */
  name?: string | null | undefined;
  /** What lines of sales say of it. At most 4000 characters. */
  description?: string | null | undefined;
  /** What lines of purchases say of it. At most 4000 characters. */
  purchase_description?: string | null | undefined;
  /** Whether it is sold; false empties `sale`. */
  is_sold?: boolean | undefined;
  /** Whether it is bought; false empties `purchase`. */
  is_purchased?: boolean | undefined;
  /** What lines of sales take of it where they do not say it themselves. */
  sale?: ItemSaleInput | undefined;
  /** What lines of purchases take of it where they do not say it themselves. */
  purchase?: ItemPurchaseInput | undefined;
};

/** Changes of an item. */
export type ItemUpdate = {
  /** Unique; lines that name the old code keep it. 1 to 30 characters. */
  code?: string | undefined;
  /** What people call it; the provider takes the code where there is none. At most 50 characters. */
  name?: string | null | undefined;
  /** What lines of sales say of it. At most 4000 characters. */
  description?: string | null | undefined;
  /** What lines of purchases say of it. At most 4000 characters. */
  purchase_description?: string | null | undefined;
  /** Whether it is sold; false empties `sale`. */
  is_sold?: boolean | undefined;
  /** Whether it is bought; false empties `purchase`. */
  is_purchased?: boolean | undefined;
  /** What lines of sales take of it where they do not say it themselves. */
  sale?: ItemSaleInput | undefined;
  /** What lines of purchases take of it where they do not say it themselves. */
  purchase?: ItemPurchaseInput | undefined;
};

/** What one account is debited or credited. */
export type JournalLineInput = {
  /** What it is, for a person. At most 4000 characters. */
  description?: string | null | undefined;
  /** Positive debits the account, negative credits it; at most 2 decimal places, and not 0. -9999999999.99 to 9999999999.99. */
  line_amount: number;
  /** The code of an account in the chart of accounts. 1 to 50 characters. */
  account_code: string;
  /** The provider’s word for the tax rate. At most 50 characters. */
  tax_type?: string | null | undefined;
  /** Where the line belongs in the organization’s own reporting. At most 2 entries. */
  tracking?: TrackingOptionInput[] | undefined;
};

/** A manual journal to be created. An item of a bulk write. */
export type ManualJournalBulkCreate = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** Of an agent key: the look-alike that this item is not, by its id. 1 to 200 characters. */
  not_same_as?: string | undefined;
  /** What the journal is for. 1 to 4000 characters. */
  narration: string;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string;
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet in the books - `POSTED`: in the books */
  status?: "DRAFT" | "POSTED" | "draft" | "posted" | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode: LineAmountMode;
  /** What the accounts are debited and credited; together they balance. 2 to 500 entries. */
  lines: JournalLineInput[];
  /** Where its source is, http or https. At most 500 characters. */
  url?: string | null | undefined;
  /** Whether reports on the cash basis show it. */
  show_on_cash_basis?: boolean | undefined;
};

/** The provider’s own document, sent as it is. An item of a bulk write. */
export type ManualJournalBulkNative = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** The provider’s own document, in the provider’s own words. */
  provider_data: Record<string, unknown>;
};

/** Records to be written by one operation. */
export type ManualJournalBulk = {
  /** The items of this page. 1 to 1000 entries. */
  items: Array<ManualJournalBulkCreate | ManualJournalBulkNative>;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
};

/** A manual journal to be created. */
export type ManualJournalCreate = {
  /** What the journal is for. 1 to 4000 characters. */
  narration: string;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string;
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet in the books - `POSTED`: in the books */
  status?: "DRAFT" | "POSTED" | "draft" | "posted" | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode: LineAmountMode;
  /** What the accounts are debited and credited; together they balance. 2 to 500 entries. */
  lines: JournalLineInput[];
  /** Where its source is, http or https. At most 500 characters. */
  url?: string | null | undefined;
  /** Whether reports on the cash basis show it. */
  show_on_cash_basis?: boolean | undefined;
};

/** The changes of a manual journal. Fields that are not named stay; lines that are sent replace all. */
export type ManualJournalUpdate = {
  /** What the journal is for. 1 to 4000 characters. */
  narration?: string | undefined;
  /** The calendar day, `YYYY-MM-DD`. */
  date?: string | undefined;
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet in the books - `POSTED`: in the books - `DELETED`: deleted while it was a draft - `VOIDED`: voided after it was posted */
  status?: "DRAFT" | "POSTED" | "DELETED" | "VOIDED" | "draft" | "posted" | "deleted" | "voided" | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** What the accounts are debited and credited; they replace all lines that are there. 2 to 500 entries. */
  lines?: JournalLineInput[] | undefined;
  /** Where its source is, http or https. At most 500 characters. */
  url?: string | null | undefined;
  /** Whether reports on the cash basis show it. */
  show_on_cash_basis?: boolean | undefined;
};

/** A bank transfer to be created. */
export type BankTransferCreate = {
  /** The service’s id of the account that the money leaves. 1 to 166 characters. */
  from_account_id: string;
  /** The service’s id of the account that the money reaches. 1 to 166 characters. */
  to_account_id: string;
  /** At most 2 decimal places. Above 0, at most 9999999999.99. */
  amount: number;
  /** The calendar day, `YYYY-MM-DD`. */
  date: string;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
};

/** - `spend`: money went out - `receive`: money came in */
export type BankTransactionKind = "spend" | "receive";

/** - `nothing`: the transaction leaves nothing - `prepayment`: it leaves a prepayment, which is allocated or refunded later - `overpayment`: it leaves an overpayment, which is allocated or refunded later */
export type BankTransactionSettles = "nothing" | "prepayment" | "overpayment";

/** A line of a bank transaction. The provider computes its tax. */
export type BankTransactionLineInput = {
  /** The provider’s id of the line; keep it to change the line in place. 1 to 100 characters. */
  line_item_id?: string | undefined;
  /** What it is, for a person. At most 4000 characters. */
  description?: string | null | undefined;
  /** At most 4 decimal places. Above 0, at most 9999999999.99. */
  quantity?: number | undefined;
  /** The price of one unit, in the document’s currency, with at most 4 decimals. -9999999999.99 to 9999999999.99. */
  unit_amount?: number | undefined;
  /** The code of a stock item of the provider. At most 30 characters. */
  item_code?: string | null | undefined;
  /** The service’s id of an account. 1 to 166 characters. */
  account_id?: string | null | undefined;
  /** The code of an account in the chart of accounts. At most 50 characters. */
  account_code?: string | null | undefined;
  /** The provider’s word for the tax rate. At most 50 characters. */
  tax_type?: string | null | undefined;
  /** Where the line belongs in the organization’s own reporting. At most 2 entries. */
  tracking?: TrackingOptionInput[] | undefined;
};

/** Money that was spent or received, or a deposit. An item of a bulk write. */
export type BankTransactionBulkCreate = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** Of an agent key: the look-alike that this item is not, by its id. 1 to 200 characters. */
  not_same_as?: string | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id: string;
  /** Which way the money went. */
  kind: BankTransactionKind;
  /** What the money leaves behind. */
  settles?: BankTransactionSettles | undefined;
  /** The service’s id of the bank account. 1 to 166 characters. */
  bank_account_id?: string | undefined;
  /** The code of the bank account. 1 to 50 characters. */
  bank_account_code?: string | undefined;
  /** The calendar day, `YYYY-MM-DD`. */
  date?: string | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether it is marked as reconciled. It says nothing of a line of the bank’s statement. */
  is_reconciled?: boolean | undefined;
  /** A link of your own, shown with the transaction. At most 500 characters. */
  url?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode: LineAmountMode;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items: BankTransactionLineInput[];
};

/** The provider’s own document, sent as it is. An item of a bulk write. */
export type BankTransactionBulkNative = {
  /** The caller’s name of the item, unique in the request. 1 to 64 characters. */
  item_key: string;
  /** The provider’s own document, in the provider’s own words. */
  provider_data: Record<string, unknown>;
};

/** Records to be written by one operation. */
export type BankTransactionBulk = {
  /** The items of this page. 1 to 1000 entries. */
  items: Array<BankTransactionBulkCreate | BankTransactionBulkNative>;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
};

/** Money that was spent or received, or a deposit. */
export type BankTransactionCreate = {
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id: string;
  /** Which way the money goes. */
  kind: BankTransactionKind;
  /** What the money leaves behind. */
  settles?: BankTransactionSettles | undefined;
  /** The service’s id of the bank account. 1 to 166 characters. */
  bank_account_id?: string | undefined;
  /** The code of the bank account. 1 to 50 characters. */
  bank_account_code?: string | undefined;
  /** The calendar day, `YYYY-MM-DD`. */
  date?: string | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether it is marked as reconciled. It says nothing of a line of the bank’s statement. */
  is_reconciled?: boolean | undefined;
  /** A link of your own, shown with the transaction. At most 500 characters. */
  url?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode: LineAmountMode;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items: BankTransactionLineInput[];
} & ({
  bank_account_id: unknown;
} | {
  bank_account_code: unknown;
});

/** Changes of a bank transaction. Lines are sent whole: one with its id is changed, one without is new, one that is left out is deleted. */
export type BankTransactionUpdate = {
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id?: string | undefined;
  /** The service’s id of the bank account. 1 to 166 characters. */
  bank_account_id?: string | undefined;
  /** The code of the bank account. 1 to 50 characters. */
  bank_account_code?: string | undefined;
  /** The calendar day, `YYYY-MM-DD`. */
  date?: string | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether it is marked as reconciled. It says nothing of a line of the bank’s statement. */
  is_reconciled?: boolean | undefined;
  /** A link of your own, shown with the transaction. At most 500 characters. */
  url?: string | null | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items?: BankTransactionLineInput[] | undefined;
  /** The state of the record, in the provider’s word. - `AUTHORISED`: in the books - `DELETED`: deleted */
  status?: "AUTHORISED" | "DELETED" | "authorised" | "deleted" | undefined;
};

/** The invoice that the automation creates. */
export type InvoiceToDeliver = {
  /** Whether it is a sale or a bill. */
  type?: DocumentSide | undefined;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. At most 255 characters. */
  number?: string | null | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id: string;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items: LineItemInput[];
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be paid */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "draft" | "submitted" | "authorised" | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The day on which payment is due, `YYYY-MM-DD`. */
  due_date: string;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
  /** A link of your own, shown on the invoice. At most 500 characters. */
  url?: string | null | undefined;
  /** Whether it is marked as sent. */
  sent_to_contact?: boolean | undefined;
};

/** - `email`: the provider mails it to its contact - `link`: the result contains the address of its online page - `none`: it is not delivered */
export type InvoiceDelivery = "email" | "link" | "none";

/** The invoice to create, and how it reaches the customer. */
export type InvoiceCreateAndDeliverInput = {
  /** The invoice, as in a create of its own. It is authorised whatever its status, so it needs a due date. */
  invoice: InvoiceToDeliver;
  /** email: the provider mails the invoice to its contact · link: the result has the address of its online page · none: neither. */
  deliver: InvoiceDelivery;
};

/** `invoice.create_and_deliver`: create, authorise and deliver an invoice. */
export type InvoiceCreateAndDeliverAutomation = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** The recipe of the automation. */
  recipe: "invoice.create_and_deliver";
  /** The input of the recipe. */
  input: InvoiceCreateAndDeliverInput;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
  /** Only checks, and returns what would be written. Nothing is stored here or changed at the provider. */
  dry_run?: boolean | undefined;
};

/** The contact to find, or to create where there is none. */
export type ContactToFind = {
  /** The name. 1 to 255 characters. */
  name: string;
  /** Your own identifier of the contact, unique among contacts. At most 50 characters. */
  contact_number?: string | null | undefined;
  /** Your or the contact’s number for the account that they have with you. At most 50 characters. */
  account_number?: string | null | undefined;
  /** The first name. At most 255 characters. */
  first_name?: string | null | undefined;
  /** The family name. At most 255 characters. */
  last_name?: string | null | undefined;
  /** The email address. At most 255 characters. */
  email?: string | null | undefined;
  /** The number under which it is registered for tax. At most 50 characters. */
  tax_number?: string | null | undefined;
  /** The number under which the company is registered. At most 50 characters. */
  company_number?: string | null | undefined;
  /** The address of its website. At most 255 characters. */
  website?: string | null | undefined;
  /** ISO 4217 code of the currency in which its documents are written. */
  default_currency?: string | null | undefined;
  /** The telephone numbers, one of each type. At most 5 entries. */
  phones?: "" | PhoneInput[] | null | undefined;
  /** The postal and the street address. At most 2 entries. */
  addresses?: "" | AddressInput[] | null | undefined;
  /** Further people at the contact. At most 5 entries. */
  contact_persons?: "" | ContactPersonInput[] | null | undefined;
  /** When documents are due that do not say so themselves. */
  payment_terms?: "" | PaymentTermsInput | null | undefined;
};

/** The invoice that the automation creates for that contact. */
export type InvoiceForContact = {
  /** Whether it is a sale or a bill. */
  type?: DocumentSide | undefined;
  /** The number printed on the document; by default a new invoice gets the provider’s next one. At most 255 characters. */
  number?: string | null | undefined;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items: LineItemInput[];
  /** The state of the record, in the provider’s word. - `DRAFT`: not yet in the books - `SUBMITTED`: waits for approval - `AUTHORISED`: in the books, to be paid */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "draft" | "submitted" | "authorised" | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The day on which payment is due, `YYYY-MM-DD`. */
  due_date?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
  /** A link of your own, shown on the invoice. At most 500 characters. */
  url?: string | null | undefined;
  /** Whether it is marked as sent. */
  sent_to_contact?: boolean | undefined;
};

/** A contact and the invoice to create for it. */
export type InvoiceCreateWithContactInput = {
  /** Found by its contact_number if it has one, else by its email; created if none is found. A found contact is not changed. */
  contact: ContactToFind;
  /** The invoice, for that contact. */
  invoice: InvoiceForContact;
};

/** `invoice.create_with_contact`: find or create the contact, then create the invoice. */
export type InvoiceCreateWithContactAutomation = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** The recipe of the automation. */
  recipe: "invoice.create_with_contact";
  /** The input of the recipe. */
  input: InvoiceCreateWithContactInput;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
  /** Only checks, and returns what would be written. Nothing is stored here or changed at the provider. */
  dry_run?: boolean | undefined;
};

/** A payment on an invoice. */
export type InvoiceRecordPaymentInput = {
  /** The service’s id of an invoice. 1 to 166 characters. */
  invoice_id: string;
  /** The service’s id of an account. 1 to 166 characters. */
  account_id?: string | undefined;
  /** The code of an account in the chart of accounts. 1 to 50 characters. */
  account_code?: string | undefined;
  /** At most 2 decimal places. Above 0, at most 9999999999.99. */
  amount: number;
  /** The calendar day, `YYYY-MM-DD`. */
  date?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
} & ({
  account_id: unknown;
} | {
  account_code: unknown;
});

/** `invoice.record_payment`: pay an invoice, in part or in full. */
export type InvoiceRecordPaymentAutomation = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** The recipe of the automation. */
  recipe: "invoice.record_payment";
  /** The input of the recipe. */
  input: InvoiceRecordPaymentInput;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
  /** Only checks, and returns what would be written. Nothing is stored here or changed at the provider. */
  dry_run?: boolean | undefined;
};

/** The fields that differ in the corrected invoice. All others are taken from the wrong one. */
export type InvoiceCorrection = {
  /** The number printed on the document; by default a new invoice gets the provider’s next one. 1 to 255 characters. */
  number?: string | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id?: string | undefined;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items?: LineItemInput[] | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The day on which payment is due, `YYYY-MM-DD`. */
  due_date?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
  /** A link of your own, shown on the invoice. At most 500 characters. */
  url?: string | null | undefined;
};

/** Which invoice is wrong, and how its correction differs. */
export type InvoiceVoidAndReissueInput = {
  /** The invoice that is wrong. 1 to 166 characters. */
  invoice_id: string;
  /** The changes in the new invoice: a value replaces, null or "" clears a field, and a field that is left out is copied. Lines are replaced as a whole. */
  changes: InvoiceCorrection;
  /** The reason; stored with the operation. At most 500 characters. */
  reason: string;
};

/** `invoice.void_and_reissue`: void a wrong invoice and create its correction. */
export type InvoiceVoidAndReissueAutomation = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** The recipe of the automation. */
  recipe: "invoice.void_and_reissue";
  /** The input of the recipe. */
  input: InvoiceVoidAndReissueInput;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
  /** Only checks, and returns what would be written. Nothing is stored here or changed at the provider. */
  dry_run?: boolean | undefined;
};

/** The credit note, and the invoice that it settles. */
export type CreditNoteCreateAndAllocateInput = {
  /** The credit note, as in a create of its own. It is authorised whatever its status. */
  credit_note: CreditNoteCreate;
  /** The invoice of the same contact and side that is settled. 1 to 166 characters. */
  invoice_id: string;
  /** How much is allocated; by default as much as the credit and what is due. Above 0, at most 9999999999.99. */
  amount?: number | undefined;
};

/** `credit_note.create_and_allocate`: create a credit note and settle an invoice by it. */
export type CreditNoteCreateAndAllocateAutomation = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** The recipe of the automation. */
  recipe: "credit_note.create_and_allocate";
  /** The input of the recipe. */
  input: CreditNoteCreateAndAllocateInput;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
  /** Only checks, and returns what would be written. Nothing is stored here or changed at the provider. */
  dry_run?: boolean | undefined;
};

/** The quote to create and to mail. */
export type QuoteCreateAndSendInput = {
  /** The quote, as in a create of its own. It is sent whatever its status. */
  quote: QuoteCreate;
};

/** `quote.create_and_send`: create a quote and mail it. */
export type QuoteCreateAndSendAutomation = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** The recipe of the automation. */
  recipe: "quote.create_and_send";
  /** The input of the recipe. */
  input: QuoteCreateAndSendInput;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
  /** Only checks, and returns what would be written. Nothing is stored here or changed at the provider. */
  dry_run?: boolean | undefined;
};

/** Which quote, and which fields the invoice has beyond it. */
export type QuoteConvertToInvoiceInput = {
  /** An accepted quote. 1 to 166 characters. */
  quote_id: string;
  /** The date of the invoice; by default the quote’s. */
  date?: string | undefined;
  /** When the invoice is due; by default the day on which the quote expires. */
  due_date?: string | undefined;
  /** By default the quote’s; null: none. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** The account of lines that name none on the quote. 1 to 50 characters. */
  account_code?: string | undefined;
};

/** `quote.convert_to_invoice`: create the invoice of an accepted quote. */
export type QuoteConvertToInvoiceAutomation = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** The recipe of the automation. */
  recipe: "quote.convert_to_invoice";
  /** The input of the recipe. */
  input: QuoteConvertToInvoiceInput;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
  /** Only checks, and returns what would be written. Nothing is stored here or changed at the provider. */
  dry_run?: boolean | undefined;
};

/** The purchase order that the automation creates. */
export type PurchaseOrderToDeliver = {
  /** The number printed on the document; by default a new invoice gets the provider’s next one. At most 255 characters. */
  number?: string | null | undefined;
  /** The service’s id of a contact. 1 to 166 characters. */
  contact_id: string;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items: LineItemInput[];
  /** The state of the record, in the provider’s word. - `DRAFT`: being written - `SUBMITTED`: waits for approval - `AUTHORISED`: approved */
  status?: "DRAFT" | "SUBMITTED" | "AUTHORISED" | "draft" | "submitted" | "authorised" | undefined;
  /** Your own reference, printed on the document. At most 4000 characters. */
  external_reference?: string | null | undefined;
  /** The date of the document, `YYYY-MM-DD`; by default today. */
  issue_date?: string | undefined;
  /** The day on which the goods are expected, `YYYY-MM-DD`. */
  delivery_date?: string | null | undefined;
  /** Where the goods go, as one text. At most 2000 characters. */
  delivery_address?: string | null | undefined;
  /** What the carrier should know. At most 500 characters. */
  delivery_instructions?: string | null | undefined;
  /** The person to whose attention it goes. At most 255 characters. */
  attention_to?: string | null | undefined;
  /** The telephone number of the recipient. At most 50 characters. */
  telephone?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode?: LineAmountMode | undefined;
  /** The service’s id of the theme in which it is printed. 1 to 166 characters. */
  branding_theme_id?: string | null | undefined;
  /** Whether it is marked as sent. */
  sent_to_contact?: boolean | undefined;
};

/** The purchase order to create. */
export type PurchaseOrderCreateAndDeliverInput = {
  /** The purchase order, as in a create of its own. It is authorised whatever its status. */
  purchase_order: PurchaseOrderToDeliver;
};

/** `purchase_order.create_and_deliver`: create and authorise a purchase order. */
export type PurchaseOrderCreateAndDeliverAutomation = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** The recipe of the automation. */
  recipe: "purchase_order.create_and_deliver";
  /** The input of the recipe. */
  input: PurchaseOrderCreateAndDeliverInput;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
  /** Only checks, and returns what would be written. Nothing is stored here or changed at the provider. */
  dry_run?: boolean | undefined;
};

/** A bank transaction without its contact. */
export type BankTransactionForContact = {
  /** Which way the money went. */
  kind: BankTransactionKind;
  /** What the money leaves behind. */
  settles?: BankTransactionSettles | undefined;
  /** The service’s id of the bank account. 1 to 166 characters. */
  bank_account_id?: string | undefined;
  /** The code of the bank account. 1 to 50 characters. */
  bank_account_code?: string | undefined;
  /** The calendar day, `YYYY-MM-DD`. */
  date?: string | undefined;
  /** Your own reference, printed on the document. At most 255 characters. */
  external_reference?: string | null | undefined;
  /** Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency. At most 6 decimal places. Above 0, at most 1000000000. */
  currency_rate?: number | undefined;
  /** Whether it is marked as reconciled. It says nothing of a line of the bank’s statement. */
  is_reconciled?: boolean | undefined;
  /** A link of your own, shown with the transaction. At most 500 characters. */
  url?: string | null | undefined;
  /** ISO 4217 code of the currency of every amount here. */
  currency?: string | undefined;
  /** Whether line amounts contain tax. */
  line_amount_mode: LineAmountMode;
  /** The lines, in their order. A change replaces them as a whole. 1 to 500 entries. */
  line_items: BankTransactionLineInput[];
} & ({
  bank_account_id: unknown;
} | {
  bank_account_code: unknown;
});

/** A contact and the bank transaction to record for it. */
export type BankTransactionRecordInput = {
  /** Found by its contact_number if it has one, else by its email, else by its name; created if none is found. A found contact is not changed. */
  contact: ContactToFind;
  /** The bank transaction, for that contact. */
  bank_transaction: BankTransactionForContact;
};

/** `bank_transaction.record`: find or create the contact, then record what was spent or received. */
export type BankTransactionRecordAutomation = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** The recipe of the automation. */
  recipe: "bank_transaction.record";
  /** The input of the recipe. */
  input: BankTransactionRecordInput;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
  /** Only checks, and returns what would be written. Nothing is stored here or changed at the provider. */
  dry_run?: boolean | undefined;
};

/** A part of a payout. */
export type PayoutEntryInput = {
  /** What it is, for a person. At most 4000 characters. */
  description?: string | null | undefined;
  /** Positive for what was earned, such as sales; negative for what was kept back, such as fees and refunds. At most 2 decimal places. -9999999999.99 to 9999999999.99. */
  amount: number;
  /** Where it is booked. 1 to 50 characters. */
  account_code: string;
  /** The provider’s word for the tax rate. At most 50 characters. */
  tax_type?: string | null | undefined;
  /** Where the line belongs in the organization’s own reporting. At most 2 entries. */
  tracking?: TrackingOptionInput[] | undefined;
};

/** What was paid out, and what it is made of. */
export type PayoutInput = {
  /** What the payout is called, such as its id at the processor. 1 to 255 characters. */
  reference: string;
  /** The day of the document. */
  date: string;
  /** What arrived at the bank. If it is given, the lines have to add up to it. -9999999999.99 to 9999999999.99. */
  amount?: number | undefined;
  /** What the payout is made of, in any order. Entries of one account, tax and tracking become one line. 1 to 2000 entries. */
  lines: PayoutEntryInput[];
};

/** - `inclusive`: the amounts include tax - `no_tax`: there is no tax */
export type PayoutAmountMode = "inclusive" | "no_tax";

/** A payout, and the document that it becomes. */
export type PayoutSummariseInput = {
  /** What was paid out. */
  payout: PayoutInput;
  /** Whether the amounts include tax, or there is none. */
  line_amount_mode: PayoutAmountMode;
  /** Posts a manual journal: the payout’s sum against this account, from which the deposit is taken. 1 to 50 characters. */
  clearing_account_code?: string | undefined;
  /** Makes a sales invoice to this contact, which the deposit pays. 1 to 166 characters. */
  contact_id?: string | undefined;
} & ({
  clearing_account_code: unknown;
} | {
  contact_id: unknown;
});

/** `payout.summarise`: post a payout as one journal or invoice. */
export type PayoutSummariseAutomation = {
  /** The service’s id of a connection. */
  connection_id: string;
  /** The recipe of the automation. */
  recipe: "payout.summarise";
  /** The input of the recipe. */
  input: PayoutSummariseInput;
  /** Your own data, at most 16 KiB of JSON. */
  metadata?: Record<string, unknown> | undefined;
  /** Only checks, and returns what would be written. Nothing is stored here or changed at the provider. */
  dry_run?: boolean | undefined;
};

/** An automation to run; `recipe` says which one. */
export type AutomationCreate = InvoiceCreateAndDeliverAutomation | InvoiceCreateWithContactAutomation | InvoiceRecordPaymentAutomation | InvoiceVoidAndReissueAutomation | CreditNoteCreateAndAllocateAutomation | QuoteCreateAndSendAutomation | QuoteConvertToInvoiceAutomation | PurchaseOrderCreateAndDeliverAutomation | BankTransactionRecordAutomation | PayoutSummariseAutomation;

/** - `deleted`: it was a draft or submitted, and is deleted - `voided`: it was authorised, and is voided */
export type CancellationStatus = "deleted" | "voided";

/** - `month`: a month apart - `quarter`: three months apart - `year`: twelve months apart */
export type ReportPeriod = "month" | "quarter" | "year";

/** - `standard`: the provider’s own rows - `own`: the rows that the organization has laid out itself, if it has */
export type ReportLayout = "standard" | "own";

/** - `webhook.deliver`: sends an event to an endpoint */
export type ExcludedOperationType = "webhook.deliver";

/** - `true`: routine work that succeeded is left out */
export type RoutineLeftOut = "true";

/** - `day`: by UTC day - `connection`: by connection - `meter`: by meter */
export type UsageGrouping = "day" | "connection" | "meter";

/** - `1h`: the hour that runs and the one before - `24h`: by hour - `7d`: six hours each - `30d`: by day of UTC */
export type SumPeriod = "1h" | "24h" | "7d" | "30d";

/** - `reading`: it is read - `starting`: the primary is read: how late the replica is, is not known yet - `behind`: the primary is read: the replica lacks what was stored longer ago than the deployment allows - `unreachable`: the primary is read: the replica does not answer - `failed`: the primary is read: several reads in a row have failed - `no_standby`: the primary is read: the replica was promoted, or belongs to another system */
export type ReplicaState = "reading" | "starting" | "behind" | "unreachable" | "failed" | "no_standby";

/** - `popup`: in a window that the application opened */
export type ConnectDisplay = "popup";

/** - `connected`: the customer has connected again - `cancelled`: the customer refused - `failed`: nothing was connected */
export type ReconnectEnd = "connected" | "cancelled" | "failed";

export type GetOpenApiDocumentAnswer = Record<string, unknown>;

export type ListProvidersPage = {
  items: Provider[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type CreateConnectSessionBody = ConnectSessionCreate | ReconnectSessionCreate;

export type ListConnectionsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only these connections: at most 100 ids, separated by commas. */
  connection_ids?: string | undefined;
  /** Only connections of this customer of yours. */
  external_account_id?: string | undefined;
  /** Only connections in this status. */
  status?: ConnectionStatus | undefined;
  /** Only connections with this health, which is judged every ten seconds. */
  health?: ConnectionHealth | undefined;
  /** Only connections whose organization name or external account id contains this text, in upper or lower case, or whose connection id or tenant id equals it. */
  q?: string | undefined;
  /** Only connections in use whose customers did not grant this scope, such as `accounting.attachments`: they have to connect again. It must be one that consents ask for now. */
  missing_scope?: string | undefined;
  /** The language of `customer_message`; without it the best of `Accept-Language`, else English. */
  locale?: Locale | undefined;
};

export type ListConnectionsPage = {
  items: ListedConnection[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type GetConnectionQuery = {
  /** The language of `customer_message`; without it the best of `Accept-Language`, else English. */
  locale?: Locale | undefined;
};

export type ListLookAlikesPage = {
  items: LookAlikeGroup[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type GetOperationTimelinePage = {
  items: TimelineEntry[];
  /** Where this page is in its list. */
  meta: TimelineMeta;
};

export type GetEventTimelinePage = {
  items: TimelineEntry[];
  /** Where this page is in its list. */
  meta: TimelineMeta;
};

export type GetConnectionTimelinePage = {
  items: TimelineEntry[];
  /** Where this page is in its list. */
  meta: TimelineMeta;
};

export type GetInvoiceTimelinePage = {
  items: TimelineEntry[];
  /** Where this page is in its list. */
  meta: TimelineMeta;
};

export type SearchQuotesQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type SearchQuotesPage = {
  items: Quote[];
  /** The records as the provider holds them now. */
  source: "provider";
  /** Where this page is in its list. */
  meta: SearchMeta;
};

export type CancelInvoiceQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

/** The requested data. */
export type CancelInvoiceAnswer = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: Invoice;
  /** What happened to the document. */
  cancellation_status: CancellationStatus;
};

export type CancelCreditNoteQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

/** The requested data. */
export type CancelCreditNoteAnswer = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: CreditNote;
  /** What happened to the document. */
  cancellation_status: CancellationStatus;
};

export type CancelManualJournalQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

/** The requested data. */
export type CancelManualJournalAnswer = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: ManualJournal;
  /** What happened to the document. */
  cancellation_status: CancellationStatus;
};

export type CancelBankTransferQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

/** The requested data. */
export type CancelBankTransferAnswer = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: BankTransfer;
  /** What happened to the document. */
  cancellation_status: CancellationStatus;
};

export type CancelRepeatingInvoiceQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

/** The requested data. */
export type CancelRepeatingInvoiceAnswer = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: RepeatingInvoice;
  /** What happened to the document. */
  cancellation_status: CancellationStatus;
};

export type CancelBankTransactionQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

/** The requested data. */
export type CancelBankTransactionAnswer = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: BankTransaction;
  /** What happened to the document. */
  cancellation_status: CancellationStatus;
};

export type CancelInvoiceByProviderIdQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

/** The requested data. */
export type CancelInvoiceByProviderIdAnswer = {
  /** The record as the provider holds it now. */
  source: "provider";
  /** The record. */
  item: Invoice;
  /** What happened to the document. */
  cancellation_status: CancellationStatus;
};

export type GetProfitAndLossReportQuery = {
  /** The first day; by default the first of the month of `to`: `YYYY-MM-DD`. */
  from?: string | undefined;
  /** The last day; by default today in the organization’s time zone: `YYYY-MM-DD`. */
  to?: string | undefined;
  /** How many earlier periods stand beside the latest, each a column. Over time, `from` to `to` is then a whole month, quarter or year of months, and so is every earlier period. */
  periods?: number | undefined;
  /** How far apart the periods are; not shorter than `from` to `to`. */
  period?: ReportPeriod | undefined;
  /** `accrual` counts what was invoiced, `cash` what was paid. What the organization itself prefers cannot be read. */
  basis?: ReportBasis | undefined;
  /** `standard` has the provider’s rows, `own` those that the organization has laid out itself. */
  layout?: ReportLayout | undefined;
  /** Only what is tracked under this option of a tracking category, by the provider’s id that the category shows. */
  tracking_option_id?: string | undefined;
};

export type GetBalanceSheetReportQuery = {
  /** The day of the balances; by default today in the organization’s time zone: `YYYY-MM-DD`. */
  date?: string | undefined;
  /** How many earlier periods stand beside the latest, each a column. Over time, `from` to `to` is then a whole month, quarter or year of months, and so is every earlier period. */
  periods?: number | undefined;
  /** How far apart the periods are; not shorter than `from` to `to`. */
  period?: ReportPeriod | undefined;
  /** `accrual` counts what was invoiced, `cash` what was paid. What the organization itself prefers cannot be read. */
  basis?: ReportBasis | undefined;
  /** `standard` has the provider’s rows, `own` those that the organization has laid out itself. */
  layout?: ReportLayout | undefined;
  /** Only what is tracked under this option of a tracking category, by the provider’s id that the category shows. */
  tracking_option_id?: string | undefined;
};

export type GetTrialBalanceReportQuery = {
  /** The day of the balances; by default today in the organization’s time zone: `YYYY-MM-DD`. */
  date?: string | undefined;
  /** `accrual` counts what was invoiced, `cash` what was paid. What the organization itself prefers cannot be read. */
  basis?: ReportBasis | undefined;
};

export type GetAgedReceivablesReportQuery = {
  /** The contact whose documents are told: its `id` (`con_…`) or `provider_id`. */
  contact_id: string;
  /** The day of the balances; by default today in the organization’s time zone: `YYYY-MM-DD`. */
  date?: string | undefined;
};

export type GetAgedPayablesReportQuery = {
  /** The contact whose documents are told: its `id` (`con_…`) or `provider_id`. */
  contact_id: string;
  /** The day of the balances; by default today in the organization’s time zone: `YYYY-MM-DD`. */
  date?: string | undefined;
};

export type GetBankSummaryReportQuery = {
  /** The first day; by default the first of the month of `to`: `YYYY-MM-DD`. */
  from?: string | undefined;
  /** The last day; by default today in the organization’s time zone: `YYYY-MM-DD`. */
  to?: string | undefined;
};

export type ListProviderRequestsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only provider requests with this outcome, such as `unknown`. */
  outcome?: ProviderRequestOutcome | undefined;
  /** Only provider requests that read, or only those that write. */
  effect?: ProviderRequestEffect | undefined;
  /** Only provider requests created after this time. */
  created_after?: string | undefined;
  /** Only provider requests created before this time. */
  created_before?: string | undefined;
};

export type ListProviderRequestsPage = {
  items: ProviderRequest[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListOrganizationsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** The order of the organizations, such as `-updated_at`: one of `updated_at`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListOrganizationsPage = {
  items: ListedOrganization[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListContactsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only contacts whose name contains this text, in any case; two characters alone must begin a word. */
  name?: string | undefined;
  /** Only contacts with this e-mail address, whole and in any case. */
  email?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `ACTIVE,ARCHIVED`. Known ones: `ACTIVE`, `ARCHIVED`, `GDPRREQUEST`. */
  status?: string | undefined;
  /** The order of the contacts, such as `-updated_at`: one of `updated_at`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListContactsPage = {
  items: ListedContact[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type CreateContactQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type CreateContactBody = ContactCreate | NativeWrite;

export type CheckCreateContactQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type ListInvoicesQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records whose number, reference or contact’s name contains this text, in any case; two characters alone must begin a word. */
  q?: string | undefined;
  /** Only records of this contact: its `id` (`con_…`) or `provider_id`. */
  contact_id?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `DRAFT,SUBMITTED`. Known ones: `DRAFT`, `SUBMITTED`, `AUTHORISED`, `PAID`, `VOIDED`, `DELETED`. */
  status?: string | undefined;
  /** Only documents of this side of the books: of sales or of purchases. */
  type?: DocumentSide | undefined;
  /** Only records in this currency, by its ISO 4217 code in any case, such as `NZD`. */
  currency?: string | undefined;
  /** Only records whose `issue_date` is not before this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  issue_date_from?: string | undefined;
  /** Only records whose `issue_date` is not after this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  issue_date_to?: string | undefined;
  /** Only records whose `due_date` is not before this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  due_date_from?: string | undefined;
  /** Only records whose `due_date` is not after this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  due_date_to?: string | undefined;
  /** Only records whose `total` is not less than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_from?: string | undefined;
  /** Only records whose `total` is not greater than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_to?: string | undefined;
  /** Only records whose `amount_due` is not less than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  amount_due_from?: string | undefined;
  /** Only records whose `amount_due` is not greater than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  amount_due_to?: string | undefined;
  /** The order of the invoices, such as `-updated_at`: one of `updated_at|issue_date|due_date|number|total|amount_due`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListInvoicesPage = {
  items: ListedInvoice[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type CreateInvoiceQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type CreateInvoiceBody = InvoiceCreate | NativeWrite;

export type CheckCreateInvoiceQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type ListCreditNotesQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records whose number, reference or contact’s name contains this text, in any case; two characters alone must begin a word. */
  q?: string | undefined;
  /** Only records of this contact: its `id` (`con_…`) or `provider_id`. */
  contact_id?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `DRAFT,SUBMITTED`. Known ones: `DRAFT`, `SUBMITTED`, `AUTHORISED`, `PAID`, `VOIDED`, `DELETED`. */
  status?: string | undefined;
  /** Only documents of this side of the books: of sales or of purchases. */
  type?: DocumentSide | undefined;
  /** Only records in this currency, by its ISO 4217 code in any case, such as `NZD`. */
  currency?: string | undefined;
  /** Only records whose `issue_date` is not before this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  issue_date_from?: string | undefined;
  /** Only records whose `issue_date` is not after this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  issue_date_to?: string | undefined;
  /** Only records whose `total` is not less than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_from?: string | undefined;
  /** Only records whose `total` is not greater than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_to?: string | undefined;
  /** Only records whose `remaining_credit` is not less than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  amount_due_from?: string | undefined;
  /** Only records whose `remaining_credit` is not greater than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  amount_due_to?: string | undefined;
  /** The order of the credit notes, such as `-updated_at`: one of `updated_at|issue_date|number|total|amount_due`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. `amount_due` is `remaining_credit`. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListCreditNotesPage = {
  items: ListedCreditNote[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type CreateCreditNoteQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type CreateCreditNoteBody = CreditNoteCreate | NativeWrite;

export type CheckCreateCreditNoteQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type ListQuotesQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records whose number, reference or contact’s name contains this text, in any case; two characters alone must begin a word. */
  q?: string | undefined;
  /** Only records of this contact: its `id` (`con_…`) or `provider_id`. */
  contact_id?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `DRAFT,SENT`. Known ones: `DRAFT`, `SENT`, `DECLINED`, `ACCEPTED`, `INVOICED`, `DELETED`. */
  status?: string | undefined;
  /** Only records in this currency, by its ISO 4217 code in any case, such as `NZD`. */
  currency?: string | undefined;
  /** Only records whose `issue_date` is not before this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  issue_date_from?: string | undefined;
  /** Only records whose `issue_date` is not after this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  issue_date_to?: string | undefined;
  /** Only records whose `total` is not less than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_from?: string | undefined;
  /** Only records whose `total` is not greater than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_to?: string | undefined;
  /** The order of the quotes, such as `-updated_at`: one of `updated_at|issue_date|number|total`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListQuotesPage = {
  items: ListedQuote[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type CreateQuoteQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type CreateQuoteBody = QuoteCreate | NativeWrite;

export type CheckCreateQuoteQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type ListPaymentsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `AUTHORISED,DELETED`. Known ones: `AUTHORISED`, `DELETED`. */
  status?: string | undefined;
  /** The order of the payments, such as `-updated_at`: one of `updated_at`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListPaymentsPage = {
  items: ListedPayment[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type CreatePaymentQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type CreatePaymentBody = PaymentCreate | NativeWrite;

export type CheckCreatePaymentQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type ListPurchaseOrdersQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records whose number, reference or contact’s name contains this text, in any case; two characters alone must begin a word. */
  q?: string | undefined;
  /** Only records of this contact: its `id` (`con_…`) or `provider_id`. */
  contact_id?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `DRAFT,SUBMITTED`. Known ones: `DRAFT`, `SUBMITTED`, `AUTHORISED`, `BILLED`, `DELETED`. */
  status?: string | undefined;
  /** Only records in this currency, by its ISO 4217 code in any case, such as `NZD`. */
  currency?: string | undefined;
  /** Only records whose `issue_date` is not before this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  issue_date_from?: string | undefined;
  /** Only records whose `issue_date` is not after this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  issue_date_to?: string | undefined;
  /** Only records whose `total` is not less than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_from?: string | undefined;
  /** Only records whose `total` is not greater than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_to?: string | undefined;
  /** The order of the purchase orders, such as `-updated_at`: one of `updated_at|issue_date|number|total`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListPurchaseOrdersPage = {
  items: ListedPurchaseOrder[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type CreatePurchaseOrderQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type CreatePurchaseOrderBody = PurchaseOrderCreate | NativeWrite;

export type CheckCreatePurchaseOrderQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type ListAccountsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `ACTIVE,ARCHIVED`. Known ones: `ACTIVE`, `ARCHIVED`, `DELETED`. */
  status?: string | undefined;
  /** Only records in this currency, by its ISO 4217 code in any case, such as `NZD`. */
  currency?: string | undefined;
  /** The order of the accounts, such as `-updated_at`: one of `updated_at`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListAccountsPage = {
  items: ListedAccount[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type CreateAccountQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type CheckCreateAccountQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type ListTaxRatesQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `ACTIVE,DELETED`. Known ones: `ACTIVE`, `DELETED`, `ARCHIVED`, `PENDING`. */
  status?: string | undefined;
  /** The order of the tax rates, such as `-updated_at`: one of `updated_at`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListTaxRatesPage = {
  items: ListedTaxRate[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListBrandingThemesQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** The order of the branding themes, such as `-updated_at`: one of `updated_at`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListBrandingThemesPage = {
  items: ListedBrandingTheme[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListItemsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only items whose name contains this text, in any case; two characters alone must begin a word. */
  name?: string | undefined;
  /** Only the record with exactly this code. */
  code?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** The order of the items, such as `-updated_at`: one of `updated_at`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListItemsPage = {
  items: ListedItem[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type CreateItemQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type CreateItemBody = ItemCreate | NativeWrite;

export type CheckCreateItemQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type ListTrackingCategoriesQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `ACTIVE,ARCHIVED`. Known ones: `ACTIVE`, `ARCHIVED`, `DELETED`. */
  status?: string | undefined;
  /** The order of the tracking categories, such as `-updated_at`: one of `updated_at`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListTrackingCategoriesPage = {
  items: ListedTrackingCategory[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListManualJournalsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `DRAFT,POSTED`. Known ones: `DRAFT`, `POSTED`, `VOIDED`, `DELETED`. */
  status?: string | undefined;
  /** Only records whose `date` is not before this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  date_from?: string | undefined;
  /** Only records whose `date` is not after this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  date_to?: string | undefined;
  /** The order of the manual journals, such as `-updated_at`: one of `updated_at|date`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListManualJournalsPage = {
  items: ListedManualJournal[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type CreateManualJournalQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type CreateManualJournalBody = ManualJournalCreate | NativeWrite;

export type CheckCreateManualJournalQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type ListBankTransfersQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `AUTHORISED,DELETED`. Known ones: `AUTHORISED`, `DELETED`. */
  status?: string | undefined;
  /** Only records whose `date` is not before this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  date_from?: string | undefined;
  /** Only records whose `date` is not after this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  date_to?: string | undefined;
  /** The order of the bank transfers, such as `-updated_at`: one of `updated_at|date`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListBankTransfersPage = {
  items: ListedBankTransfer[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type CreateBankTransferQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type CreateBankTransferBody = BankTransferCreate | NativeWrite;

export type CheckCreateBankTransferQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type ListRepeatingInvoicesQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records of this contact: its `id` (`con_…`) or `provider_id`. */
  contact_id?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `DRAFT,AUTHORISED`. Known ones: `DRAFT`, `AUTHORISED`, `DELETED`. */
  status?: string | undefined;
  /** Only documents of this side of the books: of sales or of purchases. */
  type?: DocumentSide | undefined;
  /** Only records in this currency, by its ISO 4217 code in any case, such as `NZD`. */
  currency?: string | undefined;
  /** Only records whose `total` is not less than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_from?: string | undefined;
  /** Only records whose `total` is not greater than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_to?: string | undefined;
  /** The order of the repeating invoices, such as `-updated_at`: one of `updated_at|total`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListRepeatingInvoicesPage = {
  items: ListedRepeatingInvoice[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListBankTransactionsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records of this contact: its `id` (`con_…`) or `provider_id`. */
  contact_id?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `AUTHORISED,DELETED`. Known ones: `AUTHORISED`, `DELETED`, `VOIDED`. */
  status?: string | undefined;
  /** Only bank transactions of money that went out, or that came in. */
  kind?: BankTransactionKind | undefined;
  /** Only records of this bank account: its `id` (`acc_…`) or `provider_id`. */
  bank_account_id?: string | undefined;
  /** Only records in this currency, by its ISO 4217 code in any case, such as `NZD`. */
  currency?: string | undefined;
  /** Only records whose `date` is not before this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  date_from?: string | undefined;
  /** Only records whose `date` is not after this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  date_to?: string | undefined;
  /** Only records whose `total` is not less than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_from?: string | undefined;
  /** Only records whose `total` is not greater than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_to?: string | undefined;
  /** The order of the bank transactions, such as `-updated_at`: one of `updated_at|date|total`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListBankTransactionsPage = {
  items: ListedBankTransaction[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type CreateBankTransactionQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type CreateBankTransactionBody = BankTransactionCreate | NativeWrite;

export type CheckCreateBankTransactionQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type ListPrepaymentsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records whose number, reference or contact’s name contains this text, in any case; two characters alone must begin a word. */
  q?: string | undefined;
  /** Only records of this contact: its `id` (`con_…`) or `provider_id`. */
  contact_id?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `AUTHORISED,PAID`. Known ones: `AUTHORISED`, `PAID`, `VOIDED`. */
  status?: string | undefined;
  /** Only prepayments of money that went out, or that came in. */
  kind?: BankTransactionKind | undefined;
  /** Only records in this currency, by its ISO 4217 code in any case, such as `NZD`. */
  currency?: string | undefined;
  /** Only records whose `date` is not before this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  date_from?: string | undefined;
  /** Only records whose `date` is not after this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  date_to?: string | undefined;
  /** Only records whose `total` is not less than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_from?: string | undefined;
  /** Only records whose `total` is not greater than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_to?: string | undefined;
  /** Only records whose `remaining_credit` is not less than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  amount_due_from?: string | undefined;
  /** Only records whose `remaining_credit` is not greater than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  amount_due_to?: string | undefined;
  /** The order of the prepayments, such as `-updated_at`: one of `updated_at|date|number|total|amount_due`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. `amount_due` is `remaining_credit`. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListPrepaymentsPage = {
  items: ListedPrepayment[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListOverpaymentsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only the record with this id: its cached copy, without a read at the provider. */
  id?: string | undefined;
  /** Only records with exactly this number. */
  number?: string | undefined;
  /** Only records with exactly this reference. */
  external_reference?: string | undefined;
  /** Only records whose number, reference or contact’s name contains this text, in any case; two characters alone must begin a word. */
  q?: string | undefined;
  /** Only records of this contact: its `id` (`con_…`) or `provider_id`. */
  contact_id?: string | undefined;
  /** Only records that the provider changed at this time or later, by its stamp `provider_updated_at`: ISO 8601 with `Z` or an offset, such as `2026-01-31T09:30:00Z`, cut to milliseconds. Without `sort` the oldest change comes first. */
  updated_since?: string | undefined;
  /** Only records with this status, in any case, or with one of several separated by commas, such as `AUTHORISED,PAID`. Known ones: `AUTHORISED`, `PAID`, `VOIDED`. */
  status?: string | undefined;
  /** Only overpayments of money that went out, or that came in. */
  kind?: BankTransactionKind | undefined;
  /** Only records in this currency, by its ISO 4217 code in any case, such as `NZD`. */
  currency?: string | undefined;
  /** Only records whose `date` is not before this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  date_from?: string | undefined;
  /** Only records whose `date` is not after this day, with the day itself: `YYYY-MM-DD`, such as `2026-01-31`. */
  date_to?: string | undefined;
  /** Only records whose `total` is not less than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_from?: string | undefined;
  /** Only records whose `total` is not greater than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  total_to?: string | undefined;
  /** Only records whose `remaining_credit` is not less than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  amount_due_from?: string | undefined;
  /** Only records whose `remaining_credit` is not greater than this amount, with the amount itself: a decimal such as `1250.50`, compared exactly. */
  amount_due_to?: string | undefined;
  /** The order of the overpayments, such as `-updated_at`: one of `updated_at|date|number|total|amount_due`, descending with `-` before it. `updated_at` is `provider_updated_at`. A record without a value comes first, in a descending order last. Ties are in the order in which the service first saw the records. Without `sort` the record that the service saw last comes first; with a filter by day, the latest day; with one by amount, the greatest. `amount_due` is `remaining_credit`. A cursor is valid only with the sort and filters that produced it. */
  sort?: string | undefined;
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListOverpaymentsPage = {
  items: ListedOverpayment[];
  /** Where the data is from. */
  source: "cache";
  /** When a sync last ended (UTC); null before the first sync. */
  last_synced_at: string | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type GetOrganizationQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type GetContactQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type UpdateContactQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type UpdateContactBody = ContactUpdate | NativeWrite;

export type CheckUpdateContactQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type GetInvoiceQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type UpdateInvoiceQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type UpdateInvoiceBody = InvoiceUpdate | NativeWrite;

export type CheckUpdateInvoiceQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type GetCreditNoteQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type UpdateCreditNoteQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type UpdateCreditNoteBody = CreditNoteUpdate | NativeWrite;

export type CheckUpdateCreditNoteQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type GetQuoteQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type UpdateQuoteQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type UpdateQuoteBody = QuoteUpdate | NativeWrite;

export type CheckUpdateQuoteQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type GetPaymentQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type UpdatePaymentQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type UpdatePaymentBody = PaymentUpdate | NativeWrite;

export type CheckUpdatePaymentQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type GetPurchaseOrderQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type UpdatePurchaseOrderQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type UpdatePurchaseOrderBody = PurchaseOrderUpdate | NativeWrite;

export type CheckUpdatePurchaseOrderQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type GetAccountQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type UpdateAccountQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type CheckUpdateAccountQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type GetTaxRateQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type GetBrandingThemeQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type GetItemQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type UpdateItemQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type UpdateItemBody = ItemUpdate | NativeWrite;

export type CheckUpdateItemQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

/** The requested data. */
export type DeleteItemAnswer = {
  /** True: the record is gone. */
  deleted: true;
};

export type GetTrackingCategoryQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type GetManualJournalQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type UpdateManualJournalQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type UpdateManualJournalBody = ManualJournalUpdate | NativeWrite;

export type CheckUpdateManualJournalQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type GetBankTransferQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type GetRepeatingInvoiceQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type GetBankTransactionQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type UpdateBankTransactionQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type UpdateBankTransactionBody = BankTransactionUpdate | NativeWrite;

export type CheckUpdateBankTransactionQuery = {
  /** The name by which agents’ tools ask for `validate_only`: nothing is written. */
  preview?: boolean | undefined;
};

export type GetPrepaymentQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type GetOverpaymentQuery = {
  /** `provider_data` adds the provider’s own document to each record. */
  include?: "provider_data" | undefined;
};

export type ListContactAttachmentsPage = {
  items: Attachment[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type UploadContactAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type CheckUploadContactAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type ListInvoiceAttachmentsPage = {
  items: Attachment[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type UploadInvoiceAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type CheckUploadInvoiceAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type ListCreditNoteAttachmentsPage = {
  items: Attachment[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type UploadCreditNoteAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type CheckUploadCreditNoteAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type ListQuoteAttachmentsPage = {
  items: Attachment[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type UploadQuoteAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type CheckUploadQuoteAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type ListPurchaseOrderAttachmentsPage = {
  items: Attachment[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type UploadPurchaseOrderAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type CheckUploadPurchaseOrderAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type ListAccountAttachmentsPage = {
  items: Attachment[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type UploadAccountAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type CheckUploadAccountAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type ListManualJournalAttachmentsPage = {
  items: Attachment[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type UploadManualJournalAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type CheckUploadManualJournalAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type ListBankTransferAttachmentsPage = {
  items: Attachment[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type UploadBankTransferAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type CheckUploadBankTransferAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type ListRepeatingInvoiceAttachmentsPage = {
  items: Attachment[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type UploadRepeatingInvoiceAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type CheckUploadRepeatingInvoiceAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type ListBankTransactionAttachmentsPage = {
  items: Attachment[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type UploadBankTransactionAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type CheckUploadBankTransactionAttachmentQuery = {
  /** Required: the name of the file, such as `bill.pdf`, at most 255 bytes of UTF-8, without `< > : " / \ ? * | +` and control characters. It is composed (NFC) and trimmed. */
  filename?: string | undefined;
  /** Take the place of a file of this name, in any case; its id changes. */
  replace?: boolean | undefined;
  /** Show the file to the customer of a sale: of sales invoices and their credit notes only. */
  include_online?: boolean | undefined;
  /** With `validate_only`, which takes no body: the bytes that the file has. Otherwise Content-Length says it. */
  size?: number | undefined;
};

export type ListContactHistoryPage = {
  items: HistoryEntry[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListInvoiceHistoryPage = {
  items: HistoryEntry[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListCreditNoteHistoryPage = {
  items: HistoryEntry[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListQuoteHistoryPage = {
  items: HistoryEntry[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListPaymentHistoryPage = {
  items: HistoryEntry[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListPurchaseOrderHistoryPage = {
  items: HistoryEntry[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListItemHistoryPage = {
  items: HistoryEntry[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListManualJournalHistoryPage = {
  items: HistoryEntry[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListBankTransferHistoryPage = {
  items: HistoryEntry[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListRepeatingInvoiceHistoryPage = {
  items: HistoryEntry[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListBankTransactionHistoryPage = {
  items: HistoryEntry[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListPrepaymentHistoryPage = {
  items: HistoryEntry[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListOverpaymentHistoryPage = {
  items: HistoryEntry[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type CreateAutomationAnswer = AutomationPlan | Operation;

export type ListRecipesPage = {
  items: Recipe[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListOperationsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only operations in this state. */
  state?: OperationState | undefined;
  /** Only operations of this type. */
  type?: OperationType | undefined;
  /** Leaves out the deliveries, of which there are the most. */
  exclude_type?: ExcludedOperationType | undefined;
  /** Leaves out the deliveries, and the reconciliations and walks of the clock that succeeded. */
  exclude_routine?: RoutineLeftOut | undefined;
  /** Only operations of this connection. */
  connection_id?: string | undefined;
  /** Only operations that failed with this code, without deliveries. */
  code?: ErrorCode | undefined;
  /** Only operations that failed for this reason, without deliveries. */
  reason?: string | undefined;
  /** Only operations created after this time. */
  created_after?: string | undefined;
  /** Only operations created before this time. */
  created_before?: string | undefined;
};

export type ListOperationsPage = {
  items: ListedOperation[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListOperationFailuresQuery = {
  /** Only operations in this state. */
  state?: OperationState | undefined;
  /** Only operations of this type. */
  type?: OperationType | undefined;
  /** Leaves out the deliveries, of which there are the most. */
  exclude_type?: ExcludedOperationType | undefined;
  /** Leaves out the deliveries, and the reconciliations and walks of the clock that succeeded. */
  exclude_routine?: RoutineLeftOut | undefined;
  /** Only operations of this connection. */
  connection_id?: string | undefined;
  /** Only operations that failed with this code, without deliveries. */
  code?: ErrorCode | undefined;
  /** Only operations that failed for this reason, without deliveries. */
  reason?: string | undefined;
  /** Only operations created after this time. */
  created_after?: string | undefined;
  /** Only operations created before this time. */
  created_before?: string | undefined;
};

export type ListOperationFailuresPage = {
  items: OperationFailures[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ReplayManyOperationsAnswer = OperationReplaysPreview | Operation;

export type ListOperationItemsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only items with this status. */
  status?: BulkItemStatus | undefined;
};

export type ListOperationItemsPage = {
  items: BulkItem[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListEventsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only events of this type. */
  type?: EventType | undefined;
  /** Only events of this connection. */
  connection_id?: string | undefined;
  /** Only events of this customer’s connections. */
  external_account_id?: string | undefined;
  /** Only events created after this time. */
  created_after?: string | undefined;
  /** Only events created before this time. */
  created_before?: string | undefined;
};

export type ListEventsPage = {
  items: ListedEvent[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type GetEventAnswer = WebhookEvent | PurgedEvent;

export type ListRequestsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only requests with this status: `404`, a class such as `4xx`, or `failed` for all from 400. */
  status?: string | undefined;
  /** Only requests refused with this code. */
  code?: ErrorCode | undefined;
  /** Only requests refused for this reason. */
  reason?: string | undefined;
  /** Only requests of this API key. */
  api_key_id?: string | undefined;
  /** Only requests about this connection. */
  connection_id?: string | undefined;
  /** Only requests of exactly this route, such as `/v1/connections/:connection_id/invoices`. */
  route?: string | undefined;
  /** Only requests created after this time. */
  created_after?: string | undefined;
  /** Only requests created before this time. */
  created_before?: string | undefined;
};

export type ListRequestsPage = {
  items: LoggedRequest[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListRequestFailuresQuery = {
  /** Only requests with this status: `404`, a class such as `4xx`, or `failed` for all from 400. */
  status?: string | undefined;
  /** Only requests refused with this code. */
  code?: ErrorCode | undefined;
  /** Only requests refused for this reason. */
  reason?: string | undefined;
  /** Only requests of this API key. */
  api_key_id?: string | undefined;
  /** Only requests about this connection. */
  connection_id?: string | undefined;
  /** Only requests of exactly this route, such as `/v1/connections/:connection_id/invoices`. */
  route?: string | undefined;
  /** Only requests created after this time. */
  created_after?: string | undefined;
  /** Only requests created before this time. */
  created_before?: string | undefined;
};

export type ListRequestFailuresPage = {
  items: RequestFailures[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type GetUsageQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** The first UTC day; by default 30 days are shown, 400 at most. */
  from?: string | undefined;
  /** The last UTC day; today by default. */
  to?: string | undefined;
  /** What the sums are grouped by, beside the meter. */
  group_by?: UsageGrouping | undefined;
};

export type GetUsagePage = {
  items: Usage[];
  /** Of the organization, in both environments: those that are active or wait for a reconnect. */
  connections: number;
  /** How many of them the contract allows; null: as many as you like. */
  connection_limit: number | null;
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ListWebhookEndpointsQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
};

export type ListWebhookEndpointsPage = {
  items: WebhookEndpoint[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type GetWebhookEndpointStatisticsQuery = {
  /** How far back the sums go, in whole hours: `1h` (the hour that runs and the one before), `24h` (by hour), `7d` (six hours each), `30d` (days of UTC). Hours whose operations are deleted are left out. */
  period?: SumPeriod | undefined;
};

export type ListWebhookDeliveriesQuery = {
  /** The largest number of items on a page. A page ends earlier if more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item. */
  limit?: number | undefined;
  /** A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`. */
  page?: number | undefined;
  /** Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`. */
  cursor?: string | undefined;
  /** Only deliveries in this state, such as `dead_letter`. */
  state?: OperationState | undefined;
  /** Only deliveries to this endpoint. */
  webhook_endpoint_id?: string | undefined;
  /** Only deliveries of this event. */
  event_id?: string | undefined;
  /** Only deliveries of events of this type. */
  event_type?: DeliveredEventType | undefined;
  /** Only deliveries of events of this connection. */
  connection_id?: string | undefined;
  /** Only deliveries of events of this customer’s connections. */
  external_account_id?: string | undefined;
  /** Only deliveries created after this time. */
  created_after?: string | undefined;
  /** Only deliveries created before this time. */
  created_before?: string | undefined;
};

export type ListWebhookDeliveriesPage = {
  items: ListedWebhookDelivery[];
  /** Where this page is in its list. */
  meta: ListMeta;
};

export type ReplayManyWebhookDeliveriesAnswer = DeliveryReplaysPreview | Operation;

export type GetHealthAnswer = {
  /** The state of the record, in the provider’s word. */
  status: "ok";
};

export type GetReadinessAnswer = {
  /** The state of the record, in the provider’s word. */
  status: "ready";
  /** Only with `DATABASE_READ_URL`: whether lists in the console, exports, search and usage are read from the replica. */
  replica?: ReplicaState | undefined;
};
