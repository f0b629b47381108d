import path from 'node:path';
import Database from 'better-sqlite3';

/** Lays what happened in the last minute over the day before, and what was used over the month: charts want a past. */
export function spreadOverTime(dataDir: string): void {
  const database = new Database(path.join(dataDir, 'ledgerport.db'));
  database.exec(`
    create temp table shifts as
      select id, (abs(random()) % 82000000) as ms from operations
      where organization_id <> 'org_system';
    update operations set
      created_at = created_at - (select ms from shifts where shifts.id = operations.id),
      finished_at = finished_at - (select ms from shifts where shifts.id = operations.id)
      where id in (select id from shifts);
    insert or ignore into usage_days (organization_id, environment, day, meter, connection_id, quantity)
      with recursive
        back(n) as (select 1 union all select n + 1 from back where n < 29),
        today as (
          select organization_id, environment, meter, connection_id, sum(quantity) as quantity
          from usage_events group by 1, 2, 3, 4
        )
      select organization_id, environment, date('now', '-' || n || ' days'), meter, connection_id,
        cast(quantity * (1 + (abs(random()) % 100) / 40.0) as integer)
      from today, back where (abs(random()) % 10) > 0;
  `);
  database.close();
}
