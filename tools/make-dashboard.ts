// Writes docs/grafana/ledgerport.json, the dashboard of the metrics: `node tools/make-dashboard.ts && npm run format`.
// tests/dashboard.test.ts holds it to the metrics that there are.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export const dashboardFile = 'docs/grafana/ledgerport.json';

type Query = readonly [expression: string, legend: string];
interface Panel {
  readonly title: string;
  /** One of Grafana's. */
  readonly unit: string;
  readonly queries: readonly Query[];
}

const rate = (metric: string, by: string) => `sum by (${by}) (rate(${metric}{job=~"$job"}[$__rate_interval]))`;
const sum = (metric: string, by: string) => `sum by (${by}) (${metric}{job=~"$job"})`;
const most = (metric: string, by: string) => `max by (${by}) (${metric}{job=~"$job"})`;
const quantile = (share: number, metric: string, by?: string) =>
  `histogram_quantile(${share}, ${rate(`${metric}_bucket`, by === undefined ? 'le' : `le, ${by}`)})`;
const slow = (metric: string): readonly Query[] => [
  [quantile(0.5, metric), 'half'],
  [quantile(0.95, metric), '95 %'],
  [quantile(0.99, metric), '99 %'],
];
const p = 'ledgerport_';
const errors = `sum(rate(${p}http_requests_total{job=~"$job",status=~"5.."}[$__rate_interval]))`;
const all = `sum(rate(${p}http_requests_total{job=~"$job"}[$__rate_interval]))`;

const rows: Readonly<Record<string, readonly Panel[]>> = {
  Requests: [
    { title: 'Rate by route', unit: 'reqps', queries: [[rate(`${p}http_requests_total`, 'route'), '{{route}}']] },
    { title: 'Share of 5xx', unit: 'percentunit', queries: [[`${errors} / ${all}`, '5xx']] },
    { title: 'Refusals', unit: 'reqps', queries: [[rate(`${p}http_requests_total`, 'status'), '{{status}}']] },
    { title: 'Duration', unit: 's', queries: slow(`${p}http_request_seconds`) },
    {
      title: 'Duration by route, 95 %',
      unit: 's',
      queries: [[quantile(0.95, `${p}http_request_seconds`, 'route'), '{{route}}']],
    },
    { title: 'In flight', unit: 'short', queries: [[sum(`${p}http_requests_in_flight`, 'instance'), '{{instance}}']] },
  ],
  Provider: [
    {
      title: 'Calls by status',
      unit: 'reqps',
      queries: [[rate(`${p}provider_call_seconds_count`, 'status'), '{{status}}']],
    },
    { title: 'Duration of calls', unit: 's', queries: slow(`${p}provider_call_seconds`) },
    {
      title: 'Refused by the budget',
      unit: 'reqps',
      queries: [[rate(`${p}provider_budget_refusals_total`, 'lane, reason'), '{{lane}} {{reason}}']],
    },
    {
      title: 'Waited for the budget, 95 %',
      unit: 's',
      queries: [[quantile(0.95, `${p}provider_budget_wait_seconds`, 'lane'), '{{lane}}']],
    },
  ],
  'Work and events': [
    { title: 'Events announced', unit: 'ops', queries: [[rate(`${p}events_total`, 'type'), '{{type}}']] },
    {
      title: 'Attempts ended',
      unit: 'ops',
      queries: [[rate(`${p}worker_ended_total`, 'type, outcome'), '{{type}} {{outcome}}']],
    },
    {
      title: 'Attempts’ duration, 95 %',
      unit: 's',
      queries: [[quantile(0.95, `${p}worker_run_seconds`, 'type'), '{{type}}']],
    },
    { title: 'Due', unit: 'short', queries: [[most(`${p}queue_due`, 'lane'), '{{lane}}']] },
    {
      title: 'Paused endpoints and what they hold',
      unit: 'short',
      queries: [
        [`max(${p}webhook_endpoints_paused{job=~"$job"})`, 'endpoints'],
        [`max(${p}deliveries_held{job=~"$job"})`, 'deliveries'],
      ],
    },
    { title: 'Longest due', unit: 's', queries: [[most(`${p}queue_oldest_due_seconds`, 'lane'), '{{lane}}']] },
    {
      title: 'From due to start, 95 %',
      unit: 's',
      queries: [[quantile(0.95, `${p}worker_start_lag_seconds`, 'lane'), '{{lane}}']],
    },
    {
      title: 'Slots',
      unit: 'short',
      queries: [
        [sum(`${p}worker_running`, 'lane'), 'running {{lane}}'],
        [sum(`${p}worker_parked`, 'lane'), 'parked {{lane}}'],
        [`sum(${p}worker_slots{job=~"$job"})`, 'slots'],
      ],
    },
    {
      title: 'Claims',
      unit: 'ops',
      queries: [
        [rate(`${p}worker_claims_total`, 'outcome'), 'claims {{outcome}}'],
        [rate(`${p}worker_claimed_total`, 'type'), '{{type}}'],
      ],
    },
    { title: 'Duration of claims', unit: 's', queries: slow(`${p}worker_claim_seconds`) },
    {
      title: 'Leases and lost workers',
      unit: 'ops',
      queries: [
        [rate(`${p}worker_lease_renewals_total`, 'outcome'), 'leases {{outcome}}'],
        [rate(`${p}worker_sweeps_total`, 'instance'), 'sweeps {{instance}}'],
        [rate(`${p}worker_swept_total`, 'instance'), 'put back {{instance}}'],
      ],
    },
    {
      title: 'Held back, stuck, clock',
      unit: 'short',
      queries: [
        [most(`${p}worker_held`, 'reason'), 'held: {{reason}}'],
        [most(`${p}worker_stuck_loops`, 'instance'), 'stuck loops {{instance}}'],
        [most(`${p}worker_clock_apart_seconds`, 'instance'), 'seconds apart {{instance}}'],
      ],
    },
  ],
  Processes: [
    {
      title: 'Database connections',
      unit: 'short',
      queries: [
        [sum(`${p}database_connections`, 'instance, state'), '{{instance}} {{state}}'],
        [sum(`${p}database_waiting`, 'instance'), '{{instance}} waiting'],
      ],
    },
    {
      title: 'Event loop, 99 %',
      unit: 's',
      queries: [[most('nodejs_eventloop_lag_p99_seconds', 'instance'), '{{instance}}']],
    },
    { title: 'Memory', unit: 'bytes', queries: [[most('process_resident_memory_bytes', 'instance'), '{{instance}}']] },
    {
      title: 'Processor',
      unit: 'percentunit',
      queries: [[rate('process_cpu_seconds_total', 'instance'), '{{instance}}']],
    },
    { title: 'Builds', unit: 'short', queries: [[`count by (version) (${p}build_info{job=~"$job"})`, '{{version}}']] },
  ],
};

