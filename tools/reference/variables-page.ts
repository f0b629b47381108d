// Makes docs/reference/variables.md from .env.example, which tests compare with what hosts read.

/** Comment lines, and the variables after them. */
interface Entry {
  readonly says: string;
  readonly variables: readonly string[];
}

/** Each group's title, by its first variable. */
const titles: Readonly<Record<string, string>> = {
  NODE_ENV: 'Production or not',
  HOST: 'Addresses',
  DATA_DIR: 'Data',
  ENCRYPTION_KEYS: 'Secrets',
  REDIRECT_ORIGINS: 'Origins',
  TLS_CERT_FILE: 'HTTPS',
  HTTP_MAX_CONNECTIONS: 'Limits of an HTTP host',
  ALLOW_HTTP: 'Webhooks in development',
  READ_ONLY: 'Reading only, logs',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'Traces',
  WORKER_CONCURRENCY: 'Workers, metrics, reconciliation',
  RETAIN_OPERATIONS_DAYS: 'How long data is kept',
  LEDGER_PROFILE: 'The provider',
  HOSTED_APP_CLIENT_ID: 'The hosted app',
  SANDBOX_PORT: 'The sandbox, tests',
};

export function variablesPage(example: string): string {
  const [head = '', ...groups] = example.split(/\n\n+/);
  const introduction = asMarkdown(head.split('\n').map(uncommented).join('\n'));
  return ['# Variables', introduction, ...groups.map(titled)]
    .map((part) => part.trim())
    .join('\n\n')
    .concat('\n');
}

function titled(group: string): string {
  const entries = entriesOf(group);
  const [first = ''] = entries.find(({ variables }) => variables.length > 0)?.variables ?? [];
  const title = titles[first.replace(/=.*/, '')];
  if (title === undefined) throw new Error(`tools/reference/variables-page.ts: what begins with ${first} has no title`);
  return `## ${title}\n\n${entries.map(shown).join('\n')}`;
}

function entriesOf(group: string): readonly Entry[] {
  const entries: { says: string[]; variables: string[] }[] = [];
  for (const line of group.trim().split('\n')) {
    const variable = /^#?([A-Z][A-Z0-9_]*=.*)$/.exec(line)?.[1];
    let last = entries.at(-1);
    // A comment after a variable belongs to the next variable.
    if (!last || (variable === undefined && last.variables.length > 0)) {
      last = { says: [], variables: [] };
      entries.push(last);
    }
    if (variable === undefined) last.says.push(uncommented(line));
    else last.variables.push(variable);
  }
  return entries.map(({ says, variables }) => ({ says: says.join(' '), variables }));
}

function shown({ says, variables }: Entry): string {
  const names = variables.map((variable) => `\`${variable.replace(/=$/, '')}\``).join(' · ');
  return names === '' ? asMarkdown(says) : `- ${names}<br>\n  ${asMarkdown(says)}`;
}

/** Escapes Markdown's characters outside code, and links page names. */
function asMarkdown(text: string): string {
  const parts = text.split(/(`[^`]*`)/);
  return parts
    .map((part, i) => {
      if (i % 2 === 1) return part;
      return part.replace(/[<*_]/g, '\\$&').replace(/docs\/([a-z-]+\.md)/g, '[$1](../$1)');
    })
    .join('');
}

function uncommented(line: string): string {
  return line.replace(/^# ?/, '');
}
