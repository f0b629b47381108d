/** Why a worker ends an attempt before its work is done; what a host gives as the reason of the AbortSignal. */
export const stopReasons = ['lease_lost', 'cancel_requested', 'shutdown'] as const;
export type StopReason = (typeof stopReasons)[number];
