import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';
import { visible } from '#core/ports';

type Fields = Readonly<Record<string, unknown>>;

/** Writes lines for people, coloured unless NO_COLOR is set or the output is no terminal. */
export function readable(to: DestinationStream): DestinationStream {
  return {
    write: (line) => {
      const fields = JSON.parse(line) as Fields;
      if (!isPolling(fields)) to.write(`${lineOf(shownIn(fields) as Fields)}\n`);
    },
  };
}

/** Makes control characters of all texts visible; those of the colours come later. */
function shownIn(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(shownIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [visible(name), shownIn(inner)]));
}

/** Hides the polling requests of the command line and the console. */
function isPolling({ msg, status, method, route, request_id }: Fields): boolean {
  if (msg !== 'request' || method !== 'GET' || Number(status) >= 400) return false;
  return String(request_id).startsWith('cli-poll-') || /\/accounting\//.test(String(route));
}

function lineOf({ time, level, msg, host: _host, err, ...fields }: Fields): string {
  const at = dim(String(time).slice(11, 23));
  if (msg === 'request') return `${at} ${requestOf(fields)}`;
  if (msg === 'provider call')
    return `${at} ${dim('  at the provider')} ${requestOf({ ...fields, route: fields['path'] })}`;
  const paint = level === 'error' ? 'red' : level === 'warn' ? 'yellow' : 'cyan';
  const known = Object.entries(fields).filter(([name, value]) => value !== null && !leftOut.has(name));
  const told = known.map(([name, value]) => `${name}=${shown(value)}`);
  const stack = (err as Fields | undefined)?.['stack'];
  const line = `${at} ${styleText(paint, String(level))} ${msg} ${dim(told.join(' '))}`.trimEnd();
  return stack ? `${line}\n${stack}` : line;
}

const leftOut = new Set(['organization_id', 'lease_token', 'run']);

function requestOf(fields: Fields): string {
  const { method, route, status, ms, request_id, code, reason, aborted } = fields;
  const path = String(route).replace(/:(connection_id|operation_id)/g, (whole, name: string) =>
    String(fields[name] ?? whole),
  );
  const paint = Number(status) >= 500 ? 'red' : Number(status) >= 400 ? 'yellow' : 'green';
  const more = [code, reason, aborted && 'aborted'].filter(Boolean).join(' ');
  return `${method} ${path} ${styleText(paint, String(status))} ${ms} ms ${dim(String(request_id))} ${more}`.trimEnd();
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const dim = (text: string): string => (text === '' ? '' : styleText('dim', text));
