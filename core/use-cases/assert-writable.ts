import { ServiceError } from '../domain/errors.ts';
import type { CoreSettings } from '../ports/core-ports.ts';

/** Throws READ_ONLY while the deployment's read-only mode is on. */
export function assertWritable(settings: Pick<CoreSettings, 'readOnly'>): void {
  if (settings.readOnly) throw new ServiceError('READ_ONLY', 'this deployment is in read-only mode');
}
