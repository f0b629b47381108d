// The chart makes what the manifests for Kubernetes say. It uses only actions that this test can carry out; where there is a
// helm, it lints and renders the chart, too (.github/workflows/ci.yml has one).
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { parse, parseAllDocuments } from 'yaml';
import { leaveOut } from '../../tools/left-out.ts';

type Tree = { [key: string]: Tree };

const chart = 'deploy/helm/ledgerport';
const read = (file: string) => readFileSync(path.join(chart, file), 'utf8');
const { appVersion, version } = parse(read('Chart.yaml')) as { appVersion: string; version: string };
const values = (...on: readonly string[]): Tree => {
  const all = parse(read('values.yaml')) as Tree;
  for (const name of on) Object.assign(all[name] ?? {}, { enabled: true });
  return all;
};

/** Paths, `or` and `if`, as Go's templates mean them; throws at any other action. */
function rendered(template: string, given: Tree): unknown[] {
  const context = { Values: given, Chart: { AppVersion: appVersion }, Release: { Revision: 3 } };
  const at = (place: string): unknown =>
    place
      .slice(1)
      .split('.')
      .reduce<unknown>((tree, step) => {
        if (tree === null || typeof tree !== 'object' || !(step in tree)) throw new Error(`${place} is no value`);
        return (tree as Tree)[step];
      }, context);
  const text = template
    .replace(/^\{\{- if (\.[\w.]+) \}\}\n([\s\S]*)\{\{- end \}\}\n$/, (_, place, body) => (at(place) ? body : ''))
    .replaceAll(/\{\{ (?:or (\.[\w.]+) )?(\.[\w.]+) \}\}/g, (_, first, last) =>
      String((first && at(first)) || at(last)),
    );
  if (text.includes('{{'))
    throw new Error(`an action that the test does not know: ${text.slice(text.indexOf('{{'), 80)}`);
  const documents = parseAllDocuments(text);
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).to.deep.equal([]);
  return documents.map((one) => one.toJS()).filter((one) => one !== null);
}

const templates = globSync('templates/*.yaml', { cwd: chart }).sort();

describe('the Helm chart', () => {
  it('makes of each manifest the same, of the image in its values', () => {
    expect([version, appVersion]).to.deep.equal(Array(2).fill(parse(readFileSync('package.json', 'utf8')).version));
    for (const template of templates) {
      const manifest = readFileSync(path.join('deploy/kubernetes', path.basename(template)), 'utf8');
      const expected = parseAllDocuments(
        manifest.replaceAll('image: ledgerport', `image: registry.example.com/ledgerport:${version}`),
      ).map((one) => one.toJS());
      const made = rendered(read(template), values('autoscaling', 'ingress', 'podMonitor')) as Tree[];
      if (template.endsWith('migrate.yaml')) {
        expect(made[0]?.['metadata']).to.include({ name: 'ledgerport-migrate-3' });
        expect(made[0]?.['metadata']?.['annotations']).to.include({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
        Object.assign(made[0] ?? {}, { metadata: expected[0].metadata });
      }
      expect(made, template).to.deep.equal(expected);
    }
  });

  it('makes only what is switched on, and of other values something else', () => {
    const named = (on: Tree) => templates.filter((file) => rendered(read(file), on).length > 0);
    expect(named(values()).map((file) => path.basename(file, '.yaml'))).to.deep.equal([
      ...['http', 'migrate', 'network-policy', 'worker'],
    ]);
    const other = { ...values(), secretName: 'other', image: { repository: 'r', tag: '9' } } as unknown as Tree;
    expect(JSON.stringify(rendered(read('templates/worker.yaml'), other)))
      .to.contain('"r:9"')
      .and.contain('"other"');
  });

  it('takes the values that its schema names, and no other', () => {
    const check = new Ajv({ strict: false }).compile(JSON.parse(read('values.schema.json')));
    expect([check(values()), check.errors]).to.deep.equal([true, null]);
    for (const wrong of [
      { replicas: 3 },
      { worker: { replicas: 0 } },
      { secretName: 'A b' },
      { ingress: { hots: 'x' } },
    ]) {
      expect(check({ ...values(), ...wrong }), JSON.stringify(wrong)).to.equal(false);
    }
  });

  it('is linted and rendered by helm', function () {
    if (spawnSync('helm', ['version']).error) return leaveOut(this, 'there is no helm here');
    for (const args of [
      ['lint', '--strict', chart],
      ['template', 'x', chart, '--set', 'ingress.enabled=true'],
    ]) {
      const { status, stdout, stderr } = spawnSync('helm', args, { encoding: 'utf8' });
      expect(status, stdout + stderr).to.equal(0);
    }
  });
});
