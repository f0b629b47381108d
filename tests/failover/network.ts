// Each node has a network namespace of its own, as a machine has its own network card, which can be cut.
import { spawnSync } from 'node:child_process';
import { run } from './machine.ts';

export interface Network {
  /** The address that the nodes see this machine at. */
  readonly own: string;
  addressOf(node: number): string;
  /** Words before a program that then runs in the node's namespace. */
  inside(node: number): readonly string[];
  /** Processes of the node, whoever started them. */
  pids(node: number): readonly number[];
  /** No packet goes in or out any more, and nobody is told. */
  cut(node: number): void;
  mend(node: number): void;
  close(): void;
}

export function openNetwork(nodes: number): Network {
  const id = (process.pid % 50_000).toString(36);
  const prefix = `10.${100 + (process.pid % 100)}.${(process.pid >> 7) % 250}`;
  const [bridge, own] = [`fobr${id}`, `${prefix}.254`];
  const numbers = Array.from({ length: nodes }, (_, n) => n + 1);
  const namespaceOf = (node: number) => `fo${id}-${node}`;
  const linkOf = (node: number) => `fo${id}v${node}`;
  const addressOf = (node: number) => `${prefix}.${node}`;
  const pids = (node: number) =>
    (spawnSync('ip', ['netns', 'pids', namespaceOf(node)], { encoding: 'utf8' }).stdout ?? '')
      .split('\n')
      .filter(Boolean)
      .map(Number);
  const close = () => {
    process.off('exit', close);
    for (const node of numbers) {
      // What was stopped and not continued ends by this signal, too.
      for (const pid of pids(node)) kill(pid, 'SIGKILL');
      spawnSync('ip', ['netns', 'del', namespaceOf(node)]);
      spawnSync('ip', ['link', 'del', linkOf(node)]);
    }
    spawnSync('ip', ['link', 'del', bridge]);
  };
  process.once('exit', close);
  try {
    run('ip', 'link', 'add', bridge, 'type', 'bridge');
    run('ip', 'addr', 'add', `${own}/24`, 'dev', bridge);
    run('ip', 'link', 'set', bridge, 'up');
    for (const node of numbers) {
      const [space, link] = [namespaceOf(node), linkOf(node)];
      run('ip', 'netns', 'add', space);
      run('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
      run('ip', 'link', 'set', link, 'master', bridge, 'up');
      run('ip', '-n', space, 'addr', 'add', `${addressOf(node)}/24`, 'dev', 'eth0');
      for (const device of ['eth0', 'lo']) run('ip', '-n', space, 'link', 'set', device, 'up');
    }
  } catch (error) {
    close();
    throw error;
  }
  return {
    ...{ own, addressOf, pids, close },
    inside: (node) => ['ip', 'netns', 'exec', namespaceOf(node)],
    cut: (node) => void run('ip', 'link', 'set', linkOf(node), 'down'),
    mend: (node) => void run('ip', 'link', 'set', linkOf(node), 'up'),
  };
}

/** A process that has ended meanwhile is no fault. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
