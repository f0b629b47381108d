import type { Environment } from '../../domain/caller.ts';
import type { SignedIn } from '../../domain/console-session.ts';
import { idempotencyKeyMaxLength } from '../../domain/idempotency.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Change, changeOnce } from '../change-once.ts';
import type { Answered, Write } from '../claim-key.ts';

type Ports = Pick<CorePorts, 'storage' | 'digester' | 'clock' | 'ids'>;

/**
 * Runs a console write at most once per Idempotency-Key, where one is given: a double click makes one thing. A member's
 * keys are the member's own, apart from other members' and from those of the API.
 */
export function once<T>(
  ports: Ports,
  { signedIn, environment, write }: { signedIn: SignedIn; environment: Environment; write: Write },
  change: Pick<Change<T>, 'draft' | 'replay'>,
): Promise<Answered<T>> {
  const { organizationId, memberId } = signedIn;
  const { key } = write;
  const isOrdinary = key !== undefined && key !== '' && key.length <= idempotencyKeyMaxLength;
  const own = isOrdinary ? `console:${ports.digester.keyed('console-idempotency', `${memberId} ${key}`)}` : key;
  const caller = { organizationId, environment, actor: memberId };
  return changeOnce(ports, caller, { ...write, key: own }, { keyRequired: false, ...change });
}
