// What the package registry says of known advisories and of its signatures, as far as it is reached from here.
import { spawnSync } from 'node:child_process';

export interface RegistryWord {
  readonly command: string;
  /** One line each; addresses are left out, because registries have private ones. */
  readonly lines: readonly string[];
}

const commands: readonly (readonly string[])[] = [
  ['audit', '--omit=dev', '--json'],
  ['audit', 'signatures'],
];
const timeoutMs = 120_000;
const mostLines = 12;

export function askRegistry(folder: string): readonly RegistryWord[] {
  return commands.map((args) => {
    const { stdout, stderr } = spawnSync('npm', [...args], { cwd: folder, encoding: 'utf8', timeout: timeoutMs });
    const lines = summaryOf(stdout) ?? [...plain(stderr), ...plain(stdout)];
    return { command: `npm ${args.join(' ')}`, lines: lines.slice(0, mostLines) };
  });
}

/** Of a whole audit: each advisory, or that there is none. */
function summaryOf(stdout: string): readonly string[] | undefined {
  const report = parsed(stdout);
  const found = report?.['vulnerabilities'];
  if (typeof found !== 'object' || found === null) return undefined;
  const lines = Object.entries(found).map(([name, one]) => `${name}: ${(one as { severity?: string }).severity}`);
  return lines.length === 0 ? ['no known advisories'] : lines;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

function plain(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => /^npm (warn|error)|audited|verified|signature/.test(line))
    .filter((line) => !/user config|complete log|proxy|npm error network (In|This)|^npm error network$/.test(line))
    .map((line) => line.replace(/https?:\/\/[^/\s"]*/g, '<registry>').replace(/ENOTFOUND \S+/, 'ENOTFOUND <host>'));
}
