// Made of the service's OpenAPI document by `npm run generate`; not to be edited.

import type { CallOptions, Download, FileContent, FileOptions, List, OperationSpec, WriteOptions } from '../call-types.ts';
import type * as t from './types.ts';

export interface ServiceApi {
  /** This document. Public: it needs no key and ignores one that is sent. It is the same for everyone and holds nothing about any organization. */
  getOpenApiDocument(options?: CallOptions): Promise<t.GetOpenApiDocumentAnswer>;
  /** Liveness. For load balancers: whether to restart the process. */
  getHealth(options?: CallOptions): Promise<t.GetHealthAnswer>;
  /** Readiness. For load balancers: whether to send requests. */
  getReadiness(options?: CallOptions): Promise<t.GetReadinessAnswer>;
}

export interface ProvidersApi {
  /** List providers. The accounting providers that can be connected, now or later. Always one page. */
  list(options?: CallOptions): List<t.Provider, t.ListProvidersPage>;
}

export interface ConnectSessionsApi {
  /** Create a connect session. Makes a link for one customer. Send the customer’s browser to `connect_url`; after the consent it returns to `redirect_uri` with `status` (`connected`, `cancelled` or `failed`), `external_account_id`, and `connection_id` or `error`. The link works once, and for `expires_in_minutes` (by default 30, at most 10,080). With `connection_id` it connects that connection again: customer and provider app stay the same, every other organization is refused, and without `redirect_uri` the flow ends on a page of the service. */
  create(body: t.CreateConnectSessionBody, options?: WriteOptions): Promise<t.ConnectSession>;
  /** Get a connect session. The state of its link, even if the customer never came back: `open` (with `error` after a try that failed), `connected` with `connection_id`, `cancelled`, `failed` with `error` (`withdrawn` if you ended it), or `expired`. */
  get(connectSessionId: string, options?: CallOptions): Promise<t.ConnectSessionStatus>;
  /** Withdraw a connect session. Ends a link that the customer has not used: whoever opens it reads that it was withdrawn, and a consent that is under way ends without a connection. The session is `failed` with the error `withdrawn`. A session that has ended otherwise stays as it is, so the call can be repeated. CONFLICT with `reason` `connect_session_used` once the customer has connected: disconnect the connection instead. */
  delete(connectSessionId: string, options?: CallOptions): Promise<t.ConnectSessionStatus>;
}

export interface PortalSessionsApi {
  /** Create a portal session. Makes a link to “Your connection”, a page on which one connection’s customer sees its status and what is read and written, renews the access, and ends it. The link works for `expires_in_minutes` (by default 30, at most 10,080), as often as it is opened: give it to nobody but the customer. The page may be framed by the origin of `return_url`, and by nobody without one. */
  create(body: t.PortalSessionCreate, options?: WriteOptions): Promise<t.PortalSession>;
}

export interface ConnectionsApi {
  /** List connections. The connections of the key’s environment, newest first; of a restricted key its own. */
  list(options?: t.ListConnectionsQuery & CallOptions): List<t.ListedConnection, t.ListConnectionsPage>;
  /** Get a connection. With its status, its health, the records that could not be synchronized, what is followed of it, and how each family was last walked (`walks`). */
  get(connectionId: string, options?: t.GetConnectionQuery & CallOptions): Promise<t.Connection>;
  /** Change a connection. Sets what is walked by the clock because no notification tells of its changes (`follow`): which `families`, or `all` that can be followed, and how many `minutes` lie between two walks (5 to 1,440; 0 is off). An absent field stays as it is, and `follow: null` takes all back to what the deployment says. The answer tells what it costs: `calls_a_day` while nothing changes. The next walk comes within the new interval. CONFLICT with `reason` `zero_retention` for a connection that stores no records, `connection_not_active` for one that is disconnected. */
  update(connectionId: string, body: t.ConnectionPatch, options?: CallOptions): Promise<t.Connection>;
  /** Disconnect. Removes the connection at the provider first, then purges the credentials and cancels unfinished work. The service then deletes, in the background, everything that it stores about the connection’s records: the cache, and the documents in operations, events and stored answers (each becomes `{ "purged": true }`; ids, states and times stay). From then on the connection’s Idempotency-Keys answer CONFLICT with `reason` `connection_not_active`. When the provider cannot be reached, nothing changes and the call can be repeated. */
  delete(connectionId: string, options?: CallOptions): Promise<t.Connection>;
  /** Get a connection’s budget. What the connection has used of the calls that the provider allows it, and what they were for; it may be in any status. Reading it calls nobody. Calls that others make on the organization through the same provider app count in `minute` and `day` as soon as the provider tells of them, and in no cause. */
  budget(connectionId: string, options?: CallOptions): Promise<t.ConnectionBudget>;
  /** List what looks the same. Creates of the last 30 days that may be one thing entered twice, by anybody and any way: equal in contact, type, currency, line amounts and accounts; of payments in invoice and amount; of contacts in name, e-mail address or tax number. What waits for a member is among them, records of the first sync are not, and what was cancelled since is left out. At most 100 groups, those with the newest first. Always one page. */
  listLookAlikes(connectionId: string, options?: CallOptions): List<t.LookAlikeGroup, t.ListLookAlikesPage>;
  /** Sync a connection. Queues an operation that reads what changed at the provider since the last sync into the cache, and sends events for changes that no notification reported. Its result counts, for each record type, what was read, changed, announced and removed; the event `sync.completed` says that it has ended. CONFLICT with `reason` `zero_retention` for a connection that stores no records, `connection_not_active` for a connection that is not active. */
  sync(connectionId: string, body: t.ConnectionSync, options?: WriteOptions): Promise<t.Operation>;
  /** Get a connection’s timeline. What happened on the connection most recently: requests, operations (with the attempts that failed), calls to the provider, events, deliveries with every attempt, and who did what. `meta.truncated` says whether entries were left out. */
  getTimeline(connectionId: string, options?: CallOptions): List<t.TimelineEntry, t.GetConnectionTimelinePage>;
}

export interface OperationsApi {
  /** Get an operation’s timeline. The request that caused it, its attempts and steps, its calls to the provider, its events, their deliveries with every attempt, and who replayed what and why: one list in order of time, each entry with its request id. At most 500 entries: the beginning, the current state, and the latest in between; `meta.truncated` says whether some were left out. A call to the provider appears within a second or so after it was made; calls are stored for 30 days. The entry of the operation’s creation says in `details` its `state` now, its `next_attempt_at` and what it is `waiting_for`. */
  getTimeline(operationId: string, options?: CallOptions): List<t.TimelineEntry, t.GetOperationTimelinePage>;
  /** List operations. Background work of the key’s environment, newest first. */
  list(options?: t.ListOperationsQuery & CallOptions): List<t.ListedOperation, t.ListOperationsPage>;
  /** Group failed operations. The newest 10,000 operations that ended as `failed` or `dead_letter`, without deliveries, grouped by type, code and reason, the largest group first. `meta.total_is_estimate` says that there are more than were grouped. */
  listFailures(options?: t.ListOperationFailuresQuery & CallOptions): List<t.OperationFailures, t.ListOperationFailuresPage>;
  /** Replay all operations that match. Starts an `operation.replay_many` operation that replays, oldest first, each operation that ended as `failed` or `dead_letter`, matches the filter and was created before this request; deliveries have a replay of their own. Nothing is replayed twice, and what fails again is not replayed again. Its steps show the progress, its result the counts: `matched`, `replayed`, `skipped`, and `skipped_because` by reason. Cancelling it stops it between two hundreds. It waits while the organization has 50,000 unfinished operations. With `dry_run` nothing is replayed: the answer counts what matches now and shows the newest ten. */
  replayMany(body: t.OperationReplays, options?: WriteOptions): Promise<t.ReplayManyOperationsAnswer>;
  /** Get an operation. Its state, steps, attempts, and its result or final error, for as long as the operation is stored. */
  get(operationId: string, options?: CallOptions): Promise<t.Operation>;
  /** List the items of a bulk write. In the order of the request. `unknown` items were sent, and what became of them is not known, or not yet. Other operations have no items. */
  items(operationId: string, options?: t.ListOperationItemsQuery & CallOptions): List<t.BulkItem, t.ListOperationItemsPage>;
  /** Replay an operation. Runs a `failed` or `dead_letter` operation again: the same operation, without the steps that succeeded, with a new retry budget. Of a bulk write only items that did not succeed are sent again; those of unknown status are looked for in the provider’s books first. CONFLICT with `reason` `operation_not_replayable` for any other state, for an operation whose documents were deleted with its connection, for a bulk write of a connection with zero retention, and for `retention.purge`; with `already_running` and its `operation_id` while another automation works on the same document. */
  replay(operationId: string, body: t.ReasonInput, options?: WriteOptions): Promise<t.Operation>;
  /** Cancel an operation. A queued or retrying operation ends at once, a running one after its current step. A cancelled automation names the writes that it had made (`applied`). CONFLICT with `reason` `operation_terminal` for an operation that has ended, `operation_not_cancellable` for `retention.purge`. */
  cancel(operationId: string, body: t.ReasonInput, options?: WriteOptions): Promise<t.Operation>;
}

export interface EventsApi {
  /** Get an event’s timeline. The request and the operation that led to the event, and its deliveries with every attempt, as in an operation’s timeline. */
  getTimeline(eventId: string, options?: CallOptions): List<t.TimelineEntry, t.GetEventTimelinePage>;
  /** List events. The events of the key’s environment, newest first, whether or not an endpoint subscribed to them. They are stored for 30 days. */
  list(options?: t.ListEventsQuery & CallOptions): List<t.ListedEvent, t.ListEventsPage>;
  /** Get an event. As its deliveries send it. */
  get(eventId: string, options?: CallOptions): Promise<t.GetEventAnswer>;
}

