import type { Lease, Operation, OperationStep, OperationStore } from '#core/ports';

/** Stores a finished step of one operation alone; its lease is not prolonged. */
export async function saveOne({ saveSteps }: OperationStore, lease: Lease, step: OperationStep): Promise<boolean> {
  const [saved] = await saveSteps([{ lease, step, leaseUntil: lease.expiresAt }]);
  return saved?.kept ?? false;
}

/** Settles one operation alone. */
export async function settleOne({ settleAll }: OperationStore, lease: Lease, next: Operation): Promise<boolean> {
  return (await settleAll([{ lease, next }]))[0] ?? false;
}
