/** Waits until the condition holds; throws an error with `what` after `withinMs`. */
export async function until(condition: () => boolean, what: string, withinMs = 60_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
