/** What was answered within the time; undefined when it was not, or not at all. */
export async function within<T>(answer: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  const found = await Promise.race([answer.catch(() => undefined), late]);
  clearTimeout(timer);
  return found;
}
