// `?validate_only=true`: would this write be taken? The write itself is made up to where it would be sent, so that the same code
// refuses it; then what is known of the books is asked what the provider would refuse. A yes is no promise.
import type { PassedLook } from '../../domain/books-rules.ts';
import type { Caller } from '../../domain/caller.ts';
import { type FieldError, ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { requestLedger } from '../ledger/open-ledger.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import { parseWrite, type WriteRequest } from '../resources/parse-write.ts';
import { type FamilyPath, type RecordPath, requireFamily, requireProviderId } from '../resources/resource-target.ts';
import { createRecord, requireSameRecord, updateRecord } from '../resources/write-resources.ts';
import { bytesOf, dryClaim } from '../writes/dry-write.ts';
import type { LedgerWrite } from '../writes/holder.ts';
import { booksFaults, type Looking } from './books-faults.ts';
import { dryLedger } from './dry-ledger.ts';
import type { OrganizationRules } from './organization-rules.ts';
import { given, shownItem } from './shown-item.ts';

export interface CheckedWrite extends Patience {
  /** Not parsed yet. */
  readonly body: unknown;
}

/**
 * Looks before a create. Throws what the create would throw before it is sent, PROVIDER_REJECTED `would_be_refused` naming the
 * fields for what the books are known to refuse, and what reads at the provider throw. Writes nothing, here or there.
 */
export function checkCreate(ports: CorePorts, rules: OrganizationRules) {
  return async (caller: Caller, path: FamilyPath & CheckedWrite): Promise<PassedLook> => {
    const { connection, type, provider } = await requireFamily(ports, caller, path);
    const request = parseWrite(provider, type, 'create', path.body);
    const ledger = dryLedger(requestLedger(ports, connection, caller, path));
    return looked({ ports, ledger, rules }, { type, request, before: async () => null }, (write) =>
      createRecord(write, { type, request }),
    );
  };
}

/** As `checkCreate`, before an update. Throws NOT_FOUND for a record that is not there. */
export function checkUpdate(ports: CorePorts, rules: OrganizationRules) {
  return async (caller: Caller, path: RecordPath & CheckedWrite): Promise<PassedLook> => {
    const { connection, type, provider } = await requireFamily(ports, caller, path);
    const request = parseWrite(provider, type, 'update', path.body);
    const providerId = requireProviderId(type, path.resourceId, provider.traits);
    requireSameRecord(type, providerId, request);
    const ledger = dryLedger(requestLedger(ports, connection, caller, path));
    const before = async () => {
      const place = { connectionId: connection.id, type };
      const isKept = connection.retentionMode === 'cached';
      const copy = isKept ? (await ports.storage.records.fieldsOf(place, [providerId])).get(providerId) : undefined;
      return copy ?? (await ledger.read(type, providerId)).fields;
    };
    return looked({ ports, ledger, rules }, { type, request, before }, (write) =>
      updateRecord(write, { type, providerId, request }),
    );
  };
}

interface Look {
  readonly type: ResourceType;
  readonly request: WriteRequest;
  /** The record that is changed; null for a new one. */
  before(): Promise<JsonObject | null>;
}

/** What the write would send, if neither its own code nor what is known of the books refuses it. */
export async function looked(
  looking: Looking,
  { type, request, before }: Look,
  make: (write: LedgerWrite) => Promise<unknown>,
): Promise<PassedLook> {
  const { ports, ledger } = looking;
  const { provider, connection } = ledger;
  const bytes = await bytesOf(make({ ports, ledger, claim: dryClaim(connection) }));
  const asked = request.kind === 'native' ? provider.gateway.describe(type, request.document) : request.fields;
  const sent = provider.gateway.asked?.(bytes) ?? asked;
  const named = request.kind === 'native' ? given(asked) : asked;
  const { faults, unchecked } = await booksFaults(looking, { type, asked: named, sent, before: await before() });
  if (faults.length > 0) throw wouldBeRefused(request.kind === 'native' ? faults.map(inDocument) : faults);
  return { item: shownItem(provider, request, sent), notChecked: unchecked };
}

/** A native document has other names for the fields. */
const inDocument = ({ path, message }: FieldError): FieldError => ({
  path: 'provider_data',
  message: path === '' ? message : `${path} ${message}`,
});

/** The refusal that the provider would give, in our words, because nobody asked it. */
export function wouldBeRefused(errors: readonly FieldError[]): ServiceError {
  const [{ path, message } = { path: '', message: 'the provider would refuse it' }] = errors;
  const said = path === '' ? message : `${path}: ${message}`;
  return new ServiceError('PROVIDER_REJECTED', said, { reason: 'would_be_refused', errors, outcome: 'not_applied' });
}
