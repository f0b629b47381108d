/** Resolves to the message that a promise was rejected with; undefined when it was not. */
export async function rejection(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return undefined;
}