export interface InvoicesApi {
  /** Get an invoice’s timeline. What happened to the invoice most recently: its events with the operations that sent them and their deliveries, and the calls to the provider that named it (not on a `zero` connection). Empty for an invoice that the service knows nothing about. `resource_id` may be the provider’s own id. */
  getTimeline(connectionId: string, resourceId: string, options?: CallOptions): List<t.TimelineEntry, t.GetInvoiceTimelinePage>;
  /** Cancel an invoice. The live status decides: a draft or submitted invoice is deleted, an unpaid authorised one is voided, a deleted or voided one stays as it is. Any other invoice is refused with `invoice_not_cancellable`, and nothing is written. */
  cancel(connectionId: string, resourceId: string, body: t.ReasonInput, options?: t.CancelInvoiceQuery & WriteOptions): Promise<t.CancelInvoiceAnswer>;
  /** Cancel an invoice by the provider’s id. The live status decides: a draft or submitted invoice is deleted, an unpaid authorised one is voided, a deleted or voided one stays as it is. Any other invoice is refused with `invoice_not_cancellable`, and nothing is written. */
  cancelByProviderId(connectionId: string, providerId: string, body: t.ReasonInput, options?: t.CancelInvoiceByProviderIdQuery & WriteOptions): Promise<t.CancelInvoiceByProviderIdAnswer>;
  /** Download an invoice as PDF. Rendered by the provider from the current document at each call; never a stored copy. `Content-Disposition` names the file by the document’s number, without a cached copy by its id. */
  downloadPdf(connectionId: string, body: t.RecordReference, options?: CallOptions): Promise<Download>;
  /** Get an invoice’s online address. The provider’s page on which the customer sees and pays the invoice. Only sales invoices that are not drafts have one; for others the answer is BAD_REQUEST with `reason` `no_provider_link`. */
  getOnlineUrl(connectionId: string, body: t.RecordReference, options?: CallOptions): Promise<t.ProviderLink>;
  /** List invoices. The cached invoice records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListInvoicesQuery & CallOptions): List<t.ListedInvoice, t.ListInvoicesPage>;
  /** Create an invoice. A retry is recognized by its Idempotency-Key only, never by its reference. */
  create(connectionId: string, body: t.CreateInvoiceBody, options?: t.CreateInvoiceQuery & WriteOptions): Promise<t.Invoice>;
  /** Would `create` be taken? Nothing is written; a yes is no promise. */
  checkCreate(connectionId: string, body: t.CreateInvoiceBody, options?: t.CheckCreateInvoiceQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Write many invoices. Queues up to 1,000 writes, up to 5 MiB, as a `records.bulk` operation: each item creates a record, or changes the one that its `id` names. The whole request is checked first: BAD_REQUEST names up to 20 fields as `items[17].due_date`, and nothing is written. Then each item is written at most once and has its own result among the operation’s items; a refused item does not affect the others. An operation with refused items ends as `failed`, and its replay sends those items again. */
  createMany(connectionId: string, items: readonly t.InvoiceBulk['items'][number][], options?: Pick<t.InvoiceBulk, 'metadata'> & WriteOptions): Promise<t.Operation>;
  /** Get an invoice. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetInvoiceQuery & CallOptions): Promise<t.Invoice>;
  /** Update an invoice. A field that is present is set, null or "" clears it, and an absent field stays as it is. A field that cannot be cleared is refused by name. The service makes changes of one record one after the other, over all hosts and workers; no change undoes a field that another has set. CONFLICT with `reason` `record_busy` after ten seconds of waiting for another change, `record_changed` when the record changed at the provider before each attempt to write it. In both cases nothing was written. At a provider that compares versions, `target_changed` with an unknown outcome when the answer to the change was lost and the record has been changed since. */
  update(connectionId: string, resourceId: string, body: t.UpdateInvoiceBody, options?: t.UpdateInvoiceQuery & WriteOptions): Promise<t.Invoice>;
  /** Would `update` be taken? Nothing is written; a yes is no promise. */
  checkUpdate(connectionId: string, resourceId: string, body: t.UpdateInvoiceBody, options?: t.CheckUpdateInvoiceQuery & CallOptions): Promise<t.CheckedWrite>;
  /** List an invoice’s files. Read at the provider by one call; copies do not hold them. Always one page. */
  listAttachments(connectionId: string, resourceId: string, options?: CallOptions): List<t.Attachment, t.ListInvoiceAttachmentsPage>;
  /** Attach a file to an invoice. The body is the file itself: at most 10,000,000 bytes, with its Content-Length, which is looked at before the first byte is read. Taken are the kinds of documents and pictures that accounting knows, by the name’s extension; Content-Type must fit it, or be `application/octet-stream`, and so must the first bytes. A name that is taken is CONFLICT with `reason` `attachment_exists` unless `replace` is true. Not a byte of the file is stored here, and nothing is scanned. A repeat with the same Idempotency-Key and bytes attaches no second file. */
  uploadAttachment(connectionId: string, resourceId: string, file: FileContent, options?: t.UploadInvoiceAttachmentQuery & FileOptions & WriteOptions): Promise<t.Attached>;
  /** Would `uploadAttachment` be taken? Nothing is written; a yes is no promise. */
  checkUploadAttachment(connectionId: string, resourceId: string, options?: t.CheckUploadInvoiceAttachmentQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Download a file of an invoice. The bytes, passed on from the provider: at most 25 MiB, and as many a connection and day as the deployment allows. Content-Type is that of the name’s extension, whatever somebody called it. Nothing is scanned: treat it as a file of a stranger. */
  downloadAttachment(connectionId: string, resourceId: string, attachmentId: string, options?: CallOptions): Promise<Download>;
  /** List an invoice’s history. What happened to the record at the provider, in the provider’s own words, newest first. Read by one call and stored nowhere: `user` may be a person’s name. Always one page. */
  listHistory(connectionId: string, resourceId: string, options?: CallOptions): List<t.HistoryEntry, t.ListInvoiceHistoryPage>;
  /** Add a note to an invoice’s history. Plain text of at most 2,500 characters. It cannot be changed or taken back. The provider does not show who wrote it, so a name belongs in the text. A repeat with the same Idempotency-Key adds no second note. If the answer was lost and the provider has forgotten the key, the history tells whether the note is there; if it is not, the end stays unknown (`write_unresolved`) and nothing is sent again. */
  addNote(connectionId: string, resourceId: string, body: t.NoteInput, options?: WriteOptions): Promise<t.Note>;
}

export interface QuotesApi {
  /** Search quotes. Read live at the provider. Every filter matches exactly, also in upper and lower case, except `status`; `name` is the contact’s name. Deleted quotes free their numbers, so several quotes may have the same number. The service applies filters that the provider does not know to one page of the provider’s quotes at a time: a page may hold no items and still have more after it (`meta.has_more`). */
  search(connectionId: string, body: t.QuoteSearch, options?: t.SearchQuotesQuery & CallOptions): List<t.Quote, t.SearchQuotesPage>;
  /** Download a quote as PDF. Rendered by the provider from the current document at each call; never a stored copy. `Content-Disposition` names the file by the document’s number, without a cached copy by its id. */
  downloadPdf(connectionId: string, body: t.RecordReference, options?: CallOptions): Promise<Download>;
  /** List quotes. The cached quote records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListQuotesQuery & CallOptions): List<t.ListedQuote, t.ListQuotesPage>;
  /** Create a quote. A retry is recognized by its Idempotency-Key only, never by its reference. */
  create(connectionId: string, body: t.CreateQuoteBody, options?: t.CreateQuoteQuery & WriteOptions): Promise<t.Quote>;
  /** Would `create` be taken? Nothing is written; a yes is no promise. */
  checkCreate(connectionId: string, body: t.CreateQuoteBody, options?: t.CheckCreateQuoteQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Write many quotes. Queues up to 1,000 writes, up to 5 MiB, as a `records.bulk` operation: each item creates a record. The whole request is checked first: BAD_REQUEST names up to 20 fields as `items[17].due_date`, and nothing is written. Then each item is written at most once and has its own result among the operation’s items; a refused item does not affect the others. An operation with refused items ends as `failed`, and its replay sends those items again. */
  createMany(connectionId: string, items: readonly t.QuoteBulk['items'][number][], options?: Pick<t.QuoteBulk, 'metadata'> & WriteOptions): Promise<t.Operation>;
  /** Get a quote. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetQuoteQuery & CallOptions): Promise<t.Quote>;
  /** Update a quote. A field that is present is set, null or "" clears it, and an absent field stays as it is. A field that cannot be cleared is refused by name. The service makes changes of one record one after the other, over all hosts and workers; no change undoes a field that another has set. CONFLICT with `reason` `record_busy` after ten seconds of waiting for another change, `record_changed` when the record changed at the provider before each attempt to write it. In both cases nothing was written. At a provider that compares versions, `target_changed` with an unknown outcome when the answer to the change was lost and the record has been changed since. */
  update(connectionId: string, resourceId: string, body: t.UpdateQuoteBody, options?: t.UpdateQuoteQuery & WriteOptions): Promise<t.Quote>;
  /** Would `update` be taken? Nothing is written; a yes is no promise. */
  checkUpdate(connectionId: string, resourceId: string, body: t.UpdateQuoteBody, options?: t.CheckUpdateQuoteQuery & CallOptions): Promise<t.CheckedWrite>;
  /** List a quote’s files. Read at the provider by one call; copies do not hold them. Always one page. */
  listAttachments(connectionId: string, resourceId: string, options?: CallOptions): List<t.Attachment, t.ListQuoteAttachmentsPage>;
  /** Attach a file to a quote. The body is the file itself: at most 10,000,000 bytes, with its Content-Length, which is looked at before the first byte is read. Taken are the kinds of documents and pictures that accounting knows, by the name’s extension; Content-Type must fit it, or be `application/octet-stream`, and so must the first bytes. A name that is taken is CONFLICT with `reason` `attachment_exists` unless `replace` is true. Not a byte of the file is stored here, and nothing is scanned. A repeat with the same Idempotency-Key and bytes attaches no second file. */
  uploadAttachment(connectionId: string, resourceId: string, file: FileContent, options?: t.UploadQuoteAttachmentQuery & FileOptions & WriteOptions): Promise<t.Attached>;
  /** Would `uploadAttachment` be taken? Nothing is written; a yes is no promise. */
  checkUploadAttachment(connectionId: string, resourceId: string, options?: t.CheckUploadQuoteAttachmentQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Download a file of a quote. The bytes, passed on from the provider: at most 25 MiB, and as many a connection and day as the deployment allows. Content-Type is that of the name’s extension, whatever somebody called it. Nothing is scanned: treat it as a file of a stranger. */
  downloadAttachment(connectionId: string, resourceId: string, attachmentId: string, options?: CallOptions): Promise<Download>;
  /** List a quote’s history. What happened to the record at the provider, in the provider’s own words, newest first. Read by one call and stored nowhere: `user` may be a person’s name. Always one page. */
  listHistory(connectionId: string, resourceId: string, options?: CallOptions): List<t.HistoryEntry, t.ListQuoteHistoryPage>;
  /** Add a note to a quote’s history. Plain text of at most 2,500 characters. It cannot be changed or taken back. The provider does not show who wrote it, so a name belongs in the text. A repeat with the same Idempotency-Key adds no second note. If the answer was lost and the provider has forgotten the key, the history tells whether the note is there; if it is not, the end stays unknown (`write_unresolved`) and nothing is sent again. */
  addNote(connectionId: string, resourceId: string, body: t.NoteInput, options?: WriteOptions): Promise<t.Note>;
}

export interface CreditNotesApi {
  /** Cancel a credit note. The live status decides: a draft or submitted credit note is deleted, an authorised one of which nothing is allocated or refunded is voided, a deleted or voided one stays as it is. Any other is refused with `credit_note_not_cancellable`, and nothing is written. */
  cancel(connectionId: string, resourceId: string, body: t.ReasonInput, options?: t.CancelCreditNoteQuery & WriteOptions): Promise<t.CancelCreditNoteAnswer>;
  /** List credit notes. The cached credit note records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListCreditNotesQuery & CallOptions): List<t.ListedCreditNote, t.ListCreditNotesPage>;
  /** Create a credit note. A retry is recognized by its Idempotency-Key only, never by its reference. */
  create(connectionId: string, body: t.CreateCreditNoteBody, options?: t.CreateCreditNoteQuery & WriteOptions): Promise<t.CreditNote>;
  /** Would `create` be taken? Nothing is written; a yes is no promise. */
  checkCreate(connectionId: string, body: t.CreateCreditNoteBody, options?: t.CheckCreateCreditNoteQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Write many credit notes. Queues up to 1,000 writes, up to 5 MiB, as a `records.bulk` operation: each item creates a record, or changes the one that its `id` names. The whole request is checked first: BAD_REQUEST names up to 20 fields as `items[17].due_date`, and nothing is written. Then each item is written at most once and has its own result among the operation’s items; a refused item does not affect the others. An operation with refused items ends as `failed`, and its replay sends those items again. */
  createMany(connectionId: string, items: readonly t.CreditNoteBulk['items'][number][], options?: Pick<t.CreditNoteBulk, 'metadata'> & WriteOptions): Promise<t.Operation>;
  /** Get a credit note. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetCreditNoteQuery & CallOptions): Promise<t.CreditNote>;
  /** Update a credit note. A field that is present is set, null or "" clears it, and an absent field stays as it is. A field that cannot be cleared is refused by name. The service makes changes of one record one after the other, over all hosts and workers; no change undoes a field that another has set. CONFLICT with `reason` `record_busy` after ten seconds of waiting for another change, `record_changed` when the record changed at the provider before each attempt to write it. In both cases nothing was written. At a provider that compares versions, `target_changed` with an unknown outcome when the answer to the change was lost and the record has been changed since. */
  update(connectionId: string, resourceId: string, body: t.UpdateCreditNoteBody, options?: t.UpdateCreditNoteQuery & WriteOptions): Promise<t.CreditNote>;
  /** Would `update` be taken? Nothing is written; a yes is no promise. */
  checkUpdate(connectionId: string, resourceId: string, body: t.UpdateCreditNoteBody, options?: t.CheckUpdateCreditNoteQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Allocate a credit note to an invoice. A part of the credit note’s credit settles an invoice of the same contact, side and currency; both are authorised, and the amount is at most what remains of each. BAD_REQUEST names what is wrong, with both remainders. Allocations of one credit note are made one after the other, so that no two spend the same credit. If the answer is lost, a repeat with the same Idempotency-Key is settled by the books: after seven minutes it is found, or CONFLICT with `reason` `allocation_not_there` tells that there is none, or `write_unresolved` that another one with a lost answer may have made what is there; it is not sent again. Both documents are read again, cached and announced. */
  allocate(connectionId: string, resourceId: string, body: t.AllocationCreate, options?: WriteOptions): Promise<t.Allocation>;
  /** Would `allocate` be taken? Nothing is written; a yes is no promise. */
  checkAllocate(connectionId: string, resourceId: string, body: t.AllocationCreate, options?: CallOptions): Promise<t.CheckedWrite>;
  /** Take back an allocation of a credit note. The invoice is due again, and the credit note has its credit again. A repeat with the same Idempotency-Key gets the same answer, and takes no other allocation back. Named by the invoice’s id, an allocation is CONFLICT with `reason` `allocation_ambiguous` if the invoice has several of this credit note. Both documents are read again, cached and announced. */
  removeAllocation(connectionId: string, resourceId: string, allocationId: string, options?: WriteOptions): Promise<t.RemovedAllocation>;
  /** List a credit note’s files. Read at the provider by one call; copies do not hold them. Always one page. */
  listAttachments(connectionId: string, resourceId: string, options?: CallOptions): List<t.Attachment, t.ListCreditNoteAttachmentsPage>;
  /** Attach a file to a credit note. The body is the file itself: at most 10,000,000 bytes, with its Content-Length, which is looked at before the first byte is read. Taken are the kinds of documents and pictures that accounting knows, by the name’s extension; Content-Type must fit it, or be `application/octet-stream`, and so must the first bytes. A name that is taken is CONFLICT with `reason` `attachment_exists` unless `replace` is true. Not a byte of the file is stored here, and nothing is scanned. A repeat with the same Idempotency-Key and bytes attaches no second file. */
  uploadAttachment(connectionId: string, resourceId: string, file: FileContent, options?: t.UploadCreditNoteAttachmentQuery & FileOptions & WriteOptions): Promise<t.Attached>;
  /** Would `uploadAttachment` be taken? Nothing is written; a yes is no promise. */
  checkUploadAttachment(connectionId: string, resourceId: string, options?: t.CheckUploadCreditNoteAttachmentQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Download a file of a credit note. The bytes, passed on from the provider: at most 25 MiB, and as many a connection and day as the deployment allows. Content-Type is that of the name’s extension, whatever somebody called it. Nothing is scanned: treat it as a file of a stranger. */
  downloadAttachment(connectionId: string, resourceId: string, attachmentId: string, options?: CallOptions): Promise<Download>;
  /** List a credit note’s history. What happened to the record at the provider, in the provider’s own words, newest first. Read by one call and stored nowhere: `user` may be a person’s name. Always one page. */
  listHistory(connectionId: string, resourceId: string, options?: CallOptions): List<t.HistoryEntry, t.ListCreditNoteHistoryPage>;
  /** Add a note to a credit note’s history. Plain text of at most 2,500 characters. It cannot be changed or taken back. The provider does not show who wrote it, so a name belongs in the text. A repeat with the same Idempotency-Key adds no second note. If the answer was lost and the provider has forgotten the key, the history tells whether the note is there; if it is not, the end stays unknown (`write_unresolved`) and nothing is sent again. */
  addNote(connectionId: string, resourceId: string, body: t.NoteInput, options?: WriteOptions): Promise<t.Note>;
}

export interface ManualJournalsApi {
  /** Cancel a manual journal. The live status decides: a draft is deleted, a posted journal is voided, a deleted or voided one stays as it is. Any other is refused with `manual_journal_not_cancellable`, and nothing is written. */
  cancel(connectionId: string, resourceId: string, body: t.ReasonInput, options?: t.CancelManualJournalQuery & WriteOptions): Promise<t.CancelManualJournalAnswer>;
  /** List manual journals. The cached manual journal records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListManualJournalsQuery & CallOptions): List<t.ListedManualJournal, t.ListManualJournalsPage>;
  /** Create a manual journal. A retry is recognized by its Idempotency-Key only, never by its reference. */
  create(connectionId: string, body: t.CreateManualJournalBody, options?: t.CreateManualJournalQuery & WriteOptions): Promise<t.ManualJournal>;
  /** Would `create` be taken? Nothing is written; a yes is no promise. */
  checkCreate(connectionId: string, body: t.CreateManualJournalBody, options?: t.CheckCreateManualJournalQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Write many manual journals. Queues up to 1,000 writes, up to 5 MiB, as a `records.bulk` operation: each item creates a record. The whole request is checked first: BAD_REQUEST names up to 20 fields as `items[17].due_date`, and nothing is written. Then each item is written at most once and has its own result among the operation’s items; a refused item does not affect the others. An operation with refused items ends as `failed`, and its replay sends those items again. */
  createMany(connectionId: string, items: readonly t.ManualJournalBulk['items'][number][], options?: Pick<t.ManualJournalBulk, 'metadata'> & WriteOptions): Promise<t.Operation>;
  /** Get a manual journal. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetManualJournalQuery & CallOptions): Promise<t.ManualJournal>;
  /** Update a manual journal. A field that is present is set, null or "" clears it, and an absent field stays as it is. A field that cannot be cleared is refused by name. The service makes changes of one record one after the other, over all hosts and workers; no change undoes a field that another has set. CONFLICT with `reason` `record_busy` after ten seconds of waiting for another change, `record_changed` when the record changed at the provider before each attempt to write it. In both cases nothing was written. At a provider that compares versions, `target_changed` with an unknown outcome when the answer to the change was lost and the record has been changed since. */
  update(connectionId: string, resourceId: string, body: t.UpdateManualJournalBody, options?: t.UpdateManualJournalQuery & WriteOptions): Promise<t.ManualJournal>;
  /** Would `update` be taken? Nothing is written; a yes is no promise. */
  checkUpdate(connectionId: string, resourceId: string, body: t.UpdateManualJournalBody, options?: t.CheckUpdateManualJournalQuery & CallOptions): Promise<t.CheckedWrite>;
  /** List a manual journal’s files. Read at the provider by one call; copies do not hold them. Always one page. */
  listAttachments(connectionId: string, resourceId: string, options?: CallOptions): List<t.Attachment, t.ListManualJournalAttachmentsPage>;
  /** Attach a file to a manual journal. The body is the file itself: at most 10,000,000 bytes, with its Content-Length, which is looked at before the first byte is read. Taken are the kinds of documents and pictures that accounting knows, by the name’s extension; Content-Type must fit it, or be `application/octet-stream`, and so must the first bytes. A name that is taken is CONFLICT with `reason` `attachment_exists` unless `replace` is true. Not a byte of the file is stored here, and nothing is scanned. A repeat with the same Idempotency-Key and bytes attaches no second file. */
  uploadAttachment(connectionId: string, resourceId: string, file: FileContent, options?: t.UploadManualJournalAttachmentQuery & FileOptions & WriteOptions): Promise<t.Attached>;
  /** Would `uploadAttachment` be taken? Nothing is written; a yes is no promise. */
  checkUploadAttachment(connectionId: string, resourceId: string, options?: t.CheckUploadManualJournalAttachmentQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Download a file of a manual journal. The bytes, passed on from the provider: at most 25 MiB, and as many a connection and day as the deployment allows. Content-Type is that of the name’s extension, whatever somebody called it. Nothing is scanned: treat it as a file of a stranger. */
  downloadAttachment(connectionId: string, resourceId: string, attachmentId: string, options?: CallOptions): Promise<Download>;
  /** List a manual journal’s history. What happened to the record at the provider, in the provider’s own words, newest first. Read by one call and stored nowhere: `user` may be a person’s name. Always one page. */
  listHistory(connectionId: string, resourceId: string, options?: CallOptions): List<t.HistoryEntry, t.ListManualJournalHistoryPage>;
  /** Add a note to a manual journal’s history. Plain text of at most 2,500 characters. It cannot be changed or taken back. The provider does not show who wrote it, so a name belongs in the text. A repeat with the same Idempotency-Key adds no second note. If the answer was lost and the provider has forgotten the key, the history tells whether the note is there; if it is not, the end stays unknown (`write_unresolved`) and nothing is sent again. */
  addNote(connectionId: string, resourceId: string, body: t.NoteInput, options?: WriteOptions): Promise<t.Note>;
}

export interface BankTransfersApi {
  /** Cancel a bank transfer. The live status decides: a transfer is deleted, a deleted one stays as it is. One that the provider keeps, such as a reconciled one, is refused with `bank_transfer_not_cancellable`, and nothing is written. */
  cancel(connectionId: string, resourceId: string, body: t.ReasonInput, options?: t.CancelBankTransferQuery & WriteOptions): Promise<t.CancelBankTransferAnswer>;
  /** List bank transfers. The cached bank transfer records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListBankTransfersQuery & CallOptions): List<t.ListedBankTransfer, t.ListBankTransfersPage>;
  /** Create a bank transfer. A retry is recognized by its Idempotency-Key only, never by its reference. */
  create(connectionId: string, body: t.CreateBankTransferBody, options?: t.CreateBankTransferQuery & WriteOptions): Promise<t.BankTransfer>;
  /** Would `create` be taken? Nothing is written; a yes is no promise. */
  checkCreate(connectionId: string, body: t.CreateBankTransferBody, options?: t.CheckCreateBankTransferQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Get a bank transfer. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetBankTransferQuery & CallOptions): Promise<t.BankTransfer>;
  /** List a bank transfer’s files. Read at the provider by one call; copies do not hold them. Always one page. */
  listAttachments(connectionId: string, resourceId: string, options?: CallOptions): List<t.Attachment, t.ListBankTransferAttachmentsPage>;
  /** Attach a file to a bank transfer. The body is the file itself: at most 10,000,000 bytes, with its Content-Length, which is looked at before the first byte is read. Taken are the kinds of documents and pictures that accounting knows, by the name’s extension; Content-Type must fit it, or be `application/octet-stream`, and so must the first bytes. A name that is taken is CONFLICT with `reason` `attachment_exists` unless `replace` is true. Not a byte of the file is stored here, and nothing is scanned. A repeat with the same Idempotency-Key and bytes attaches no second file. */
  uploadAttachment(connectionId: string, resourceId: string, file: FileContent, options?: t.UploadBankTransferAttachmentQuery & FileOptions & WriteOptions): Promise<t.Attached>;
  /** Would `uploadAttachment` be taken? Nothing is written; a yes is no promise. */
  checkUploadAttachment(connectionId: string, resourceId: string, options?: t.CheckUploadBankTransferAttachmentQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Download a file of a bank transfer. The bytes, passed on from the provider: at most 25 MiB, and as many a connection and day as the deployment allows. Content-Type is that of the name’s extension, whatever somebody called it. Nothing is scanned: treat it as a file of a stranger. */
  downloadAttachment(connectionId: string, resourceId: string, attachmentId: string, options?: CallOptions): Promise<Download>;
  /** List a bank transfer’s history. What happened to the record at the provider, in the provider’s own words, newest first. Read by one call and stored nowhere: `user` may be a person’s name. Always one page. */
  listHistory(connectionId: string, resourceId: string, options?: CallOptions): List<t.HistoryEntry, t.ListBankTransferHistoryPage>;
  /** Add a note to a bank transfer’s history. Plain text of at most 2,500 characters. It cannot be changed or taken back. The provider does not show who wrote it, so a name belongs in the text. A repeat with the same Idempotency-Key adds no second note. If the answer was lost and the provider has forgotten the key, the history tells whether the note is there; if it is not, the end stays unknown (`write_unresolved`) and nothing is sent again. */
  addNote(connectionId: string, resourceId: string, body: t.NoteInput, options?: WriteOptions): Promise<t.Note>;
}

export interface RepeatingInvoicesApi {
  /** Cancel a repeating invoice. The live status decides: it makes no further invoice, and those that it made stay; one that has ended stays as it is. Any other is refused with `repeating_invoice_not_cancellable`, and nothing is written. */
  cancel(connectionId: string, resourceId: string, body: t.ReasonInput, options?: t.CancelRepeatingInvoiceQuery & WriteOptions): Promise<t.CancelRepeatingInvoiceAnswer>;
  /** List repeating invoices. The cached repeating invoice records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListRepeatingInvoicesQuery & CallOptions): List<t.ListedRepeatingInvoice, t.ListRepeatingInvoicesPage>;
  /** Get a repeating invoice. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetRepeatingInvoiceQuery & CallOptions): Promise<t.RepeatingInvoice>;
  /** List a repeating invoice’s files. Read at the provider by one call; copies do not hold them. Always one page. */
  listAttachments(connectionId: string, resourceId: string, options?: CallOptions): List<t.Attachment, t.ListRepeatingInvoiceAttachmentsPage>;
  /** Attach a file to a repeating invoice. The body is the file itself: at most 10,000,000 bytes, with its Content-Length, which is looked at before the first byte is read. Taken are the kinds of documents and pictures that accounting knows, by the name’s extension; Content-Type must fit it, or be `application/octet-stream`, and so must the first bytes. A name that is taken is CONFLICT with `reason` `attachment_exists` unless `replace` is true. Not a byte of the file is stored here, and nothing is scanned. A repeat with the same Idempotency-Key and bytes attaches no second file. */
  uploadAttachment(connectionId: string, resourceId: string, file: FileContent, options?: t.UploadRepeatingInvoiceAttachmentQuery & FileOptions & WriteOptions): Promise<t.Attached>;
  /** Would `uploadAttachment` be taken? Nothing is written; a yes is no promise. */
  checkUploadAttachment(connectionId: string, resourceId: string, options?: t.CheckUploadRepeatingInvoiceAttachmentQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Download a file of a repeating invoice. The bytes, passed on from the provider: at most 25 MiB, and as many a connection and day as the deployment allows. Content-Type is that of the name’s extension, whatever somebody called it. Nothing is scanned: treat it as a file of a stranger. */
  downloadAttachment(connectionId: string, resourceId: string, attachmentId: string, options?: CallOptions): Promise<Download>;
  /** List a repeating invoice’s history. What happened to the record at the provider, in the provider’s own words, newest first. Read by one call and stored nowhere: `user` may be a person’s name. Always one page. */
  listHistory(connectionId: string, resourceId: string, options?: CallOptions): List<t.HistoryEntry, t.ListRepeatingInvoiceHistoryPage>;
  /** Add a note to a repeating invoice’s history. Plain text of at most 2,500 characters. It cannot be changed or taken back. The provider does not show who wrote it, so a name belongs in the text. A repeat with the same Idempotency-Key adds no second note. If the answer was lost and the provider has forgotten the key, the history tells whether the note is there; if it is not, the end stays unknown (`write_unresolved`) and nothing is sent again. */
  addNote(connectionId: string, resourceId: string, body: t.NoteInput, options?: WriteOptions): Promise<t.Note>;
}

export interface BankTransactionsApi {
  /** Cancel a bank transaction. The live status decides: one that settles nothing and is not reconciled is deleted, a deleted one stays as it is. Any other is refused with `bank_transaction_not_cancellable`, and nothing is written. */
  cancel(connectionId: string, resourceId: string, body: t.ReasonInput, options?: t.CancelBankTransactionQuery & WriteOptions): Promise<t.CancelBankTransactionAnswer>;
  /** List bank transactions. The cached bank transaction records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListBankTransactionsQuery & CallOptions): List<t.ListedBankTransaction, t.ListBankTransactionsPage>;
  /** Create a bank transaction. A retry is recognized by its Idempotency-Key only, never by its reference. */
  create(connectionId: string, body: t.CreateBankTransactionBody, options?: t.CreateBankTransactionQuery & WriteOptions): Promise<t.BankTransaction>;
  /** Would `create` be taken? Nothing is written; a yes is no promise. */
  checkCreate(connectionId: string, body: t.CreateBankTransactionBody, options?: t.CheckCreateBankTransactionQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Write many bank transactions. Queues up to 1,000 writes, up to 5 MiB, as a `records.bulk` operation: each item creates a record. The whole request is checked first: BAD_REQUEST names up to 20 fields as `items[17].due_date`, and nothing is written. Then each item is written at most once and has its own result among the operation’s items; a refused item does not affect the others. An operation with refused items ends as `failed`, and its replay sends those items again. */
  createMany(connectionId: string, items: readonly t.BankTransactionBulk['items'][number][], options?: Pick<t.BankTransactionBulk, 'metadata'> & WriteOptions): Promise<t.Operation>;
  /** Get a bank transaction. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetBankTransactionQuery & CallOptions): Promise<t.BankTransaction>;
  /** Update a bank transaction. A field that is present is set, null or "" clears it, and an absent field stays as it is. A field that cannot be cleared is refused by name. The service makes changes of one record one after the other, over all hosts and workers; no change undoes a field that another has set. CONFLICT with `reason` `record_busy` after ten seconds of waiting for another change, `record_changed` when the record changed at the provider before each attempt to write it. In both cases nothing was written. At a provider that compares versions, `target_changed` with an unknown outcome when the answer to the change was lost and the record has been changed since. */
  update(connectionId: string, resourceId: string, body: t.UpdateBankTransactionBody, options?: t.UpdateBankTransactionQuery & WriteOptions): Promise<t.BankTransaction>;
  /** Would `update` be taken? Nothing is written; a yes is no promise. */
  checkUpdate(connectionId: string, resourceId: string, body: t.UpdateBankTransactionBody, options?: t.CheckUpdateBankTransactionQuery & CallOptions): Promise<t.CheckedWrite>;
  /** List a bank transaction’s files. Read at the provider by one call; copies do not hold them. Always one page. */
  listAttachments(connectionId: string, resourceId: string, options?: CallOptions): List<t.Attachment, t.ListBankTransactionAttachmentsPage>;
  /** Attach a file to a bank transaction. The body is the file itself: at most 10,000,000 bytes, with its Content-Length, which is looked at before the first byte is read. Taken are the kinds of documents and pictures that accounting knows, by the name’s extension; Content-Type must fit it, or be `application/octet-stream`, and so must the first bytes. A name that is taken is CONFLICT with `reason` `attachment_exists` unless `replace` is true. Not a byte of the file is stored here, and nothing is scanned. A repeat with the same Idempotency-Key and bytes attaches no second file. */
  uploadAttachment(connectionId: string, resourceId: string, file: FileContent, options?: t.UploadBankTransactionAttachmentQuery & FileOptions & WriteOptions): Promise<t.Attached>;
  /** Would `uploadAttachment` be taken? Nothing is written; a yes is no promise. */
  checkUploadAttachment(connectionId: string, resourceId: string, options?: t.CheckUploadBankTransactionAttachmentQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Download a file of a bank transaction. The bytes, passed on from the provider: at most 25 MiB, and as many a connection and day as the deployment allows. Content-Type is that of the name’s extension, whatever somebody called it. Nothing is scanned: treat it as a file of a stranger. */
  downloadAttachment(connectionId: string, resourceId: string, attachmentId: string, options?: CallOptions): Promise<Download>;
  /** List a bank transaction’s history. What happened to the record at the provider, in the provider’s own words, newest first. Read by one call and stored nowhere: `user` may be a person’s name. Always one page. */
  listHistory(connectionId: string, resourceId: string, options?: CallOptions): List<t.HistoryEntry, t.ListBankTransactionHistoryPage>;
  /** Add a note to a bank transaction’s history. Plain text of at most 2,500 characters. It cannot be changed or taken back. The provider does not show who wrote it, so a name belongs in the text. A repeat with the same Idempotency-Key adds no second note. If the answer was lost and the provider has forgotten the key, the history tells whether the note is there; if it is not, the end stays unknown (`write_unresolved`) and nothing is sent again. */
  addNote(connectionId: string, resourceId: string, body: t.NoteInput, options?: WriteOptions): Promise<t.Note>;
}

export interface PurchaseOrdersApi {
  /** Download a purchase order as PDF. Rendered by the provider from the current document at each call; never a stored copy. `Content-Disposition` names the file by the document’s number, without a cached copy by its id. */
  downloadPdf(connectionId: string, body: t.RecordReference, options?: CallOptions): Promise<Download>;
  /** List purchase orders. The cached purchase order records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListPurchaseOrdersQuery & CallOptions): List<t.ListedPurchaseOrder, t.ListPurchaseOrdersPage>;
  /** Create a purchase order. A retry is recognized by its Idempotency-Key only, never by its reference. */
  create(connectionId: string, body: t.CreatePurchaseOrderBody, options?: t.CreatePurchaseOrderQuery & WriteOptions): Promise<t.PurchaseOrder>;
  /** Would `create` be taken? Nothing is written; a yes is no promise. */
  checkCreate(connectionId: string, body: t.CreatePurchaseOrderBody, options?: t.CheckCreatePurchaseOrderQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Write many purchase orders. Queues up to 1,000 writes, up to 5 MiB, as a `records.bulk` operation: each item creates a record, or changes the one that its `id` names. The whole request is checked first: BAD_REQUEST names up to 20 fields as `items[17].due_date`, and nothing is written. Then each item is written at most once and has its own result among the operation’s items; a refused item does not affect the others. An operation with refused items ends as `failed`, and its replay sends those items again. */
  createMany(connectionId: string, items: readonly t.PurchaseOrderBulk['items'][number][], options?: Pick<t.PurchaseOrderBulk, 'metadata'> & WriteOptions): Promise<t.Operation>;
  /** Get a purchase order. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetPurchaseOrderQuery & CallOptions): Promise<t.PurchaseOrder>;
  /** Update a purchase order. A field that is present is set, null or "" clears it, and an absent field stays as it is. A field that cannot be cleared is refused by name. The service makes changes of one record one after the other, over all hosts and workers; no change undoes a field that another has set. CONFLICT with `reason` `record_busy` after ten seconds of waiting for another change, `record_changed` when the record changed at the provider before each attempt to write it. In both cases nothing was written. At a provider that compares versions, `target_changed` with an unknown outcome when the answer to the change was lost and the record has been changed since. */
  update(connectionId: string, resourceId: string, body: t.UpdatePurchaseOrderBody, options?: t.UpdatePurchaseOrderQuery & WriteOptions): Promise<t.PurchaseOrder>;
  /** Would `update` be taken? Nothing is written; a yes is no promise. */
  checkUpdate(connectionId: string, resourceId: string, body: t.UpdatePurchaseOrderBody, options?: t.CheckUpdatePurchaseOrderQuery & CallOptions): Promise<t.CheckedWrite>;
  /** List a purchase order’s files. Read at the provider by one call; copies do not hold them. Always one page. */
  listAttachments(connectionId: string, resourceId: string, options?: CallOptions): List<t.Attachment, t.ListPurchaseOrderAttachmentsPage>;
  /** Attach a file to a purchase order. The body is the file itself: at most 10,000,000 bytes, with its Content-Length, which is looked at before the first byte is read. Taken are the kinds of documents and pictures that accounting knows, by the name’s extension; Content-Type must fit it, or be `application/octet-stream`, and so must the first bytes. A name that is taken is CONFLICT with `reason` `attachment_exists` unless `replace` is true. Not a byte of the file is stored here, and nothing is scanned. A repeat with the same Idempotency-Key and bytes attaches no second file. */
  uploadAttachment(connectionId: string, resourceId: string, file: FileContent, options?: t.UploadPurchaseOrderAttachmentQuery & FileOptions & WriteOptions): Promise<t.Attached>;
  /** Would `uploadAttachment` be taken? Nothing is written; a yes is no promise. */
  checkUploadAttachment(connectionId: string, resourceId: string, options?: t.CheckUploadPurchaseOrderAttachmentQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Download a file of a purchase order. The bytes, passed on from the provider: at most 25 MiB, and as many a connection and day as the deployment allows. Content-Type is that of the name’s extension, whatever somebody called it. Nothing is scanned: treat it as a file of a stranger. */
  downloadAttachment(connectionId: string, resourceId: string, attachmentId: string, options?: CallOptions): Promise<Download>;
  /** List a purchase order’s history. What happened to the record at the provider, in the provider’s own words, newest first. Read by one call and stored nowhere: `user` may be a person’s name. Always one page. */
  listHistory(connectionId: string, resourceId: string, options?: CallOptions): List<t.HistoryEntry, t.ListPurchaseOrderHistoryPage>;
  /** Add a note to a purchase order’s history. Plain text of at most 2,500 characters. It cannot be changed or taken back. The provider does not show who wrote it, so a name belongs in the text. A repeat with the same Idempotency-Key adds no second note. If the answer was lost and the provider has forgotten the key, the history tells whether the note is there; if it is not, the end stays unknown (`write_unresolved`) and nothing is sent again. */
  addNote(connectionId: string, resourceId: string, body: t.NoteInput, options?: WriteOptions): Promise<t.Note>;
}

export interface OrganizationsApi {
  /** Get a link into an organization. Where a person opens the connected organization at the provider. Any other organization is NOT_FOUND. */
  getDeepLink(connectionId: string, body: t.RecordReference, options?: CallOptions): Promise<t.ProviderLink>;
  /** List organizations. The cached organization records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListOrganizationsQuery & CallOptions): List<t.ListedOrganization, t.ListOrganizationsPage>;
  /** Get an organization. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetOrganizationQuery & CallOptions): Promise<t.Organization>;
}

export interface ReportsApi {
  /** Get the profit and loss. Income and expenses from `from` to `to`, which are the month so far by default. The columns are `current`, and with `periods` also `earlier_1` and so on, the latest first. Computed by the provider for this request, in the organization’s currency, and stored nowhere. Accounts and documents are known by their ids and never by a label; labels are in the words of the organization’s country. A person without the role for reports at the provider gets ACTION_REQUIRED `reports_role_missing`, a consent without the report’s scope `scope_missing` with `missing_scopes`; everything else of the connection goes on. */
  getProfitAndLoss(connectionId: string, options?: t.GetProfitAndLossReportQuery & CallOptions): Promise<t.FinancialReport>;
  /** Get the balance sheet. Assets, liabilities and equity. The provider tells the end of the month of `date`; the columns say so, and another day than that is warned of (`date_moved`). Without `periods` the second column, `earlier_1`, is the same month of the year before. Computed by the provider for this request, in the organization’s currency, and stored nowhere. Accounts and documents are known by their ids and never by a label; labels are in the words of the organization’s country. A person without the role for reports at the provider gets ACTION_REQUIRED `reports_role_missing`, a consent without the report’s scope `scope_missing` with `missing_scopes`; everything else of the connection goes on. */
  getBalanceSheet(connectionId: string, options?: t.GetBalanceSheetReportQuery & CallOptions): Promise<t.FinancialReport>;
  /** Get the trial balance. Every account, in the columns `debit`, `credit`, `ytd_debit` and `ytd_credit` (year to date). Computed by the provider for this request, in the organization’s currency, and stored nowhere. Accounts and documents are known by their ids and never by a label; labels are in the words of the organization’s country. A person without the role for reports at the provider gets ACTION_REQUIRED `reports_role_missing`, a consent without the report’s scope `scope_missing` with `missing_scopes`; everything else of the connection goes on. */
  getTrialBalance(connectionId: string, options?: t.GetTrialBalanceReportQuery & CallOptions): Promise<t.FinancialReport>;
  /** Get the aged receivables of a contact. The contact’s open sales documents, in the columns `date`, `due_date`, `overdue` (texts), `total`, `paid`, `credited` and `due`. The provider has no buckets of days, and no report of all contacts. Computed by the provider for this request, in the organization’s currency, and stored nowhere. Accounts and documents are known by their ids and never by a label; labels are in the words of the organization’s country. A person without the role for reports at the provider gets ACTION_REQUIRED `reports_role_missing`, a consent without the report’s scope `scope_missing` with `missing_scopes`; everything else of the connection goes on. */
  getAgedReceivables(connectionId: string, options: t.GetAgedReceivablesReportQuery & CallOptions): Promise<t.FinancialReport>;
  /** Get the aged payables of a contact. The contact’s open purchase documents, in the columns `date`, `due_date`, `overdue` (texts), `total`, `paid`, `credited` and `due`. The provider has no buckets of days, and no report of all contacts. Computed by the provider for this request, in the organization’s currency, and stored nowhere. Accounts and documents are known by their ids and never by a label; labels are in the words of the organization’s country. A person without the role for reports at the provider gets ACTION_REQUIRED `reports_role_missing`, a consent without the report’s scope `scope_missing` with `missing_scopes`; everything else of the connection goes on. */
  getAgedPayables(connectionId: string, options: t.GetAgedPayablesReportQuery & CallOptions): Promise<t.FinancialReport>;
  /** Get the bank summary. Every bank account from `from` to `to`, in the columns `opening_balance`, `cash_received`, `cash_spent` and `closing_balance`. Computed by the provider for this request, in the organization’s currency, and stored nowhere. Accounts and documents are known by their ids and never by a label; labels are in the words of the organization’s country. A person without the role for reports at the provider gets ACTION_REQUIRED `reports_role_missing`, a consent without the report’s scope `scope_missing` with `missing_scopes`; everything else of the connection goes on. */
  getBankSummary(connectionId: string, options?: t.GetBankSummaryReportQuery & CallOptions): Promise<t.FinancialReport>;
}

export interface ProviderRequestsApi {
  /** Make a request of your own to the provider. For what this API does not model. Taken are the paths of the provider’s list, below its accounting base; all else is refused before it is sent: a path that is not listed with FORBIDDEN `provider_path_not_allowed`, a write of a family that has routes here with CONFLICT `use_family_route`. No header of yours is passed on. The provider’s 2xx, 3xx and 4xx come as `status` inside a 200; redirects are not followed. A write needs an Idempotency-Key: it is stored encrypted before it is sent, and within five minutes of the first sending a repeat with the same key and body is sent again under the same provider key, so that it cannot double. Later it is never sent again: while nobody knows its end, the answer is PROVIDER_ERROR with `reason` `write_unresolved` and `provider_request_id`. The key needs the scope `provider`, and `read` or `write`. Together such requests use at most half of the connection’s budget. */
  make(connectionId: string, body: t.ProviderRequestCreate, options?: WriteOptions): Promise<t.ProviderRequestMade>;
  /** List provider requests. The requests of one’s own of a connection that were sent, newest first, without what was sent and answered. `outcome=unknown` lists those that a person should settle. */
  list(connectionId: string, options?: t.ListProviderRequestsQuery & CallOptions): List<t.ProviderRequest, t.ListProviderRequestsPage>;
  /** Get a provider request. How it ended, and what was sent of a write while that is kept: under zero retention until its outcome is known. */
  get(connectionId: string, providerRequestId: string, options?: CallOptions): Promise<t.ProviderRequestDetail>;
  /** Settle a provider request. Says how a write ended whose outcome is unknown, after a look at the provider’s books. Nothing is sent; a repeat of the write is answered so from then on. CONFLICT with `reason` `still_running` for six minutes after the first sending, in which it may still be repeated, and `already_settled` once the outcome is known. The key needs the scopes `admin` and `provider`. */
  settle(connectionId: string, providerRequestId: string, body: t.ProviderRequestSettle, options?: WriteOptions): Promise<t.ProviderRequestDetail>;
}

export interface ContactsApi {
  /** List contacts. The cached contact records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListContactsQuery & CallOptions): List<t.ListedContact, t.ListContactsPage>;
  /** Create a contact. If a record with the same master-data identifier exists, it is updated. */
  create(connectionId: string, body: t.CreateContactBody, options?: t.CreateContactQuery & WriteOptions): Promise<t.Contact>;
  /** Would `create` be taken? Nothing is written; a yes is no promise. */
  checkCreate(connectionId: string, body: t.CreateContactBody, options?: t.CheckCreateContactQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Write many contacts. Queues up to 1,000 writes, up to 5 MiB, as a `records.bulk` operation: each item creates a record, or changes the one that its `id` names. The whole request is checked first: BAD_REQUEST names up to 20 fields as `items[17].due_date`, and nothing is written. Then each item is written at most once and has its own result among the operation’s items; a refused item does not affect the others. An operation with refused items ends as `failed`, and its replay sends those items again. */
  createMany(connectionId: string, items: readonly t.ContactBulk['items'][number][], options?: Pick<t.ContactBulk, 'metadata'> & WriteOptions): Promise<t.Operation>;
  /** Get a contact. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetContactQuery & CallOptions): Promise<t.Contact>;
  /** Update a contact. A field that is present is set, null or "" clears it, and an absent field stays as it is. A field that cannot be cleared is refused by name. The service makes changes of one record one after the other, over all hosts and workers; no change undoes a field that another has set. CONFLICT with `reason` `record_busy` after ten seconds of waiting for another change, `record_changed` when the record changed at the provider before each attempt to write it. In both cases nothing was written. At a provider that compares versions, `target_changed` with an unknown outcome when the answer to the change was lost and the record has been changed since. */
  update(connectionId: string, resourceId: string, body: t.UpdateContactBody, options?: t.UpdateContactQuery & WriteOptions): Promise<t.Contact>;
  /** Would `update` be taken? Nothing is written; a yes is no promise. */
  checkUpdate(connectionId: string, resourceId: string, body: t.UpdateContactBody, options?: t.CheckUpdateContactQuery & CallOptions): Promise<t.CheckedWrite>;
  /** List a contact’s files. Read at the provider by one call; copies do not hold them. Always one page. */
  listAttachments(connectionId: string, resourceId: string, options?: CallOptions): List<t.Attachment, t.ListContactAttachmentsPage>;
  /** Attach a file to a contact. The body is the file itself: at most 10,000,000 bytes, with its Content-Length, which is looked at before the first byte is read. Taken are the kinds of documents and pictures that accounting knows, by the name’s extension; Content-Type must fit it, or be `application/octet-stream`, and so must the first bytes. A name that is taken is CONFLICT with `reason` `attachment_exists` unless `replace` is true. Not a byte of the file is stored here, and nothing is scanned. A repeat with the same Idempotency-Key and bytes attaches no second file. */
  uploadAttachment(connectionId: string, resourceId: string, file: FileContent, options?: t.UploadContactAttachmentQuery & FileOptions & WriteOptions): Promise<t.Attached>;
  /** Would `uploadAttachment` be taken? Nothing is written; a yes is no promise. */
  checkUploadAttachment(connectionId: string, resourceId: string, options?: t.CheckUploadContactAttachmentQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Download a file of a contact. The bytes, passed on from the provider: at most 25 MiB, and as many a connection and day as the deployment allows. Content-Type is that of the name’s extension, whatever somebody called it. Nothing is scanned: treat it as a file of a stranger. */
  downloadAttachment(connectionId: string, resourceId: string, attachmentId: string, options?: CallOptions): Promise<Download>;
  /** List a contact’s history. What happened to the record at the provider, in the provider’s own words, newest first. Read by one call and stored nowhere: `user` may be a person’s name. Always one page. */
  listHistory(connectionId: string, resourceId: string, options?: CallOptions): List<t.HistoryEntry, t.ListContactHistoryPage>;
  /** Add a note to a contact’s history. Plain text of at most 2,500 characters. It cannot be changed or taken back. The provider does not show who wrote it, so a name belongs in the text. A repeat with the same Idempotency-Key adds no second note. If the answer was lost and the provider has forgotten the key, the history tells whether the note is there; if it is not, the end stays unknown (`write_unresolved`) and nothing is sent again. */
  addNote(connectionId: string, resourceId: string, body: t.NoteInput, options?: WriteOptions): Promise<t.Note>;
}

export interface PaymentsApi {
  /** List payments. The cached payment records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListPaymentsQuery & CallOptions): List<t.ListedPayment, t.ListPaymentsPage>;
  /** Create a payment. A retry is recognized by its Idempotency-Key only, never by its reference. */
  create(connectionId: string, body: t.CreatePaymentBody, options?: t.CreatePaymentQuery & WriteOptions): Promise<t.Payment>;
  /** Would `create` be taken? Nothing is written; a yes is no promise. */
  checkCreate(connectionId: string, body: t.CreatePaymentBody, options?: t.CheckCreatePaymentQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Write many payments. Queues up to 1,000 writes, up to 5 MiB, as a `records.bulk` operation: each item creates a record. The whole request is checked first: BAD_REQUEST names up to 20 fields as `items[17].due_date`, and nothing is written. Then each item is written at most once and has its own result among the operation’s items; a refused item does not affect the others. An operation with refused items ends as `failed`, and its replay sends those items again. */
  createMany(connectionId: string, items: readonly t.PaymentBulk['items'][number][], options?: Pick<t.PaymentBulk, 'metadata'> & WriteOptions): Promise<t.Operation>;
  /** Get a payment. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetPaymentQuery & CallOptions): Promise<t.Payment>;
  /** Update a payment. A field that is present is set, null or "" clears it, and an absent field stays as it is. A field that cannot be cleared is refused by name. The service makes changes of one record one after the other, over all hosts and workers; no change undoes a field that another has set. CONFLICT with `reason` `record_busy` after ten seconds of waiting for another change, `record_changed` when the record changed at the provider before each attempt to write it. In both cases nothing was written. At a provider that compares versions, `target_changed` with an unknown outcome when the answer to the change was lost and the record has been changed since. */
  update(connectionId: string, resourceId: string, body: t.UpdatePaymentBody, options?: t.UpdatePaymentQuery & WriteOptions): Promise<t.Payment>;
  /** Would `update` be taken? Nothing is written; a yes is no promise. */
  checkUpdate(connectionId: string, resourceId: string, body: t.UpdatePaymentBody, options?: t.CheckUpdatePaymentQuery & CallOptions): Promise<t.CheckedWrite>;
  /** List a payment’s history. What happened to the record at the provider, in the provider’s own words, newest first. Read by one call and stored nowhere: `user` may be a person’s name. Always one page. */
  listHistory(connectionId: string, resourceId: string, options?: CallOptions): List<t.HistoryEntry, t.ListPaymentHistoryPage>;
  /** Add a note to a payment’s history. Plain text of at most 2,500 characters. It cannot be changed or taken back. The provider does not show who wrote it, so a name belongs in the text. A repeat with the same Idempotency-Key adds no second note. If the answer was lost and the provider has forgotten the key, the history tells whether the note is there; if it is not, the end stays unknown (`write_unresolved`) and nothing is sent again. */
  addNote(connectionId: string, resourceId: string, body: t.NoteInput, options?: WriteOptions): Promise<t.Note>;
}

export interface AccountsApi {
  /** List accounts. The cached account records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListAccountsQuery & CallOptions): List<t.ListedAccount, t.ListAccountsPage>;
  /** Create an account. If a record with the same master-data identifier exists, it is updated. */
  create(connectionId: string, body: t.NativeWrite, options?: t.CreateAccountQuery & WriteOptions): Promise<t.Account>;
  /** Would `create` be taken? Nothing is written; a yes is no promise. */
  checkCreate(connectionId: string, body: t.NativeWrite, options?: t.CheckCreateAccountQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Get an account. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetAccountQuery & CallOptions): Promise<t.Account>;
  /** Update an account. A field that is present is set, null or "" clears it, and an absent field stays as it is. A field that cannot be cleared is refused by name. The service makes changes of one record one after the other, over all hosts and workers; no change undoes a field that another has set. CONFLICT with `reason` `record_busy` after ten seconds of waiting for another change, `record_changed` when the record changed at the provider before each attempt to write it. In both cases nothing was written. At a provider that compares versions, `target_changed` with an unknown outcome when the answer to the change was lost and the record has been changed since. */
  update(connectionId: string, resourceId: string, body: t.NativeWrite, options?: t.UpdateAccountQuery & WriteOptions): Promise<t.Account>;
  /** Would `update` be taken? Nothing is written; a yes is no promise. */
  checkUpdate(connectionId: string, resourceId: string, body: t.NativeWrite, options?: t.CheckUpdateAccountQuery & CallOptions): Promise<t.CheckedWrite>;
  /** List an account’s files. Read at the provider by one call; copies do not hold them. Always one page. */
  listAttachments(connectionId: string, resourceId: string, options?: CallOptions): List<t.Attachment, t.ListAccountAttachmentsPage>;
  /** Attach a file to an account. The body is the file itself: at most 10,000,000 bytes, with its Content-Length, which is looked at before the first byte is read. Taken are the kinds of documents and pictures that accounting knows, by the name’s extension; Content-Type must fit it, or be `application/octet-stream`, and so must the first bytes. A name that is taken is CONFLICT with `reason` `attachment_exists` unless `replace` is true. Not a byte of the file is stored here, and nothing is scanned. A repeat with the same Idempotency-Key and bytes attaches no second file. */
  uploadAttachment(connectionId: string, resourceId: string, file: FileContent, options?: t.UploadAccountAttachmentQuery & FileOptions & WriteOptions): Promise<t.Attached>;
  /** Would `uploadAttachment` be taken? Nothing is written; a yes is no promise. */
  checkUploadAttachment(connectionId: string, resourceId: string, options?: t.CheckUploadAccountAttachmentQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Download a file of an account. The bytes, passed on from the provider: at most 25 MiB, and as many a connection and day as the deployment allows. Content-Type is that of the name’s extension, whatever somebody called it. Nothing is scanned: treat it as a file of a stranger. */
  downloadAttachment(connectionId: string, resourceId: string, attachmentId: string, options?: CallOptions): Promise<Download>;
}

export interface TaxRatesApi {
  /** List tax rates. The cached tax rate records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListTaxRatesQuery & CallOptions): List<t.ListedTaxRate, t.ListTaxRatesPage>;
  /** Get a tax rate. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetTaxRateQuery & CallOptions): Promise<t.TaxRate>;
}

export interface BrandingThemesApi {
  /** List branding themes. The cached branding theme records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListBrandingThemesQuery & CallOptions): List<t.ListedBrandingTheme, t.ListBrandingThemesPage>;
  /** Get a branding theme. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetBrandingThemeQuery & CallOptions): Promise<t.BrandingTheme>;
}

export interface ItemsApi {
  /** List items. The cached item records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListItemsQuery & CallOptions): List<t.ListedItem, t.ListItemsPage>;
  /** Create an item. A retry is recognized by its Idempotency-Key only, never by its reference. */
  create(connectionId: string, body: t.CreateItemBody, options?: t.CreateItemQuery & WriteOptions): Promise<t.Item>;
  /** Would `create` be taken? Nothing is written; a yes is no promise. */
  checkCreate(connectionId: string, body: t.CreateItemBody, options?: t.CheckCreateItemQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Write many items. Queues up to 1,000 writes, up to 5 MiB, as a `records.bulk` operation: each item creates a record, or changes the one that its `id` names. The whole request is checked first: BAD_REQUEST names up to 20 fields as `items[17].due_date`, and nothing is written. Then each item is written at most once and has its own result among the operation’s items; a refused item does not affect the others. An operation with refused items ends as `failed`, and its replay sends those items again. */
  createMany(connectionId: string, items: readonly t.ItemBulk['items'][number][], options?: Pick<t.ItemBulk, 'metadata'> & WriteOptions): Promise<t.Operation>;
  /** Get an item. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetItemQuery & CallOptions): Promise<t.Item>;
  /** Update an item. A field that is present is set, null or "" clears it, and an absent field stays as it is. A field that cannot be cleared is refused by name. The service makes changes of one record one after the other, over all hosts and workers; no change undoes a field that another has set. CONFLICT with `reason` `record_busy` after ten seconds of waiting for another change, `record_changed` when the record changed at the provider before each attempt to write it. In both cases nothing was written. At a provider that compares versions, `target_changed` with an unknown outcome when the answer to the change was lost and the record has been changed since. */
  update(connectionId: string, resourceId: string, body: t.UpdateItemBody, options?: t.UpdateItemQuery & WriteOptions): Promise<t.Item>;
  /** Would `update` be taken? Nothing is written; a yes is no promise. */
  checkUpdate(connectionId: string, resourceId: string, body: t.UpdateItemBody, options?: t.CheckUpdateItemQuery & CallOptions): Promise<t.CheckedWrite>;
  /** Delete an item. Removes the item at the provider for good, and its cached copy. A repeat with the same Idempotency-Key gets the same answer. PROVIDER_REJECTED for a record that the provider keeps, such as a tracked item that documents name. */
  delete(connectionId: string, resourceId: string, options?: WriteOptions): Promise<t.DeleteItemAnswer>;
  /** List an item’s history. What happened to the record at the provider, in the provider’s own words, newest first. Read by one call and stored nowhere: `user` may be a person’s name. Always one page. */
  listHistory(connectionId: string, resourceId: string, options?: CallOptions): List<t.HistoryEntry, t.ListItemHistoryPage>;
  /** Add a note to an item’s history. Plain text of at most 2,500 characters. It cannot be changed or taken back. The provider does not show who wrote it, so a name belongs in the text. A repeat with the same Idempotency-Key adds no second note. If the answer was lost and the provider has forgotten the key, the history tells whether the note is there; if it is not, the end stays unknown (`write_unresolved`) and nothing is sent again. */
  addNote(connectionId: string, resourceId: string, body: t.NoteInput, options?: WriteOptions): Promise<t.Note>;
}

export interface TrackingCategoriesApi {
  /** List tracking categories. The cached tracking category records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListTrackingCategoriesQuery & CallOptions): List<t.ListedTrackingCategory, t.ListTrackingCategoriesPage>;
  /** Get a tracking category. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetTrackingCategoryQuery & CallOptions): Promise<t.TrackingCategory>;
}

export interface PrepaymentsApi {
  /** List prepayments. The cached prepayment records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListPrepaymentsQuery & CallOptions): List<t.ListedPrepayment, t.ListPrepaymentsPage>;
  /** Get a prepayment. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetPrepaymentQuery & CallOptions): Promise<t.Prepayment>;
  /** Allocate a prepayment to an invoice. A part of the prepayment’s credit settles an invoice of the same contact, side and currency; both are authorised, and the amount is at most what remains of each. BAD_REQUEST names what is wrong, with both remainders. Allocations of one prepayment are made one after the other, so that no two spend the same credit. If the answer is lost, a repeat with the same Idempotency-Key is settled by the books: after seven minutes it is found, or CONFLICT with `reason` `allocation_not_there` tells that there is none, or `write_unresolved` that another one with a lost answer may have made what is there; it is not sent again. Both documents are read again, cached and announced. */
  allocate(connectionId: string, resourceId: string, body: t.AllocationCreate, options?: WriteOptions): Promise<t.Allocation>;
  /** Would `allocate` be taken? Nothing is written; a yes is no promise. */
  checkAllocate(connectionId: string, resourceId: string, body: t.AllocationCreate, options?: CallOptions): Promise<t.CheckedWrite>;
  /** Take back an allocation of a prepayment. The invoice is due again, and the prepayment has its credit again. A repeat with the same Idempotency-Key gets the same answer, and takes no other allocation back. Named by the invoice’s id, an allocation is CONFLICT with `reason` `allocation_ambiguous` if the invoice has several of this prepayment. Both documents are read again, cached and announced. */
  removeAllocation(connectionId: string, resourceId: string, allocationId: string, options?: WriteOptions): Promise<t.RemovedAllocation>;
  /** List a prepayment’s history. What happened to the record at the provider, in the provider’s own words, newest first. Read by one call and stored nowhere: `user` may be a person’s name. Always one page. */
  listHistory(connectionId: string, resourceId: string, options?: CallOptions): List<t.HistoryEntry, t.ListPrepaymentHistoryPage>;
  /** Add a note to a prepayment’s history. Plain text of at most 2,500 characters. It cannot be changed or taken back. The provider does not show who wrote it, so a name belongs in the text. A repeat with the same Idempotency-Key adds no second note. If the answer was lost and the provider has forgotten the key, the history tells whether the note is there; if it is not, the end stays unknown (`write_unresolved`) and nothing is sent again. */
  addNote(connectionId: string, resourceId: string, body: t.NoteInput, options?: WriteOptions): Promise<t.Note>;
}

export interface OverpaymentsApi {
  /** List overpayments. The cached overpayment records of a connection. Filters match exactly. A connection with zero retention has no lists. */
  list(connectionId: string, options?: t.ListOverpaymentsQuery & CallOptions): List<t.ListedOverpayment, t.ListOverpaymentsPage>;
  /** Get an overpayment. Read live at the provider. */
  get(connectionId: string, resourceId: string, options?: t.GetOverpaymentQuery & CallOptions): Promise<t.Overpayment>;
  /** Allocate an overpayment to an invoice. A part of the overpayment’s credit settles an invoice of the same contact, side and currency; both are authorised, and the amount is at most what remains of each. BAD_REQUEST names what is wrong, with both remainders. Allocations of one overpayment are made one after the other, so that no two spend the same credit. If the answer is lost, a repeat with the same Idempotency-Key is settled by the books: after seven minutes it is found, or CONFLICT with `reason` `allocation_not_there` tells that there is none, or `write_unresolved` that another one with a lost answer may have made what is there; it is not sent again. Both documents are read again, cached and announced. */
  allocate(connectionId: string, resourceId: string, body: t.AllocationCreate, options?: WriteOptions): Promise<t.Allocation>;
  /** Would `allocate` be taken? Nothing is written; a yes is no promise. */
  checkAllocate(connectionId: string, resourceId: string, body: t.AllocationCreate, options?: CallOptions): Promise<t.CheckedWrite>;
  /** Take back an allocation of an overpayment. The invoice is due again, and the overpayment has its credit again. A repeat with the same Idempotency-Key gets the same answer, and takes no other allocation back. Named by the invoice’s id, an allocation is CONFLICT with `reason` `allocation_ambiguous` if the invoice has several of this overpayment. Both documents are read again, cached and announced. */
  removeAllocation(connectionId: string, resourceId: string, allocationId: string, options?: WriteOptions): Promise<t.RemovedAllocation>;
  /** List an overpayment’s history. What happened to the record at the provider, in the provider’s own words, newest first. Read by one call and stored nowhere: `user` may be a person’s name. Always one page. */
  listHistory(connectionId: string, resourceId: string, options?: CallOptions): List<t.HistoryEntry, t.ListOverpaymentHistoryPage>;
  /** Add a note to an overpayment’s history. Plain text of at most 2,500 characters. It cannot be changed or taken back. The provider does not show who wrote it, so a name belongs in the text. A repeat with the same Idempotency-Key adds no second note. If the answer was lost and the provider has forgotten the key, the history tells whether the note is there; if it is not, the end stays unknown (`write_unresolved`) and nothing is sent again. */
  addNote(connectionId: string, resourceId: string, body: t.NoteInput, options?: WriteOptions): Promise<t.Note>;
}

export interface AutomationsApi {
  /** Start an automation. Queues a recipe on a connection. Each of its writes happens at most once, whatever fails on the way. When it ends, the service sends the event `automation.succeeded` or `automation.failed`, and the result of a failure names the writes that were made (`applied`). With `dry_run` nothing is written: the service makes the checks that only read and answers with the plan. A connection with zero retention has no automations (CONFLICT, `zero_retention`). `quote.convert_to_invoice` and `invoice.void_and_reissue` run once at a time for a document: while one is unfinished, a second is CONFLICT with `reason` `already_running` and its `operation_id`. When somebody else converted, cancelled or changed the document meanwhile, the copy stays a draft and the operation fails with `target_changed`, which names the draft. */
  create(body: t.AutomationCreate, options?: WriteOptions): Promise<t.CreateAutomationAnswer>;
  /** List recipes. The kinds of automation, each with its steps and the schema of its input. Always one page. */
  listRecipes(options?: CallOptions): List<t.Recipe, t.ListRecipesPage>;
}

export interface RequestsApi {
  /** List requests. Answered requests, newest first, without their bodies: all that were made with a key of this environment except reads of this log, and the changes and refusals of members in the console. A request appears within two seconds of its answer. Of a caller’s requests that are refused alike (method, route, connection, status, code and reason) in ten seconds, five are listed, and after that time one more with `repeats`: how many others it stands for, which are counted and not stored. */
  list(options?: t.ListRequestsQuery & CallOptions): List<t.LoggedRequest, t.ListRequestsPage>;
  /** Group failed requests. The newest 10,000 failed requests, grouped by route, code and reason, the largest group first, each with those that its entries’ `repeats` count. `meta.total_is_estimate` says that there are more failures than were grouped. */
  listFailures(options?: t.ListRequestFailuresQuery & CallOptions): List<t.RequestFailures, t.ListRequestFailuresPage>;
  /** Get a request. By its id, or the newest with this `X-Request-ID`; with its operation, the events that it announced and the calls to the provider that its answer needed. `body` only where the service is set to store bodies. */
  get(requestId: string, options?: CallOptions): Promise<t.LoggedRequestDetail>;
}

export interface UsageApi {
  /** Get usage. What the key’s environment used: an item for each meter and group; and the connections of the organization beside its limit. `read_live`, `write` and `automation_run` are billable and exact at once; the others are exact after two seconds. Replays, refusals (4xx, 429) and failures (5xx) do not count. */
  get(options?: t.GetUsageQuery & CallOptions): List<t.Usage, t.GetUsagePage>;
}

export interface WebhooksApi {
  /** Register a webhook endpoint. Only this answer holds `signing_secret`. CONFLICT with `reason` `endpoint_limit_reached` when the environment has 100 endpoints, including disabled ones; NOT_FOUND for a repetition whose endpoint was removed. */
  createEndpoint(body: t.WebhookEndpointCreate, options?: WriteOptions): Promise<t.RegisteredWebhookEndpoint>;
  /** List webhook endpoints. The endpoints of the key’s environment, newest first, without removed ones. */
  listEndpoints(options?: t.ListWebhookEndpointsQuery & CallOptions): List<t.WebhookEndpoint, t.ListWebhookEndpointsPage>;
  /** Get a webhook endpoint. With its health; never its signing secret. */
  getEndpoint(webhookEndpointId: string, options?: CallOptions): Promise<t.WebhookEndpoint>;
  /** Change a webhook endpoint. An absent field stays as it is. Unfinished deliveries go to the new address. The service sends nothing to a `disabled` endpoint: deliveries that wait for it are held for 24 hours (`health.kept_until`), are sent when it is enabled before, and else end as `failed` (`recover` sends them later). Enabling and a new address reset `health`. */
  updateEndpoint(webhookEndpointId: string, body: t.WebhookEndpointUpdate, options?: CallOptions): Promise<t.WebhookEndpoint>;
  /** Remove a webhook endpoint. Stops its deliveries. Earlier deliveries stay readable. */
  deleteEndpoint(webhookEndpointId: string, options?: CallOptions): Promise<t.WebhookEndpoint>;
  /** Rotate a signing secret. Only this answer holds the new `signing_secret`. For 24 hours deliveries carry a signature of each of the two secrets (two `v1=` values). CONFLICT with `reason` `secret_changed_meanwhile` when another rotation happened at the same time. */
  rotateEndpointSecret(webhookEndpointId: string, options?: WriteOptions): Promise<t.RegisteredWebhookEndpoint>;
  /** Send a test event. Sends `endpoint.test` to this endpoint only, signed like every event, in one attempt. The delivery shows the result. CONFLICT with `reason` `endpoint_not_enabled` for a disabled endpoint. */
  testEndpoint(webhookEndpointId: string, options?: WriteOptions): Promise<t.WebhookDelivery>;
  /** Redeliver what did not arrive. Starts a `webhook.recover` operation for the events in the range that were created after the endpoint: deliveries that ended without success begin a new run; deliveries that still wait, and events that the endpoint subscribes to and never got, are sent now. They are sent in the order of `sequence`, one at a time for each connection. Progress is in the operation’s steps. CONFLICT with `reason` `endpoint_not_enabled` for a disabled endpoint. */
  recoverEndpoint(webhookEndpointId: string, body: t.WebhookRecovery, options?: WriteOptions): Promise<t.Operation>;
  /** Get the statistics of an endpoint. How the deliveries and attempts that ended in the period went, by `hours` (each from its `at` to that of the next, the last until now) and in sum, and what waits now. */
  getEndpointStatistics(webhookEndpointId: string, options?: t.GetWebhookEndpointStatisticsQuery & CallOptions): Promise<t.WebhookEndpointStatistics>;
  /** List webhook deliveries. Every event on its way to every endpoint, with all attempts, newest first. */
  listDeliveries(options?: t.ListWebhookDeliveriesQuery & CallOptions): List<t.ListedWebhookDelivery, t.ListWebhookDeliveriesPage>;
  /** Replay all deliveries that match. Starts a `webhook.redeliver_many` operation that sends, oldest first, each delivery again that matches the filter and was created before this request. Nothing is sent twice, and what fails again is not sent again. Deliveries to a disabled or removed endpoint and those of events that are no longer stored are skipped; those to a paused endpoint are held. Its steps show the progress, its result the counts: `matched`, `replayed`, `skipped`, and `skipped_because` by reason. Cancelling it stops it between two hundreds. It waits while the organization has 50,000 unfinished operations. With `dry_run` nothing is sent: the answer counts what matches now and shows the newest ten. */
  replayManyDeliveries(body: t.DeliveryReplays, options?: WriteOptions): Promise<t.ReplayManyWebhookDeliveriesAnswer>;
  /** Get a webhook delivery. With every attempt and the exact body that is sent. */
  getDelivery(deliveryId: string, options?: CallOptions): Promise<t.WebhookDeliveryDetail>;
  /** Replay a webhook delivery. Sends an ended delivery once more, even one that succeeded; its earlier attempts stay readable. A delivery that waits for its next attempt, or is held because its endpoint is paused, is sent now: that is one of its ten attempts, and a success resumes the endpoint. CONFLICT with `reason` `delivery_not_terminal` while it is being sent, `endpoint_not_enabled` when its endpoint is disabled or removed, `event_expired` when its event is no longer stored. */
  replayDelivery(deliveryId: string, body: t.ReasonInput, options?: WriteOptions): Promise<t.WebhookDelivery>;
}

/** How each operation is called: by its own name, its namespace and its method. */
export const operations = {
  service: {
    getOpenApiDocument: { id: 'getOpenApiDocument', method: 'GET', path: '/v1/openapi.json', answer: 'whole' },
    getHealth: { id: 'getHealth', method: 'GET', path: '/health', answer: 'whole' },
    getReadiness: { id: 'getReadiness', method: 'GET', path: '/ready', answer: 'whole' },
  },
  providers: {
    list: { id: 'listProviders', method: 'GET', path: '/v1/providers', answer: 'list' },
  },
  connectSessions: {
    create: { id: 'createConnectSession', method: 'POST', path: '/v1/connect-sessions', answer: 'data', body: true, key: true },
    get: { id: 'getConnectSession', method: 'GET', path: '/v1/connect-sessions/{connect_session_id}', answer: 'data' },
    delete: { id: 'deleteConnectSession', method: 'DELETE', path: '/v1/connect-sessions/{connect_session_id}', answer: 'data' },
  },
  portalSessions: {
    create: { id: 'createPortalSession', method: 'POST', path: '/v1/portal-sessions', answer: 'data', body: true, key: true },
  },
  connections: {
    list: { id: 'listConnections', method: 'GET', path: '/v1/connections', answer: 'list' },
    get: { id: 'getConnection', method: 'GET', path: '/v1/connections/{connection_id}', answer: 'data' },
    update: { id: 'updateConnection', method: 'PATCH', path: '/v1/connections/{connection_id}', answer: 'data', body: true },
    delete: { id: 'deleteConnection', method: 'DELETE', path: '/v1/connections/{connection_id}', answer: 'data' },
    budget: { id: 'getConnectionBudget', method: 'GET', path: '/v1/connections/{connection_id}/budget', answer: 'data' },
    listLookAlikes: { id: 'listLookAlikes', method: 'GET', path: '/v1/connections/{connection_id}/look-alikes', answer: 'list' },
    sync: { id: 'syncConnection', method: 'POST', path: '/v1/connections/{connection_id}/sync', answer: 'data', body: true, key: true },
    getTimeline: { id: 'getConnectionTimeline', method: 'GET', path: '/v1/connections/{connection_id}/timeline', answer: 'list' },
  },
  operations: {
    getTimeline: { id: 'getOperationTimeline', method: 'GET', path: '/v1/operations/{operation_id}/timeline', answer: 'list' },
    list: { id: 'listOperations', method: 'GET', path: '/v1/operations', answer: 'list' },
    listFailures: { id: 'listOperationFailures', method: 'GET', path: '/v1/operation-failures', answer: 'list' },
    replayMany: { id: 'replayManyOperations', method: 'POST', path: '/v1/operations/replay', answer: 'data', body: true, key: true },
    get: { id: 'getOperation', method: 'GET', path: '/v1/operations/{operation_id}', answer: 'data' },
    items: { id: 'listOperationItems', method: 'GET', path: '/v1/operations/{operation_id}/items', answer: 'list' },
    replay: { id: 'replayOperation', method: 'POST', path: '/v1/operations/{operation_id}/replay', answer: 'data', body: true, key: true },
    cancel: { id: 'cancelOperation', method: 'POST', path: '/v1/operations/{operation_id}/cancel', answer: 'data', body: true, key: true },
  },
  events: {
    getTimeline: { id: 'getEventTimeline', method: 'GET', path: '/v1/events/{event_id}/timeline', answer: 'list' },
    list: { id: 'listEvents', method: 'GET', path: '/v1/events', answer: 'list' },
    get: { id: 'getEvent', method: 'GET', path: '/v1/events/{event_id}', answer: 'data' },
  },
  invoices: {
    getTimeline: { id: 'getInvoiceTimeline', method: 'GET', path: '/v1/connections/{connection_id}/invoices/{resource_id}/timeline', answer: 'list' },
    cancel: { id: 'cancelInvoice', method: 'POST', path: '/v1/connections/{connection_id}/invoices/{resource_id}/cancel', answer: 'data', body: true, key: true },
    cancelByProviderId: { id: 'cancelInvoiceByProviderId', method: 'POST', path: '/v1/connections/{connection_id}/invoices/by-provider-id/{provider_id}/cancel', answer: 'data', body: true, key: true },
    downloadPdf: { id: 'downloadInvoicePdf', method: 'POST', path: '/v1/connections/{connection_id}/provider-actions/invoice.download_pdf', answer: 'bytes', body: true },
    getOnlineUrl: { id: 'getInvoiceOnlineUrl', method: 'POST', path: '/v1/connections/{connection_id}/provider-actions/invoice.get_online_url', answer: 'data', body: true },
    list: { id: 'listInvoices', method: 'GET', path: '/v1/connections/{connection_id}/invoices', answer: 'list' },
    create: { id: 'createInvoice', method: 'POST', path: '/v1/connections/{connection_id}/invoices', answer: 'item', body: true, key: true },
    checkCreate: { id: 'createInvoice', method: 'POST', path: '/v1/connections/{connection_id}/invoices', answer: 'data', body: true, looks: true },
    createMany: { id: 'createManyInvoices', method: 'POST', path: '/v1/connections/{connection_id}/invoices/bulk', answer: 'data', body: 'items', key: true },
    get: { id: 'getInvoice', method: 'GET', path: '/v1/connections/{connection_id}/invoices/{resource_id}', answer: 'item' },
    update: { id: 'updateInvoice', method: 'PATCH', path: '/v1/connections/{connection_id}/invoices/{resource_id}', answer: 'item', body: true, key: true },
    checkUpdate: { id: 'updateInvoice', method: 'PATCH', path: '/v1/connections/{connection_id}/invoices/{resource_id}', answer: 'data', body: true, looks: true },
    listAttachments: { id: 'listInvoiceAttachments', method: 'GET', path: '/v1/connections/{connection_id}/invoices/{resource_id}/attachments', answer: 'list' },
    uploadAttachment: { id: 'uploadInvoiceAttachment', method: 'POST', path: '/v1/connections/{connection_id}/invoices/{resource_id}/attachments', answer: 'item', body: 'file', key: true },
    checkUploadAttachment: { id: 'uploadInvoiceAttachment', method: 'POST', path: '/v1/connections/{connection_id}/invoices/{resource_id}/attachments', answer: 'data', looks: true },
    downloadAttachment: { id: 'downloadInvoiceAttachment', method: 'GET', path: '/v1/connections/{connection_id}/invoices/{resource_id}/attachments/{attachment_id}', answer: 'bytes' },
    listHistory: { id: 'listInvoiceHistory', method: 'GET', path: '/v1/connections/{connection_id}/invoices/{resource_id}/history', answer: 'list' },
    addNote: { id: 'addInvoiceNote', method: 'POST', path: '/v1/connections/{connection_id}/invoices/{resource_id}/history', answer: 'item', body: true, key: true },
  },
  quotes: {
    search: { id: 'searchQuotes', method: 'POST', path: '/v1/connections/{connection_id}/quotes/search', answer: 'list', body: true },
    downloadPdf: { id: 'downloadQuotePdf', method: 'POST', path: '/v1/connections/{connection_id}/provider-actions/quote.download_pdf', answer: 'bytes', body: true },
    list: { id: 'listQuotes', method: 'GET', path: '/v1/connections/{connection_id}/quotes', answer: 'list' },
    create: { id: 'createQuote', method: 'POST', path: '/v1/connections/{connection_id}/quotes', answer: 'item', body: true, key: true },
    checkCreate: { id: 'createQuote', method: 'POST', path: '/v1/connections/{connection_id}/quotes', answer: 'data', body: true, looks: true },
    createMany: { id: 'createManyQuotes', method: 'POST', path: '/v1/connections/{connection_id}/quotes/bulk', answer: 'data', body: 'items', key: true },
    get: { id: 'getQuote', method: 'GET', path: '/v1/connections/{connection_id}/quotes/{resource_id}', answer: 'item' },
    update: { id: 'updateQuote', method: 'PATCH', path: '/v1/connections/{connection_id}/quotes/{resource_id}', answer: 'item', body: true, key: true },
    checkUpdate: { id: 'updateQuote', method: 'PATCH', path: '/v1/connections/{connection_id}/quotes/{resource_id}', answer: 'data', body: true, looks: true },
    listAttachments: { id: 'listQuoteAttachments', method: 'GET', path: '/v1/connections/{connection_id}/quotes/{resource_id}/attachments', answer: 'list' },
    uploadAttachment: { id: 'uploadQuoteAttachment', method: 'POST', path: '/v1/connections/{connection_id}/quotes/{resource_id}/attachments', answer: 'item', body: 'file', key: true },
    checkUploadAttachment: { id: 'uploadQuoteAttachment', method: 'POST', path: '/v1/connections/{connection_id}/quotes/{resource_id}/attachments', answer: 'data', looks: true },
    downloadAttachment: { id: 'downloadQuoteAttachment', method: 'GET', path: '/v1/connections/{connection_id}/quotes/{resource_id}/attachments/{attachment_id}', answer: 'bytes' },
    listHistory: { id: 'listQuoteHistory', method: 'GET', path: '/v1/connections/{connection_id}/quotes/{resource_id}/history', answer: 'list' },
    addNote: { id: 'addQuoteNote', method: 'POST', path: '/v1/connections/{connection_id}/quotes/{resource_id}/history', answer: 'item', body: true, key: true },
  },
  creditNotes: {
    cancel: { id: 'cancelCreditNote', method: 'POST', path: '/v1/connections/{connection_id}/credit_notes/{resource_id}/cancel', answer: 'data', body: true, key: true },
    list: { id: 'listCreditNotes', method: 'GET', path: '/v1/connections/{connection_id}/credit_notes', answer: 'list' },
    create: { id: 'createCreditNote', method: 'POST', path: '/v1/connections/{connection_id}/credit_notes', answer: 'item', body: true, key: true },
    checkCreate: { id: 'createCreditNote', method: 'POST', path: '/v1/connections/{connection_id}/credit_notes', answer: 'data', body: true, looks: true },
    createMany: { id: 'createManyCreditNotes', method: 'POST', path: '/v1/connections/{connection_id}/credit_notes/bulk', answer: 'data', body: 'items', key: true },
    get: { id: 'getCreditNote', method: 'GET', path: '/v1/connections/{connection_id}/credit_notes/{resource_id}', answer: 'item' },
    update: { id: 'updateCreditNote', method: 'PATCH', path: '/v1/connections/{connection_id}/credit_notes/{resource_id}', answer: 'item', body: true, key: true },
    checkUpdate: { id: 'updateCreditNote', method: 'PATCH', path: '/v1/connections/{connection_id}/credit_notes/{resource_id}', answer: 'data', body: true, looks: true },
    allocate: { id: 'allocateCreditNote', method: 'POST', path: '/v1/connections/{connection_id}/credit_notes/{resource_id}/allocations', answer: 'item', body: true, key: true },
    checkAllocate: { id: 'allocateCreditNote', method: 'POST', path: '/v1/connections/{connection_id}/credit_notes/{resource_id}/allocations', answer: 'data', body: true, looks: true },
    removeAllocation: { id: 'removeCreditNoteAllocation', method: 'DELETE', path: '/v1/connections/{connection_id}/credit_notes/{resource_id}/allocations/{allocation_id}', answer: 'data', key: true },
    listAttachments: { id: 'listCreditNoteAttachments', method: 'GET', path: '/v1/connections/{connection_id}/credit_notes/{resource_id}/attachments', answer: 'list' },
    uploadAttachment: { id: 'uploadCreditNoteAttachment', method: 'POST', path: '/v1/connections/{connection_id}/credit_notes/{resource_id}/attachments', answer: 'item', body: 'file', key: true },
    checkUploadAttachment: { id: 'uploadCreditNoteAttachment', method: 'POST', path: '/v1/connections/{connection_id}/credit_notes/{resource_id}/attachments', answer: 'data', looks: true },
    downloadAttachment: { id: 'downloadCreditNoteAttachment', method: 'GET', path: '/v1/connections/{connection_id}/credit_notes/{resource_id}/attachments/{attachment_id}', answer: 'bytes' },
    listHistory: { id: 'listCreditNoteHistory', method: 'GET', path: '/v1/connections/{connection_id}/credit_notes/{resource_id}/history', answer: 'list' },
    addNote: { id: 'addCreditNoteNote', method: 'POST', path: '/v1/connections/{connection_id}/credit_notes/{resource_id}/history', answer: 'item', body: true, key: true },
  },
  manualJournals: {
    cancel: { id: 'cancelManualJournal', method: 'POST', path: '/v1/connections/{connection_id}/manual_journals/{resource_id}/cancel', answer: 'data', body: true, key: true },
    list: { id: 'listManualJournals', method: 'GET', path: '/v1/connections/{connection_id}/manual_journals', answer: 'list' },
    create: { id: 'createManualJournal', method: 'POST', path: '/v1/connections/{connection_id}/manual_journals', answer: 'item', body: true, key: true },
    checkCreate: { id: 'createManualJournal', method: 'POST', path: '/v1/connections/{connection_id}/manual_journals', answer: 'data', body: true, looks: true },
    createMany: { id: 'createManyManualJournals', method: 'POST', path: '/v1/connections/{connection_id}/manual_journals/bulk', answer: 'data', body: 'items', key: true },
    get: { id: 'getManualJournal', method: 'GET', path: '/v1/connections/{connection_id}/manual_journals/{resource_id}', answer: 'item' },
    update: { id: 'updateManualJournal', method: 'PATCH', path: '/v1/connections/{connection_id}/manual_journals/{resource_id}', answer: 'item', body: true, key: true },
    checkUpdate: { id: 'updateManualJournal', method: 'PATCH', path: '/v1/connections/{connection_id}/manual_journals/{resource_id}', answer: 'data', body: true, looks: true },
    listAttachments: { id: 'listManualJournalAttachments', method: 'GET', path: '/v1/connections/{connection_id}/manual_journals/{resource_id}/attachments', answer: 'list' },
    uploadAttachment: { id: 'uploadManualJournalAttachment', method: 'POST', path: '/v1/connections/{connection_id}/manual_journals/{resource_id}/attachments', answer: 'item', body: 'file', key: true },
    checkUploadAttachment: { id: 'uploadManualJournalAttachment', method: 'POST', path: '/v1/connections/{connection_id}/manual_journals/{resource_id}/attachments', answer: 'data', looks: true },
    downloadAttachment: { id: 'downloadManualJournalAttachment', method: 'GET', path: '/v1/connections/{connection_id}/manual_journals/{resource_id}/attachments/{attachment_id}', answer: 'bytes' },
    listHistory: { id: 'listManualJournalHistory', method: 'GET', path: '/v1/connections/{connection_id}/manual_journals/{resource_id}/history', answer: 'list' },
    addNote: { id: 'addManualJournalNote', method: 'POST', path: '/v1/connections/{connection_id}/manual_journals/{resource_id}/history', answer: 'item', body: true, key: true },
  },
  bankTransfers: {
    cancel: { id: 'cancelBankTransfer', method: 'POST', path: '/v1/connections/{connection_id}/bank_transfers/{resource_id}/cancel', answer: 'data', body: true, key: true },
    list: { id: 'listBankTransfers', method: 'GET', path: '/v1/connections/{connection_id}/bank_transfers', answer: 'list' },
    create: { id: 'createBankTransfer', method: 'POST', path: '/v1/connections/{connection_id}/bank_transfers', answer: 'item', body: true, key: true },
    checkCreate: { id: 'createBankTransfer', method: 'POST', path: '/v1/connections/{connection_id}/bank_transfers', answer: 'data', body: true, looks: true },
    get: { id: 'getBankTransfer', method: 'GET', path: '/v1/connections/{connection_id}/bank_transfers/{resource_id}', answer: 'item' },
    listAttachments: { id: 'listBankTransferAttachments', method: 'GET', path: '/v1/connections/{connection_id}/bank_transfers/{resource_id}/attachments', answer: 'list' },
    uploadAttachment: { id: 'uploadBankTransferAttachment', method: 'POST', path: '/v1/connections/{connection_id}/bank_transfers/{resource_id}/attachments', answer: 'item', body: 'file', key: true },
    checkUploadAttachment: { id: 'uploadBankTransferAttachment', method: 'POST', path: '/v1/connections/{connection_id}/bank_transfers/{resource_id}/attachments', answer: 'data', looks: true },
    downloadAttachment: { id: 'downloadBankTransferAttachment', method: 'GET', path: '/v1/connections/{connection_id}/bank_transfers/{resource_id}/attachments/{attachment_id}', answer: 'bytes' },
    listHistory: { id: 'listBankTransferHistory', method: 'GET', path: '/v1/connections/{connection_id}/bank_transfers/{resource_id}/history', answer: 'list' },
    addNote: { id: 'addBankTransferNote', method: 'POST', path: '/v1/connections/{connection_id}/bank_transfers/{resource_id}/history', answer: 'item', body: true, key: true },
  },
  repeatingInvoices: {
    cancel: { id: 'cancelRepeatingInvoice', method: 'POST', path: '/v1/connections/{connection_id}/repeating_invoices/{resource_id}/cancel', answer: 'data', body: true, key: true },
    list: { id: 'listRepeatingInvoices', method: 'GET', path: '/v1/connections/{connection_id}/repeating_invoices', answer: 'list' },
    get: { id: 'getRepeatingInvoice', method: 'GET', path: '/v1/connections/{connection_id}/repeating_invoices/{resource_id}', answer: 'item' },
    listAttachments: { id: 'listRepeatingInvoiceAttachments', method: 'GET', path: '/v1/connections/{connection_id}/repeating_invoices/{resource_id}/attachments', answer: 'list' },
    uploadAttachment: { id: 'uploadRepeatingInvoiceAttachment', method: 'POST', path: '/v1/connections/{connection_id}/repeating_invoices/{resource_id}/attachments', answer: 'item', body: 'file', key: true },
    checkUploadAttachment: { id: 'uploadRepeatingInvoiceAttachment', method: 'POST', path: '/v1/connections/{connection_id}/repeating_invoices/{resource_id}/attachments', answer: 'data', looks: true },
    downloadAttachment: { id: 'downloadRepeatingInvoiceAttachment', method: 'GET', path: '/v1/connections/{connection_id}/repeating_invoices/{resource_id}/attachments/{attachment_id}', answer: 'bytes' },
    listHistory: { id: 'listRepeatingInvoiceHistory', method: 'GET', path: '/v1/connections/{connection_id}/repeating_invoices/{resource_id}/history', answer: 'list' },
    addNote: { id: 'addRepeatingInvoiceNote', method: 'POST', path: '/v1/connections/{connection_id}/repeating_invoices/{resource_id}/history', answer: 'item', body: true, key: true },
  },
  bankTransactions: {
    cancel: { id: 'cancelBankTransaction', method: 'POST', path: '/v1/connections/{connection_id}/bank_transactions/{resource_id}/cancel', answer: 'data', body: true, key: true },
    list: { id: 'listBankTransactions', method: 'GET', path: '/v1/connections/{connection_id}/bank_transactions', answer: 'list' },
    create: { id: 'createBankTransaction', method: 'POST', path: '/v1/connections/{connection_id}/bank_transactions', answer: 'item', body: true, key: true },
    checkCreate: { id: 'createBankTransaction', method: 'POST', path: '/v1/connections/{connection_id}/bank_transactions', answer: 'data', body: true, looks: true },
    createMany: { id: 'createManyBankTransactions', method: 'POST', path: '/v1/connections/{connection_id}/bank_transactions/bulk', answer: 'data', body: 'items', key: true },
    get: { id: 'getBankTransaction', method: 'GET', path: '/v1/connections/{connection_id}/bank_transactions/{resource_id}', answer: 'item' },
    update: { id: 'updateBankTransaction', method: 'PATCH', path: '/v1/connections/{connection_id}/bank_transactions/{resource_id}', answer: 'item', body: true, key: true },
    checkUpdate: { id: 'updateBankTransaction', method: 'PATCH', path: '/v1/connections/{connection_id}/bank_transactions/{resource_id}', answer: 'data', body: true, looks: true },
    listAttachments: { id: 'listBankTransactionAttachments', method: 'GET', path: '/v1/connections/{connection_id}/bank_transactions/{resource_id}/attachments', answer: 'list' },
    uploadAttachment: { id: 'uploadBankTransactionAttachment', method: 'POST', path: '/v1/connections/{connection_id}/bank_transactions/{resource_id}/attachments', answer: 'item', body: 'file', key: true },
    checkUploadAttachment: { id: 'uploadBankTransactionAttachment', method: 'POST', path: '/v1/connections/{connection_id}/bank_transactions/{resource_id}/attachments', answer: 'data', looks: true },
    downloadAttachment: { id: 'downloadBankTransactionAttachment', method: 'GET', path: '/v1/connections/{connection_id}/bank_transactions/{resource_id}/attachments/{attachment_id}', answer: 'bytes' },
    listHistory: { id: 'listBankTransactionHistory', method: 'GET', path: '/v1/connections/{connection_id}/bank_transactions/{resource_id}/history', answer: 'list' },
    addNote: { id: 'addBankTransactionNote', method: 'POST', path: '/v1/connections/{connection_id}/bank_transactions/{resource_id}/history', answer: 'item', body: true, key: true },
  },
  purchaseOrders: {
    downloadPdf: { id: 'downloadPurchaseOrderPdf', method: 'POST', path: '/v1/connections/{connection_id}/provider-actions/purchase_order.download_pdf', answer: 'bytes', body: true },
    list: { id: 'listPurchaseOrders', method: 'GET', path: '/v1/connections/{connection_id}/purchase_orders', answer: 'list' },
    create: { id: 'createPurchaseOrder', method: 'POST', path: '/v1/connections/{connection_id}/purchase_orders', answer: 'item', body: true, key: true },
    checkCreate: { id: 'createPurchaseOrder', method: 'POST', path: '/v1/connections/{connection_id}/purchase_orders', answer: 'data', body: true, looks: true },
    createMany: { id: 'createManyPurchaseOrders', method: 'POST', path: '/v1/connections/{connection_id}/purchase_orders/bulk', answer: 'data', body: 'items', key: true },
    get: { id: 'getPurchaseOrder', method: 'GET', path: '/v1/connections/{connection_id}/purchase_orders/{resource_id}', answer: 'item' },
    update: { id: 'updatePurchaseOrder', method: 'PATCH', path: '/v1/connections/{connection_id}/purchase_orders/{resource_id}', answer: 'item', body: true, key: true },
    checkUpdate: { id: 'updatePurchaseOrder', method: 'PATCH', path: '/v1/connections/{connection_id}/purchase_orders/{resource_id}', answer: 'data', body: true, looks: true },
    listAttachments: { id: 'listPurchaseOrderAttachments', method: 'GET', path: '/v1/connections/{connection_id}/purchase_orders/{resource_id}/attachments', answer: 'list' },
    uploadAttachment: { id: 'uploadPurchaseOrderAttachment', method: 'POST', path: '/v1/connections/{connection_id}/purchase_orders/{resource_id}/attachments', answer: 'item', body: 'file', key: true },
    checkUploadAttachment: { id: 'uploadPurchaseOrderAttachment', method: 'POST', path: '/v1/connections/{connection_id}/purchase_orders/{resource_id}/attachments', answer: 'data', looks: true },
    downloadAttachment: { id: 'downloadPurchaseOrderAttachment', method: 'GET', path: '/v1/connections/{connection_id}/purchase_orders/{resource_id}/attachments/{attachment_id}', answer: 'bytes' },
    listHistory: { id: 'listPurchaseOrderHistory', method: 'GET', path: '/v1/connections/{connection_id}/purchase_orders/{resource_id}/history', answer: 'list' },
    addNote: { id: 'addPurchaseOrderNote', method: 'POST', path: '/v1/connections/{connection_id}/purchase_orders/{resource_id}/history', answer: 'item', body: true, key: true },
  },
  organizations: {
    getDeepLink: { id: 'getOrganizationDeepLink', method: 'POST', path: '/v1/connections/{connection_id}/provider-actions/organization.get_deep_link', answer: 'data', body: true },
    list: { id: 'listOrganizations', method: 'GET', path: '/v1/connections/{connection_id}/organizations', answer: 'list' },
    get: { id: 'getOrganization', method: 'GET', path: '/v1/connections/{connection_id}/organizations/{resource_id}', answer: 'item' },
  },
  reports: {
    getProfitAndLoss: { id: 'getProfitAndLossReport', method: 'GET', path: '/v1/connections/{connection_id}/reports/profit_and_loss', answer: 'item' },
    getBalanceSheet: { id: 'getBalanceSheetReport', method: 'GET', path: '/v1/connections/{connection_id}/reports/balance_sheet', answer: 'item' },
    getTrialBalance: { id: 'getTrialBalanceReport', method: 'GET', path: '/v1/connections/{connection_id}/reports/trial_balance', answer: 'item' },
    getAgedReceivables: { id: 'getAgedReceivablesReport', method: 'GET', path: '/v1/connections/{connection_id}/reports/aged_receivables', answer: 'item' },
    getAgedPayables: { id: 'getAgedPayablesReport', method: 'GET', path: '/v1/connections/{connection_id}/reports/aged_payables', answer: 'item' },
    getBankSummary: { id: 'getBankSummaryReport', method: 'GET', path: '/v1/connections/{connection_id}/reports/bank_summary', answer: 'item' },
  },
  providerRequests: {
    make: { id: 'makeProviderRequest', method: 'POST', path: '/v1/connections/{connection_id}/provider-requests', answer: 'data', body: true, key: true },
    list: { id: 'listProviderRequests', method: 'GET', path: '/v1/connections/{connection_id}/provider-requests', answer: 'list' },
    get: { id: 'getProviderRequest', method: 'GET', path: '/v1/connections/{connection_id}/provider-requests/{provider_request_id}', answer: 'data' },
    settle: { id: 'settleProviderRequest', method: 'POST', path: '/v1/connections/{connection_id}/provider-requests/{provider_request_id}/settle', answer: 'data', body: true, key: true },
  },
  contacts: {
    list: { id: 'listContacts', method: 'GET', path: '/v1/connections/{connection_id}/contacts', answer: 'list' },
    create: { id: 'createContact', method: 'POST', path: '/v1/connections/{connection_id}/contacts', answer: 'item', body: true, key: true },
    checkCreate: { id: 'createContact', method: 'POST', path: '/v1/connections/{connection_id}/contacts', answer: 'data', body: true, looks: true },
    createMany: { id: 'createManyContacts', method: 'POST', path: '/v1/connections/{connection_id}/contacts/bulk', answer: 'data', body: 'items', key: true },
    get: { id: 'getContact', method: 'GET', path: '/v1/connections/{connection_id}/contacts/{resource_id}', answer: 'item' },
    update: { id: 'updateContact', method: 'PATCH', path: '/v1/connections/{connection_id}/contacts/{resource_id}', answer: 'item', body: true, key: true },
    checkUpdate: { id: 'updateContact', method: 'PATCH', path: '/v1/connections/{connection_id}/contacts/{resource_id}', answer: 'data', body: true, looks: true },
    listAttachments: { id: 'listContactAttachments', method: 'GET', path: '/v1/connections/{connection_id}/contacts/{resource_id}/attachments', answer: 'list' },
    uploadAttachment: { id: 'uploadContactAttachment', method: 'POST', path: '/v1/connections/{connection_id}/contacts/{resource_id}/attachments', answer: 'item', body: 'file', key: true },
    checkUploadAttachment: { id: 'uploadContactAttachment', method: 'POST', path: '/v1/connections/{connection_id}/contacts/{resource_id}/attachments', answer: 'data', looks: true },
    downloadAttachment: { id: 'downloadContactAttachment', method: 'GET', path: '/v1/connections/{connection_id}/contacts/{resource_id}/attachments/{attachment_id}', answer: 'bytes' },
    listHistory: { id: 'listContactHistory', method: 'GET', path: '/v1/connections/{connection_id}/contacts/{resource_id}/history', answer: 'list' },
    addNote: { id: 'addContactNote', method: 'POST', path: '/v1/connections/{connection_id}/contacts/{resource_id}/history', answer: 'item', body: true, key: true },
  },
  payments: {
    list: { id: 'listPayments', method: 'GET', path: '/v1/connections/{connection_id}/payments', answer: 'list' },
    create: { id: 'createPayment', method: 'POST', path: '/v1/connections/{connection_id}/payments', answer: 'item', body: true, key: true },
    checkCreate: { id: 'createPayment', method: 'POST', path: '/v1/connections/{connection_id}/payments', answer: 'data', body: true, looks: true },
    createMany: { id: 'createManyPayments', method: 'POST', path: '/v1/connections/{connection_id}/payments/bulk', answer: 'data', body: 'items', key: true },
    get: { id: 'getPayment', method: 'GET', path: '/v1/connections/{connection_id}/payments/{resource_id}', answer: 'item' },
    update: { id: 'updatePayment', method: 'PATCH', path: '/v1/connections/{connection_id}/payments/{resource_id}', answer: 'item', body: true, key: true },
    checkUpdate: { id: 'updatePayment', method: 'PATCH', path: '/v1/connections/{connection_id}/payments/{resource_id}', answer: 'data', body: true, looks: true },
    listHistory: { id: 'listPaymentHistory', method: 'GET', path: '/v1/connections/{connection_id}/payments/{resource_id}/history', answer: 'list' },
    addNote: { id: 'addPaymentNote', method: 'POST', path: '/v1/connections/{connection_id}/payments/{resource_id}/history', answer: 'item', body: true, key: true },
  },
  accounts: {
    list: { id: 'listAccounts', method: 'GET', path: '/v1/connections/{connection_id}/accounts', answer: 'list' },
    create: { id: 'createAccount', method: 'POST', path: '/v1/connections/{connection_id}/accounts', answer: 'item', body: true, key: true },
    checkCreate: { id: 'createAccount', method: 'POST', path: '/v1/connections/{connection_id}/accounts', answer: 'data', body: true, looks: true },
    get: { id: 'getAccount', method: 'GET', path: '/v1/connections/{connection_id}/accounts/{resource_id}', answer: 'item' },
    update: { id: 'updateAccount', method: 'PATCH', path: '/v1/connections/{connection_id}/accounts/{resource_id}', answer: 'item', body: true, key: true },
    checkUpdate: { id: 'updateAccount', method: 'PATCH', path: '/v1/connections/{connection_id}/accounts/{resource_id}', answer: 'data', body: true, looks: true },
    listAttachments: { id: 'listAccountAttachments', method: 'GET', path: '/v1/connections/{connection_id}/accounts/{resource_id}/attachments', answer: 'list' },
    uploadAttachment: { id: 'uploadAccountAttachment', method: 'POST', path: '/v1/connections/{connection_id}/accounts/{resource_id}/attachments', answer: 'item', body: 'file', key: true },
    checkUploadAttachment: { id: 'uploadAccountAttachment', method: 'POST', path: '/v1/connections/{connection_id}/accounts/{resource_id}/attachments', answer: 'data', looks: true },
    downloadAttachment: { id: 'downloadAccountAttachment', method: 'GET', path: '/v1/connections/{connection_id}/accounts/{resource_id}/attachments/{attachment_id}', answer: 'bytes' },
  },
  taxRates: {
    list: { id: 'listTaxRates', method: 'GET', path: '/v1/connections/{connection_id}/tax_rates', answer: 'list' },
    get: { id: 'getTaxRate', method: 'GET', path: '/v1/connections/{connection_id}/tax_rates/{resource_id}', answer: 'item' },
  },
  brandingThemes: {
    list: { id: 'listBrandingThemes', method: 'GET', path: '/v1/connections/{connection_id}/branding_themes', answer: 'list' },
    get: { id: 'getBrandingTheme', method: 'GET', path: '/v1/connections/{connection_id}/branding_themes/{resource_id}', answer: 'item' },
  },
  items: {
    list: { id: 'listItems', method: 'GET', path: '/v1/connections/{connection_id}/items', answer: 'list' },
    create: { id: 'createItem', method: 'POST', path: '/v1/connections/{connection_id}/items', answer: 'item', body: true, key: true },
    checkCreate: { id: 'createItem', method: 'POST', path: '/v1/connections/{connection_id}/items', answer: 'data', body: true, looks: true },
    createMany: { id: 'createManyItems', method: 'POST', path: '/v1/connections/{connection_id}/items/bulk', answer: 'data', body: 'items', key: true },
    get: { id: 'getItem', method: 'GET', path: '/v1/connections/{connection_id}/items/{resource_id}', answer: 'item' },
    update: { id: 'updateItem', method: 'PATCH', path: '/v1/connections/{connection_id}/items/{resource_id}', answer: 'item', body: true, key: true },
    checkUpdate: { id: 'updateItem', method: 'PATCH', path: '/v1/connections/{connection_id}/items/{resource_id}', answer: 'data', body: true, looks: true },
    delete: { id: 'deleteItem', method: 'DELETE', path: '/v1/connections/{connection_id}/items/{resource_id}', answer: 'data', key: true },
    listHistory: { id: 'listItemHistory', method: 'GET', path: '/v1/connections/{connection_id}/items/{resource_id}/history', answer: 'list' },
    addNote: { id: 'addItemNote', method: 'POST', path: '/v1/connections/{connection_id}/items/{resource_id}/history', answer: 'item', body: true, key: true },
  },
  trackingCategories: {
    list: { id: 'listTrackingCategories', method: 'GET', path: '/v1/connections/{connection_id}/tracking_categories', answer: 'list' },
    get: { id: 'getTrackingCategory', method: 'GET', path: '/v1/connections/{connection_id}/tracking_categories/{resource_id}', answer: 'item' },
  },
  prepayments: {
    list: { id: 'listPrepayments', method: 'GET', path: '/v1/connections/{connection_id}/prepayments', answer: 'list' },
    get: { id: 'getPrepayment', method: 'GET', path: '/v1/connections/{connection_id}/prepayments/{resource_id}', answer: 'item' },
    allocate: { id: 'allocatePrepayment', method: 'POST', path: '/v1/connections/{connection_id}/prepayments/{resource_id}/allocations', answer: 'item', body: true, key: true },
    checkAllocate: { id: 'allocatePrepayment', method: 'POST', path: '/v1/connections/{connection_id}/prepayments/{resource_id}/allocations', answer: 'data', body: true, looks: true },
    removeAllocation: { id: 'removePrepaymentAllocation', method: 'DELETE', path: '/v1/connections/{connection_id}/prepayments/{resource_id}/allocations/{allocation_id}', answer: 'data', key: true },
    listHistory: { id: 'listPrepaymentHistory', method: 'GET', path: '/v1/connections/{connection_id}/prepayments/{resource_id}/history', answer: 'list' },
    addNote: { id: 'addPrepaymentNote', method: 'POST', path: '/v1/connections/{connection_id}/prepayments/{resource_id}/history', answer: 'item', body: true, key: true },
  },
  overpayments: {
    list: { id: 'listOverpayments', method: 'GET', path: '/v1/connections/{connection_id}/overpayments', answer: 'list' },
    get: { id: 'getOverpayment', method: 'GET', path: '/v1/connections/{connection_id}/overpayments/{resource_id}', answer: 'item' },
    allocate: { id: 'allocateOverpayment', method: 'POST', path: '/v1/connections/{connection_id}/overpayments/{resource_id}/allocations', answer: 'item', body: true, key: true },
    checkAllocate: { id: 'allocateOverpayment', method: 'POST', path: '/v1/connections/{connection_id}/overpayments/{resource_id}/allocations', answer: 'data', body: true, looks: true },
    removeAllocation: { id: 'removeOverpaymentAllocation', method: 'DELETE', path: '/v1/connections/{connection_id}/overpayments/{resource_id}/allocations/{allocation_id}', answer: 'data', key: true },
    listHistory: { id: 'listOverpaymentHistory', method: 'GET', path: '/v1/connections/{connection_id}/overpayments/{resource_id}/history', answer: 'list' },
    addNote: { id: 'addOverpaymentNote', method: 'POST', path: '/v1/connections/{connection_id}/overpayments/{resource_id}/history', answer: 'item', body: true, key: true },
  },
  automations: {
    create: { id: 'createAutomation', method: 'POST', path: '/v1/automations', answer: 'data', body: true, key: true },
    listRecipes: { id: 'listRecipes', method: 'GET', path: '/v1/automations/recipes', answer: 'list' },
  },
  requests: {
    list: { id: 'listRequests', method: 'GET', path: '/v1/requests', answer: 'list' },
    listFailures: { id: 'listRequestFailures', method: 'GET', path: '/v1/request-failures', answer: 'list' },
    get: { id: 'getRequest', method: 'GET', path: '/v1/requests/{request_id}', answer: 'data' },
  },
  usage: {
    get: { id: 'getUsage', method: 'GET', path: '/v1/usage', answer: 'list' },
  },
  webhooks: {
    createEndpoint: { id: 'createWebhookEndpoint', method: 'POST', path: '/v1/webhook-endpoints', answer: 'data', body: true, key: true },
    listEndpoints: { id: 'listWebhookEndpoints', method: 'GET', path: '/v1/webhook-endpoints', answer: 'list' },
    getEndpoint: { id: 'getWebhookEndpoint', method: 'GET', path: '/v1/webhook-endpoints/{webhook_endpoint_id}', answer: 'data' },
    updateEndpoint: { id: 'updateWebhookEndpoint', method: 'PATCH', path: '/v1/webhook-endpoints/{webhook_endpoint_id}', answer: 'data', body: true },
    deleteEndpoint: { id: 'deleteWebhookEndpoint', method: 'DELETE', path: '/v1/webhook-endpoints/{webhook_endpoint_id}', answer: 'data' },
    rotateEndpointSecret: { id: 'rotateWebhookEndpointSecret', method: 'POST', path: '/v1/webhook-endpoints/{webhook_endpoint_id}/rotate-secret', answer: 'data', key: true },
    testEndpoint: { id: 'testWebhookEndpoint', method: 'POST', path: '/v1/webhook-endpoints/{webhook_endpoint_id}/test', answer: 'data', key: true },
    recoverEndpoint: { id: 'recoverWebhookEndpoint', method: 'POST', path: '/v1/webhook-endpoints/{webhook_endpoint_id}/recover', answer: 'data', body: true, key: true },
    getEndpointStatistics: { id: 'getWebhookEndpointStatistics', method: 'GET', path: '/v1/webhook-endpoints/{webhook_endpoint_id}/statistics', answer: 'data' },
    listDeliveries: { id: 'listWebhookDeliveries', method: 'GET', path: '/v1/webhook-deliveries', answer: 'list' },
    replayManyDeliveries: { id: 'replayManyWebhookDeliveries', method: 'POST', path: '/v1/webhook-deliveries/replay', answer: 'data', body: true, key: true },
    getDelivery: { id: 'getWebhookDelivery', method: 'GET', path: '/v1/webhook-deliveries/{delivery_id}', answer: 'data' },
    replayDelivery: { id: 'replayWebhookDelivery', method: 'POST', path: '/v1/webhook-deliveries/{delivery_id}/replay', answer: 'data', body: true, key: true },
  },
} as const satisfies Record<string, Record<string, OperationSpec>>;

/** Every operation of the service, by namespace. */
export class Api {
  readonly service: ServiceApi;
  readonly providers: ProvidersApi;
  readonly connectSessions: ConnectSessionsApi;
  readonly portalSessions: PortalSessionsApi;
  readonly connections: ConnectionsApi;
  readonly operations: OperationsApi;
  readonly events: EventsApi;
  readonly invoices: InvoicesApi;
  readonly quotes: QuotesApi;
  readonly creditNotes: CreditNotesApi;
  readonly manualJournals: ManualJournalsApi;
  readonly bankTransfers: BankTransfersApi;
  readonly repeatingInvoices: RepeatingInvoicesApi;
  readonly bankTransactions: BankTransactionsApi;
  readonly purchaseOrders: PurchaseOrdersApi;
  readonly organizations: OrganizationsApi;
  readonly reports: ReportsApi;
  readonly providerRequests: ProviderRequestsApi;
  readonly contacts: ContactsApi;
  readonly payments: PaymentsApi;
  readonly accounts: AccountsApi;
  readonly taxRates: TaxRatesApi;
  readonly brandingThemes: BrandingThemesApi;
  readonly items: ItemsApi;
  readonly trackingCategories: TrackingCategoriesApi;
  readonly prepayments: PrepaymentsApi;
  readonly overpayments: OverpaymentsApi;
  readonly automations: AutomationsApi;
  readonly requests: RequestsApi;
  readonly usage: UsageApi;
  readonly webhooks: WebhooksApi;

  constructor(make: <T>(namespace: Readonly<Record<string, OperationSpec>>) => T) {
    this.service = make(operations.service);
    this.providers = make(operations.providers);
    this.connectSessions = make(operations.connectSessions);
    this.portalSessions = make(operations.portalSessions);
    this.connections = make(operations.connections);
    this.operations = make(operations.operations);
    this.events = make(operations.events);
    this.invoices = make(operations.invoices);
    this.quotes = make(operations.quotes);
    this.creditNotes = make(operations.creditNotes);
    this.manualJournals = make(operations.manualJournals);
    this.bankTransfers = make(operations.bankTransfers);
    this.repeatingInvoices = make(operations.repeatingInvoices);
    this.bankTransactions = make(operations.bankTransactions);
    this.purchaseOrders = make(operations.purchaseOrders);
    this.organizations = make(operations.organizations);
    this.reports = make(operations.reports);
    this.providerRequests = make(operations.providerRequests);
    this.contacts = make(operations.contacts);
    this.payments = make(operations.payments);
    this.accounts = make(operations.accounts);
    this.taxRates = make(operations.taxRates);
    this.brandingThemes = make(operations.brandingThemes);
    this.items = make(operations.items);
    this.trackingCategories = make(operations.trackingCategories);
    this.prepayments = make(operations.prepayments);
    this.overpayments = make(operations.overpayments);
    this.automations = make(operations.automations);
    this.requests = make(operations.requests);
    this.usage = make(operations.usage);
    this.webhooks = make(operations.webhooks);
  }
}
