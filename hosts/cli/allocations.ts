// Credit from a shell: a part of a credit note, prepayment or overpayment settles an invoice, and is taken back.
import { createHash } from 'node:crypto';
import { type Given, UsageError, type World } from './command.ts';
import { patient, serviceOf } from './service.ts';

function wordsOf<Names extends readonly string[]>(given: Given, ...names: Names) {
  const connectionId = given.required('connection');
  const missing = names.find((_, i) => given.words[i] === undefined);
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  return [connectionId, ...given.words] as unknown as [string, ...{ [I in keyof Names]: string }];
}

/** The family that holds the credit, by the prefix of its id; an id of the provider is taken for a credit note's. */
function holderOf({ creditNotes, prepayments, overpayments }: ReturnType<typeof serviceOf>['api'], credit: string) {
  if (credit.startsWith('prp_')) return prepayments;
  return credit.startsWith('ovp_') ? overpayments : creditNotes;
}

/** The same command run again allocates nothing twice: its key is made of what it allocates. */
export async function allocate(given: Given, world: World): Promise<void> {
  const [connectionId, credit, invoice_id, text] = wordsOf(
    ...([given, 'the id of the credit', 'the id of the invoice', 'the amount'] as const),
  );
  const amount = Number(text);
  if (!/^\d+(\.\d{1,2})?$/.test(text)) throw new UsageError('the amount must be a number such as 40.5');
  const date = given.text('date');
  const body = { invoice_id, amount, ...(date !== undefined && { date }) };
  const { api } = serviceOf(given, world);
  if (given.flag('check')) {
    const looked = await holderOf(api, credit).checkAllocate(connectionId, credit, body, patient);
    return world.out(
      given.flag('json') ? JSON.stringify(looked) : `it would be sent; not checked: ${looked.not_checked.join(', ')}`,
    );
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([connectionId, credit, body]))
    .digest('hex');
  const idempotencyKey = given.text('idempotency-key') ?? `cli-allocate-${hash}`;
  const made = await holderOf(api, credit).allocate(connectionId, credit, body, { ...patient, idempotencyKey });
  if (given.flag('json')) return world.out(JSON.stringify(made));
  world.out(`${made.allocation_id ?? made.invoice_id}  ${made.amount}  ${made.date ?? ''}`.trimEnd());
}

export async function removeAllocation(given: Given, world: World): Promise<void> {
  const [connectionId, credit, allocationId] = wordsOf(
    ...([given, 'the id of the credit', 'the id of the allocation'] as const),
  );
  const { api } = serviceOf(given, world);
  const hash = createHash('sha256')
    .update(JSON.stringify([connectionId, credit, allocationId]))
    .digest('hex');
  const idempotencyKey = given.text('idempotency-key') ?? `cli-unallocate-${hash}`;
  await holderOf(api, credit).removeAllocation(connectionId, credit, allocationId, { ...patient, idempotencyKey });
  world.out('taken back');
}
