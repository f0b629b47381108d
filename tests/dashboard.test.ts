// The dashboard of docs/grafana against the metrics that the hosts have, and the page that lists them.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import {
  addDatabaseState,
  addProcessMetrics,
  countedPorts,
  createHostMetrics,
} from '../hosts/composition/host-metrics.ts';
import { addReplicaMetrics } from '../hosts/composition/watch-replica.ts';
import { addGauges } from '../hosts/worker/gauges.ts';
import { metricsObserver } from '../hosts/worker/metrics.ts';

/** What HTTP hosts and workers register, by name. */
function metricNames(): readonly string[] {
  const metrics = createHostMetrics();
  const now = () => new Date();
  countedPorts({} as never, metrics);
  addProcessMetrics(metrics, () => ({ used: 0, free: 0, waiting: 0 }));
  addDatabaseState(metrics, () => false);
  addReplicaMetrics(metrics, {} as never);
  metricsObserver(metrics.registry, now);
  addGauges(metrics.registry, { now } as never);
  const names = metrics.registry.getMetricsAsArray().map(({ name }) => name);
  metrics.registry.clear();
  return names;
}

function namesIn(text: string): ReadonlySet<string> {
  const found = [...text.matchAll(/\b(?:ledgerport|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  return new Set(found.map((name) => name.replace(/_seconds_(bucket|count|sum)$/, '_seconds')));
}

describe('the dashboard', () => {
  const names = metricNames();
  const own = names.filter((name) => name.startsWith('ledgerport_'));
  const expressions = [...readFileSync('docs/grafana/ledgerport.json', 'utf8').matchAll(/"expr": (".*")/g)].map(
    ([, text = '']) => text,
  );

  it('asks for metrics that there are, and has a panel for each of ours', () => {
    const asked = [...namesIn(expressions.join('\n'))];
    expect(asked.filter((name) => !names.includes(name))).to.deep.equal([]);
    expect(own.length).to.be.greaterThan(20);
    expect(own.filter((name) => !asked.includes(name))).to.deep.equal([]);
  });

  it('and docs/telemetry.md list the same metrics', () => {
    const listed = [...namesIn(readFileSync('docs/telemetry.md', 'utf8'))];
    expect(listed.filter((name) => name.startsWith('ledgerport_')).sort()).to.deep.equal([...own].sort());
  });

  it('and the alarms ask for metrics that there are; docs/operate.md says what to do at each', () => {
    const rules = readFileSync('docs/grafana/alarms.yaml', 'utf8');
    const alarms = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
    const explained = [...readFileSync('docs/operate.md', 'utf8').matchAll(/^\| `(Ledgerport\w+)` \|/gm)];
    expect(explained.map(([, name]) => name)).to.deep.equal(alarms);
    expect([...namesIn(rules)].filter((name) => !names.includes(name))).to.deep.equal([]);
    expect(namesIn(rules).size).to.be.greaterThan(5);
  });

  it('has parentheses in pairs', () => {
    for (const text of expressions) {
      expect(text.split('(').length, text).to.equal(text.split(')').length);
      expect(text.split('{').length, text).to.equal(text.split('}').length);
    }
  });
});
