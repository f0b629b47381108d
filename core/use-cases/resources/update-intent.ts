import { hasNetLines } from '../../domain/document-lines.ts';
import type { JsonObject } from '../../domain/json.ts';
import { type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { LedgerGateway, WriteIntent } from '../../ports/ledger-gateway.ts';
import type { WriteRequest } from './parse-write.ts';

/** Whether an update must be laid over the live record, so that nothing that was not sent is lost. */
export function writesOverLive(
  { traits }: Pick<LedgerGateway, 'traits'>,
  type: ResourceType,
  request: WriteRequest,
): boolean {
  return traits.families[type].updateReplaces || (request.kind === 'native' && request.preserveExisting);
}

/** What is to be updated, and the record as it is now where the change must be laid over it. */
export interface Update {
  readonly type: ResourceType;
  readonly providerId: string;
  readonly request: WriteRequest;
  readonly live: LedgerRecord | null;
}

/**
 * The write that an update comes to. Throws CONFLICT `quote_line_amounts_unsafe` where a quote inherits lines that
 * cannot be written back without changing its total.
 */
export function updateIntent(
  { describe }: Pick<LedgerGateway, 'describe'>,
  { type, providerId, request, live }: Update,
): WriteIntent {
  const sent = request.kind === 'native' ? describe(type, request.document) : request.fields;
  const net = type === 'quotes' && live !== null && inheritsNetLines(live, sent) ? { linesAreNet: true as const } : {};
  const target = { type, providerId, existing: live?.native ?? null, ...net };
  return request.kind === 'native'
    ? { kind: 'update_native', document: request.document, ...target }
    : { kind: 'update', fields: request.fields, ...target };
}

/** The specification's "Quote line rule": lines that the caller sends are the caller's; inherited ones keep the total. */
function inheritsNetLines(live: LedgerRecord, sent: JsonObject): boolean {
  const lines = sent['line_items'];
  if (Array.isArray(lines) && lines.length > 0) return false;
  const mode = textField({ fields: sent }, 'line_amount_mode') ?? textField(live, 'line_amount_mode') ?? '';
  return hasNetLines(live.fields, mode);
}
