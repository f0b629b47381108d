// What a write of an agent's key is answered with while a person has not decided about it.
import type { OperationSpec } from './call-types.ts';
import { LedgerportError } from './errors.ts';
import type { Operation } from './generated/types.ts';
import type { Answer } from './transport.ts';

/**
 * The write is stored and was not sent: a person must approve it. `operation` is what holds it: give `operationId` to
 * `operations.wait`, and `operation.approve_url` to the person. The same call again throws it with the same operation, whose
 * state, also in `reason`, is another one after the decision.
 */
export class WriteWaits extends LedgerportError {
  readonly operation: Operation;

  constructor({ body, response, requestId }: Answer, { method }: Pick<OperationSpec, 'method'>) {
    const { message, data } = body as { readonly message: string; readonly data: Operation };
    super(message, {
      code: 'AWAITS_APPROVAL',
      reason: data.state,
      // Once somebody has approved it, the operation tells what became of it.
      outcome: data.state === 'awaiting_approval' ? 'not_applied' : undefined,
      retryable: false,
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? requestId,
      operationId: data.operation_id,
      method,
    });
    this.operation = data;
  }
}

/** Of calls that answer with a record; work with several writes is answered with its operation in any case. */
export function waitsForPerson({ method }: Pick<OperationSpec, 'method'>, { response, body }: Answer): boolean {
  if (response.status !== 202 || method === 'GET') return false;
  const { type } = (body as { readonly data?: Partial<Operation> } | undefined)?.data ?? {};
  return type === heldWrite;
}

const heldWrite: Operation['type'] = 'record.write';
