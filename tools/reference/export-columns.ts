// Writes the columns of each exported list into docs/exports.md.
import { exportedLists } from '../../core/console/exported-lists.ts';
import type { CorePorts } from '../../core/ports/core-ports.ts';

/** The page with the rows of today; a list without a row, or a row without a list, is a fault. */
export function withColumns(page: string): string {
  // Columns follow from the answers' schemas; no list is read.
  const lists = exportedLists({ storage: {} } as CorePorts);
  return Object.entries(lists).reduce((text, [name, { columns }]) => {
    const row = new RegExp(`^\\| \`${name}\` \\| .* \\|$`, 'm');
    if (!row.test(text)) throw new Error(`docs/exports.md has no row of ${name}`);
    return text.replace(row, `| \`${name}\` | ${columns.map((path) => `\`${path.join('.')}\``).join(', ')} |`);
  }, page);
}
