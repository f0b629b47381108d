// Where a worker is stopped for longer than its lease.
import { recipeNames } from '../../core/domain/automation.ts';
import { recipes } from '../../core/use-cases/automations/recipes.ts';
import { isLong, isPlayed } from '../../tools/run-length.ts';
import { type CrashPoint, isWrite, recipeCalls } from './crash-points.ts';

const nth = (point: string, n: number): string => (n === 1 ? point : `${point} ${n}`);

/**
 * Right before each write leaves, right after each answer, when a step's work is done and not kept, before the end. The answer
 * of a write and the end of its step's work take turns in a short run: from both, what a woken worker tries next is to keep the
 * step.
 */
export const pausePoints: readonly CrashPoint[] = recipeNames.flatMap((recipe, nthRecipe) => {
  const writes = recipeCalls[recipe].filter(([, call]) => isWrite(call));
  const isAnswerTurn = (nthWrite: number) => isPlayed({ many: 2, place: 0 }, nthRecipe, nthWrite);
  const isDoneTurn = (step: string) => {
    const nthWrite = writes.findIndex(([of]) => of === step);
    return isLong || nthWrite < 0 || !isAnswerTurn(nthWrite);
  };
  const at = (stopAt: string): CrashPoint => {
    return { recipe, name: stopAt, group: 'boundary', stopAt, done: [], stands: false };
  };
  return [
    ...writes.flatMap((_, i) => [at(nth('sending', i + 1)), ...(isAnswerTurn(i) ? [at(nth('answered', i + 1))] : [])]),
    ...recipes[recipe].steps.flatMap(({ name }) => (isDoneTurn(name) ? [at(`done ${name}`)] : [])),
    at('ending'),
  ];
});

/** In the transaction that ends the operation. */
export const openTransactions: readonly CrashPoint[] = (
  ['invoice.record_payment', 'purchase_order.create_and_deliver'] as const
).map((recipe) => {
  return { recipe, name: 'committing', group: 'commit', stopAt: 'committing', done: [], stands: false };
});

export const unpaused: CrashPoint = {
  ...{ recipe: 'purchase_order.create_and_deliver', name: 'nothing befalls it', group: 'boundary' },
  ...{ done: [], stands: false },
};
