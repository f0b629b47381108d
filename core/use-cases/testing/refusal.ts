import { ServiceError } from '../../domain/errors.ts';

/** Returns the refusal of `asked`; throws if it succeeds or ends in a defect. */
export async function refusalOf(asked: Promise<unknown>): Promise<ServiceError> {
  const thrown = await asked.then(
    (value) => new Error(`not refused but answered ${JSON.stringify(value)?.slice(0, 300)}`),
    (error: unknown) => error,
  );
  if (thrown instanceof ServiceError) return thrown;
  throw thrown;
}
