/**
 * The tables without `organization_id`, and why. In all others it is never null, so that the database can be
 * distributed by it (docs/scale.md).
 */
export const tablesWithoutOwner: Readonly<Record<string, string>> = {
  organizations: 'its id is the owner',
  schema_versions: 'belongs to the database',
  write_probes: 'belongs to the database; holds nothing',
  database_epoch: 'belongs to the database',
  database_beats: 'belongs to the database',
  schedule_ticks: 'a tick is the work of the whole service',
  sign_in_failures: 'an address may belong to members of several organizations, or to nobody',
  record_leases: 'a record of one tenant may be changed by two organizations that reach it through two apps',
  agent_spend: 'sums of one key and those that followed it, by the id of the first',
  look_alike_locks: 'digests that a create holds while it is let pass, by connection',
  request_budgets:
    'one statement changes the row of a connection and that of its app; the hosted app serves several organizations',
  notification_cursors: 'the batches of the hosted app are of several organizations',
  notification_gaps: 'the batches of the hosted app are of several organizations',
};
