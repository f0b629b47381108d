// Names a missing optional package and the command that installs it.
const purposes: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/server': 'agents are served by it (MCP_ENABLED)',
  'better-sqlite3': 'SQLite is reached by it, and the sandbox keeps its books in it',
  pg: 'PostgreSQL is reached by it',
};

/** Returns an error that names the missing package, or the thrown value. */
export function namingPackage(thrown: unknown): unknown {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (!('code' in error && /MODULE_NOT_FOUND$/.test(String(error.code)))) continue;
    const [, name = ''] = /^Cannot find (?:package|module) '([^'./][^']*)'/.exec(error.message) ?? [];
    const purpose = purposes[name] ? ` (${purposes[name]})` : '';
    if (name !== '') return new Error(`${name} is not installed${purpose}: npm install ${name}`, { cause: thrown });
  }
  return thrown;
}
