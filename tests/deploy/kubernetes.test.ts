// What the manifests for Kubernetes promise, read from the files themselves.
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse, parseAllDocuments } from 'yaml';
import { lastOf, readDockerfile } from './dockerfile.ts';

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly { readonly secretRef: { readonly name: string } }[];
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly mountPath: string }[];
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string; readonly httpHeaders?: readonly object[] };
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly type?: string;
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly selector?: unknown;
    readonly scaleTargetRef?: { readonly name: string };
    readonly template?: {
      readonly metadata: { readonly labels: object; readonly annotations?: Readonly<Record<string, string>> };
      readonly spec: Pod;
    };
  };
}

interface Pod {
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext: object;
  readonly containers: readonly [Container];
}

const folder = 'deploy/kubernetes';
const kustomization = parse(readFileSync(`${folder}/kustomization.yaml`, 'utf8')) as {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
  readonly secretGenerator: readonly { readonly name: string; readonly envs: readonly string[] }[];
};
const optional = ['autoscaler.yaml', 'ingress.yaml', 'pod-monitor.yaml'];
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const manifests = [...kustomization.resources, ...optional].flatMap((file) =>
  parseAllDocuments(readFileSync(`${folder}/${file}`, 'utf8')).map((one) => one.toJS() as Manifest),
);
const find = (kind: string, name: string): Manifest => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
};
const podOf = ({ spec }: Manifest): Pod => {
  if (spec.template === undefined) throw new Error('it makes no pods');
  return spec.template.spec;
};
const deployments = ['ledgerport-http', 'ledgerport-worker'].map((name) => find('Deployment', name));
const job = find('Job', `ledgerport-migrate-${version.replaceAll('.', '-')}`);
const userOfImage = Number(
  lastOf(readDockerfile('Dockerfile').at(-1) ?? { base: '', name: undefined, instructions: [] }, 'USER').text.split(
    ':',
  )[0],
);

describe('the manifests for Kubernetes', () => {
  it('are complete and read as YAML without complaint', () => {
    expect(manifests.map(({ kind }) => kind).sort()).to.deep.equal(
      [
        ...['Deployment', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'Job', 'Namespace'],
        ...['NetworkPolicy', 'NetworkPolicy', 'PodDisruptionBudget', 'PodDisruptionBudget', 'PodMonitor', 'Service'],
      ].sort(),
    );
    for (const file of [...kustomization.resources, ...optional]) {
      const documents = parseAllDocuments(readFileSync(`${folder}/${file}`, 'utf8'));
      expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).to.deep.equal([]);
    }
    const [image] = kustomization.images;
    expect(image?.newTag).to.equal(version);
  });

  for (const manifest of [...deployments, job]) {
    it(`${manifest.metadata.name} runs without rights and writes to memory only`, () => {
      const { securityContext, containers, automountServiceAccountToken } = podOf(manifest);
      const [container] = containers;
      expect(containers).to.have.length(1);
      expect(automountServiceAccountToken).to.equal(false);
      expect(securityContext).to.deep.include({ runAsNonRoot: true, runAsUser: userOfImage });
      expect(securityContext).to.deep.include({ seccompProfile: { type: 'RuntimeDefault' } });
      expect(container.securityContext).to.deep.equal({
        ...{ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
        capabilities: { drop: ['ALL'] },
      });
      expect(container.volumeMounts.map(({ mountPath }) => mountPath)).to.deep.equal(['/tmp']);
      expect(container.image).to.equal(kustomization.images[0]?.name);
      expect(container.envFrom[0]?.secretRef.name).to.equal(kustomization.secretGenerator[0]?.name);
      const program = container.command?.[1] ?? 'dist/hosts/koa/main.js';
      expect(existsSync(program.replace(/^dist\/(.*)\.js$/, '$1.ts')), program).to.equal(true);
    });
  }

  for (const manifest of deployments) {
    it(`${manifest.metadata.name} is asked for health and readiness, and is given time to end`, () => {
      const { containers, terminationGracePeriodSeconds = 0 } = podOf(manifest);
      const [{ ports, lifecycle, ...container }] = containers;
      const ways = [container.startupProbe, container.livenessProbe, container.readinessProbe];
      expect(ways.map((probe) => probe?.httpGet.path)).to.deep.equal(['/health', '/health', '/ready']);
      for (const probe of ways) {
        expect(ports?.map(({ name }) => name)).to.include(probe?.httpGet.port);
        const says = [{ name: 'X-Forwarded-Proto', value: 'https' }];
        if (manifest.metadata.name === 'ledgerport-http') expect(probe?.httpGet.httpHeaders).to.deep.equal(says);
      }
      const beforeSeconds = Number(lifecycle?.preStop.exec.command[1] ?? 0);
      expect(terminationGracePeriodSeconds)
        .to.equal(35)
        .and.to.be.at.least(beforeSeconds + 20 + 10);
    });
  }

  it('what is asked from outside of a pod listens there, on the port that is named', () => {
    for (const [name, prefix] of [
      ['ledgerport-worker', 'WORKER'],
      ['ledgerport-http', 'METRICS'],
    ] as const) {
      const manifest = find('Deployment', name);
      const [{ env = [], ports = [] }] = podOf(manifest).containers;
      const set = Object.fromEntries(env.map((one) => [one.name, one.value]));
      const port = String(ports.at(-1)?.containerPort);
      expect(set).to.deep.equal({ [`${prefix}_HOST`]: '0.0.0.0', [`${prefix}_PORT`]: port });
      expect(manifest.spec.template?.metadata.annotations?.['prometheus.io/port']).to.equal(port);
    }
  });

  it('the service leads to the HTTP hosts, inside the cluster only', () => {
    const { type, selector, ports } = find('Service', 'ledgerport-http').spec;
    const { containers } = podOf(find('Deployment', 'ledgerport-http'));
    expect([type, ports?.[0]?.targetPort]).to.deep.equal(['ClusterIP', containers[0].ports?.[0]?.name]);
    expect({ matchLabels: selector }).to.deep.equal(find('Deployment', 'ledgerport-http').spec.selector);
    expect(find('HorizontalPodAutoscaler', 'ledgerport-http').spec.scaleTargetRef?.name).to.equal('ledgerport-http');
  });
});
