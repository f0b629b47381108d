import type { Caller } from '../../domain/caller.ts';
import { badRequest } from '../../domain/errors.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { familyOf } from '../../families/all-families.ts';
import { assertWritable } from '../assert-writable.ts';
import type { Answered, Write } from '../claim-key.ts';
import type { LedgerPorts } from '../open-ledger.ts';
import type { Patience } from '../wait-for-budget.ts';
import { parseWrite } from './parse-write.ts';
import { type RecordPath, requireFamily, requireProviderId } from './resource-target.ts';
import { changeRecord } from './send-change.ts';
import { writeRecord } from './stored-record.ts';

/** Changes what is sent and leaves all else as it is: parse, claim the key, lease the record, read, send, store the answer. */
export function updateResource(ports: LedgerPorts) {
  return async (
    caller: Caller,
    path: RecordPath & Patience & { readonly write: Write },
  ): Promise<Answered<CachedRecord>> => {
    const { connection, type } = await requireFamily(ports, caller, path);
    const providerId = requireProviderId(type, path.resourceId);
    assertWritable(ports.settings);
    const request = parseWrite(ports.gateway, type, 'update', path.write.body);
    if (request.kind === 'native' && (request.providerId ?? providerId) !== providerId) {
      throw badRequest('provider_data', `provider_data names another ${familyOf(type).singular} than the path`);
    }
    return writeRecord(ports, caller, { connection, path }, (context) =>
      changeRecord(context, { type, providerId, request }),
    );
  };
}
