// A request of the log as a command for a shell. The key is a variable of the shell: the log has none.

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly idempotency_key: string | null;
  readonly body: unknown;
}

/** Returns undefined for a request of the console, which a key cannot repeat. */
export function curlOf(origin: string, { method, path, idempotency_key: key, body }: Asked): string | undefined {
  if (!path.startsWith('/v1/')) return undefined;
  const hasBody = body !== null && body !== undefined;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + path)}`,
    '-H "Authorization: Bearer $LEDGERPORT_API_KEY"',
    ...(key === null ? [] : [`-H ${quoted(`Idempotency-Key: ${key}`)}`]),
    ...(takesBody(method) ? [`-H ${quoted('Content-Type: application/json')}`] : []),
    ...(hasBody ? [`-d ${quoted(JSON.stringify(body))}`] : takesBody(method) ? ["-d '{}'"] : []),
  ];
  return lines.join(' \\\n  ');
}

/** True for a method whose request may have had a body. */
export function takesBody(method: string): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/** True if the log has shortened or masked it, so that it is not what was sent. */
export function isAltered(value: unknown): boolean {
  const text = typeof value === 'string' ? value : (JSON.stringify(value ?? null) as string);
  return /…|\[redacted\]|%5Bredacted%5D/.test(text);
}

/** A word of a POSIX shell, in which nothing is expanded. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
