import { type PurgeTarget, purgeTargets } from '../../domain/retention.ts';

/** What the retention schedule queues, an operation each; `unchosen_connections` are those whose connect session expired. */
export const retentionTasks = ['unchosen_connections', ...purgeTargets] as const;
export type RetentionTask = PurgeTarget | 'unchosen_connections';
