// Why tests were left out: the last lines of a run count them by reason, so that nobody takes a part for the whole.

const reasons = new WeakMap<object, string>();

/** Leaves out the test that calls it or, from a hook, every test of its suite; the run's last lines name `reason`. */
export function leaveOut(context: Mocha.Context, reason: string): never {
  const { test } = context;
  const isTest = test !== undefined && 'type' in test && test.type === 'test';
  const leftOut = isTest ? test : test?.parent;
  if (leftOut !== undefined) reasons.set(leftOut, reason);
  return context.skip();
}

/** The reason of a pending test: its own, or that of a suite around it; suites may tell theirs in their title. */
export function reasonOf(test: Mocha.Test): string {
  for (let at: Mocha.Test | Mocha.Suite | undefined = test; at !== undefined; at = at.parent) {
    const reason = reasons.get(at) ?? /\(left out: (.*)\)$/.exec(at.title)?.[1];
    if (reason !== undefined) return reason;
  }
  return 'no reason is told';
}

/** `3 skipped: <reason>`, a line for each reason. */
export function countedReasons(told: Iterable<readonly [reason: string, count: number]>): readonly string[] {
  const counts = new Map<string, number>();
  for (const [reason, count] of told) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return [...counts].map(([reason, count]) => `${count} skipped: ${reason}`);
}

/** Reads the lines of `countedReasons` in a run's output. */
export function reasonsIn(output: string): readonly (readonly [reason: string, count: number])[] {
  return [...output.matchAll(/^(\d+) skipped: (.*)$/gm)].map(([, count, reason = '']) => [reason, Number(count)]);
}
