import type { ColumnWord } from '../dialect.ts';
import type { OperationRow } from './operation-row.ts';

/** Every column that a new operation sets. */
export const operationColumnWords: Readonly<Record<keyof OperationRow, ColumnWord>> = {
  id: 'text',
  organization_id: 'text',
  environment: 'text',
  type: 'text',
  state: 'text',
  connection_id: 'text',
  subject: 'text',
  lane: 'text',
  queue_key: 'text',
  group_key: 'text',
  ready: 'smallint',
  turn: 'bigint',
  input: 'text',
  result: 'text',
  error: 'text',
  attempts: 'text',
  replays: 'text',
  run: 'integer',
  attempt_count: 'integer',
  max_attempts: 'integer',
  lapses: 'integer',
  due_at: 'bigint',
  lease_token: 'bigint',
  lease_expires_at: 'bigint',
  claimed_at: 'bigint',
  cancel_requested_at: 'bigint',
  metadata: 'text',
  request_id: 'text',
  created_at: 'bigint',
  started_at: 'bigint',
  updated_at: 'bigint',
  finished_at: 'bigint',
};

/** Every column that an operation is read with. */
export const operationColumns: readonly string[] = Object.keys(operationColumnWords);
