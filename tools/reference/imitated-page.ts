// Makes docs/reference/imitated.md from the tables of the sandbox.
import { doubtful, doubtfulNames } from '../../adapters/ledger-sandbox/control/doubtful.ts';
import { assumptions, evidences, imitated } from '../../adapters/ledger-sandbox/control/imitated.ts';

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;

export function imitatedPage(): Readonly<Record<string, string>> {
  const checks = [
    ...doubtfulNames.map((name) => `- [ ] \`${name}\`: ${doubtful[name].check}`),
    ...assumptions.map(({ assumed, check }) => `- [ ] ${assumed}: ${check}`),
  ];
  return {
    evidence: Object.entries(evidences)
      .map(([word, meaning]) => row(word, meaning))
      .join('\n'),
    areas: imitated.map(({ area, evidence, weaker = '' }) => row(area, evidence.join(', '), weaker)).join('\n'),
    doubtful: doubtfulNames
      .map((name) => row(`\`${name}\``, doubtful[name].does, doubtful[name].kinder, doubtful[name].evidence))
      .join('\n'),
    assumed: assumptions.map(({ assumed }) => `- ${assumed}`).join('\n'),
    checks: checks.join('\n'),
  };
}