const width = 8;
const height = 8;
// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Grafana's.
const datasource = { type: 'prometheus', uid: '${datasource}' };

/** Three panels a line, a heading above each group. */
function panels(): readonly object[] {
  let [y, id] = [0, 0];
  return Object.entries(rows).flatMap(([title, group]) => {
    const heading = {
      id: ++id,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x: 0, y: y++, w: 24, h: 1 },
      panels: [],
    };
    const made = group.map(({ title, unit, queries }, i) => ({
      ...{ id: ++id, type: 'timeseries', title, datasource },
      gridPos: { x: (i % 3) * width, y: y + Math.floor(i / 3) * height, w: width, h: height },
      fieldConfig: { defaults: { unit, min: unit === 'short' ? undefined : 0 }, overrides: [] },
      targets: queries.map(([expr, legendFormat], at) => ({ refId: String.fromCharCode(65 + at), expr, legendFormat })),
    }));
    y += Math.ceil(group.length / 3) * height;
    return [heading, ...made];
  });
}

export function dashboard(): string {
  const variable = { includeAll: true, multi: true, allValue: '.*', current: { text: 'All', value: '$__all' } };
  const query = `label_values(${p}build_info, job)`;
  const made = {
    ...{
      uid: 'ledgerport',
      title: 'Ledgerport',
      schemaVersion: 39,
      editable: true,
      refresh: '30s',
      tags: ['ledgerport'],
    },
    time: { from: 'now-3h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source' },
        { name: 'job', type: 'query', label: 'Job', datasource, query, definition: query, refresh: 2, ...variable },
      ],
    },
    panels: panels(),
  };
  return `${JSON.stringify(made, null, 2)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(dashboardFile, dashboard());
