import { ServiceError } from '../../domain/errors.ts';
import type { CoreSettings } from '../../ports/core-ports.ts';

/** Makes a write throw READ_ONLY, before anything else, while the deployment is in read-only mode. */
export function unlessReadOnly({ readOnly }: Pick<CoreSettings, 'readOnly'>) {
  return <Args extends unknown[], R>(work: (...args: Args) => Promise<R>) =>
    async (...args: Args): Promise<R> => {
      if (readOnly) throw new ServiceError('READ_ONLY', 'this deployment is in read-only mode');
      return work(...args);
    };
}
