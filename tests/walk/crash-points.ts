// Every point of every recipe at which its worker is killed.
import { type RecipeName, recipeNames } from '../../core/domain/automation.ts';
import { recipes } from '../../core/use-cases/automations/recipes.ts';
import { isLong } from '../../tools/run-length.ts';
import type { HeldWhen, Hold } from './crash-gate.ts';

/** The provider calls of a run that nothing befalls, in order, by the steps that make them. */
export const recipeCalls: Readonly<Record<RecipeName, readonly (readonly [step: string, call: string])[]>> = {
  'invoice.create_and_deliver': [
    ['create', 'PUT /invoices'],
    ['authorise', 'POST /invoices/{id}'],
    ['deliver', 'POST /invoices/{id}/email'],
    ['re_read', 'GET /invoices/{id}'],
  ],
  'invoice.create_with_contact': [
    ['find_contact', 'GET /contacts'],
    ['create_contact', 'PUT /contacts'],
    ['create_invoice', 'PUT /invoices'],
    ['re_read', 'GET /invoices/{id}'],
  ],
  'invoice.record_payment': [
    ['read', 'GET /invoices/{id}'],
    ['pay', 'PUT /payments'],
    ['re_read', 'GET /invoices/{id}'],
  ],
  'invoice.void_and_reissue': [
    ['read', 'GET /invoices/{id}'],
    ['create', 'PUT /invoices'],
    ['cancel', 'GET /invoices/{id}'],
    ['cancel', 'POST /invoices/{id}'],
    ['cancel', 'GET /invoices/{id}'],
    ['authorise', 'POST /invoices/{id}'],
    ['re_read', 'GET /invoices/{id}'],
    ['re_read', 'GET /invoices/{id}'],
  ],
  'payout.summarise': [['create', 'PUT /manualjournals']],
  'credit_note.create_and_allocate': [
    ['read', 'GET /invoices/{id}'],
    ['create', 'PUT /creditnotes'],
    ['allocate', 'GET /creditnotes/{id}'],
    ['allocate', 'GET /invoices/{id}'],
    ['allocate', 'PUT /creditnotes/{id}/allocations'],
    ['allocate', 'GET /creditnotes/{id}'],
    ['allocate', 'GET /invoices/{id}'],
    ['re_read', 'GET /invoices/{id}'],
  ],
  'quote.create_and_send': [
    ['create', 'PUT /quotes'],
    ['send', 'GET /quotes/{id}'],
    ['send', 'POST /quotes/{id}'],
  ],
  'quote.convert_to_invoice': [
    ['read', 'GET /quotes/{id}'],
    ['create', 'PUT /invoices'],
    ['mark_invoiced', 'GET /quotes/{id}'],
    ['mark_invoiced', 'POST /quotes/{id}'],
    ['authorise', 'POST /invoices/{id}'],
  ],
  'purchase_order.create_and_deliver': [
    ['create', 'PUT /purchaseorders'],
    ['authorise', 'POST /purchaseorders/{id}'],
  ],
  'bank_transaction.record': [
    ['find_contact', 'GET /contacts'],
    ['create_contact', 'PUT /contacts'],
    ['record', 'PUT /banktransactions'],
  ],
};

export interface CrashPoint {
  readonly recipe: RecipeName;
  /** For people. */
  readonly name: string;
  readonly group: 'boundary' | 'call' | 'commit';
  /** Where the worker stops by itself (crash-worker.ts). */
  readonly stopAt?: string;
  /** Where the gate holds it. */
  readonly hold?: Hold;
  /** The steps that are done for good. */
  readonly done: readonly string[];
  /** The ledger has the write of the step that is under way. */
  readonly stands: boolean;
}

export const isWrite = (call: string): boolean => !call.startsWith('GET ');

/** Before the first step, when a step's work is done and not kept, and when it is kept. */
function boundaries(recipe: RecipeName): readonly CrashPoint[] {
  const { steps } = recipes[recipe];
  const at = (stopAt: string, kept: number, stands = false) => {
    const done = steps.slice(0, kept).map(({ name }) => name);
    return { recipe, name: stopAt, group: 'boundary', stopAt, done, stands } as const;
  };
  return [
    at('begun', 0),
    ...steps.flatMap(({ name, writes }, i) => [at(`done ${name}`, i, writes), at(`kept ${name}`, i + 1)]),
  ];
}

/** In the transaction that ends the operation. */
function commit(recipe: RecipeName): CrashPoint {
  const done = recipes[recipe].steps.map(({ name }) => name);
  return { recipe, name: 'committing', group: 'commit', stopAt: 'committing', done, stands: false };
}

function inCalls(recipe: RecipeName): readonly CrashPoint[] {
  const calls = recipeCalls[recipe];
  const steps = recipes[recipe].steps.map(({ name }) => name);
  return calls.flatMap(([step, call], i) => {
    const nth = calls.slice(0, i + 1).filter(([, known]) => known === call).length;
    return (['sent', 'stored'] as const).map((when: HeldWhen): CrashPoint => {
      const name = `${step}: ${call} ${when}`;
      const stored = calls.slice(0, when === 'stored' ? i + 1 : i);
      const stands = stored.some((earlier) => earlier[0] === step && isWrite(earlier[1]));
      const done = steps.slice(0, steps.indexOf(step));
      return { recipe, name, group: 'call', hold: { call, nth, when }, done, stands };
    });
  });
}

export const crashPoints: readonly CrashPoint[] = recipeNames.flatMap((recipe) => [
  ...boundaries(recipe),
  ...inCalls(recipe),
  commit(recipe),
]);

/** Somebody else changes the quote after its worker was killed, so that the bytes of its change are made anew. */
export function isLaidAnew({ recipe, hold }: CrashPoint): boolean {
  return recipe === 'quote.create_and_send' && hold?.call === 'POST /quotes/{id}';
}

/** The writes that a new worker still has to make. */
export function writesLeft({ recipe, done }: CrashPoint): readonly string[] {
  return recipeCalls[recipe].filter(([step, call]) => !done.includes(step) && isWrite(call)).map(([, call]) => call);
}

/**
 * Places inside one step at which a death leaves the same behind, in the database and in the books, take turns in a short run:
 * a read that has left or is answered, and a reading step's work that is done; a write that is answered, a read after it, and
 * a writing step's work that is done. A write that has left is a place of its own, because its bytes are kept then. Before the
 * first step, behind each, and in the transaction that ends, all are places of their own.
 */
export function oncePerState(points: readonly CrashPoint[]): readonly CrashPoint[] {
  if (isLong) return points;
  const states = [...Map.groupBy(points, stateAt).values()];
  return states.flatMap((same, i) => same[i % same.length] ?? []);
}

function stateAt({ recipe, name, group, hold, done, stands }: CrashPoint): string {
  const isBetweenSteps = group === 'commit' || /^(begun|kept )/.test(name);
  const isLeaving = hold?.when === 'sent' && isWrite(hold.call);
  return isBetweenSteps || isLeaving ? `${recipe} ${name}` : `${recipe} ${done.length} ${stands}`;
}
