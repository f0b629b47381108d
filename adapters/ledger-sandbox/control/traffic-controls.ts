/** Controls over what happens to calls and notifications on their way. */
import { isObject, type JsonObject } from '../http/json.ts';
import { checkIntent } from '../notices/intent-to-receive.ts';
import type { Fault } from '../traffic/faults.ts';
import { onlyFields, optionalCount, optionalFlag, optionalText, requiredText, wrongField } from './control-fields.ts';
import type { ControlPorts, Controls } from './control-ports.ts';

const maxTimes = 1_000_000;
const maxHangMs = 600_000;
const maxRepeats = 100;

function objectField(body: JsonObject, field: string): JsonObject {
  const value = body[field];
  if (value === undefined || value === null) return {};
  return isObject(value) ? value : wrongField(field, 'must be an object');
}

function statusField(action: JsonObject): number | undefined {
  const status = optionalCount(action, 'status', 599);
  return status === undefined || status >= 200 ? status : wrongField('action.status', 'must be from 200 to 599');
}

function headerField(action: JsonObject): Readonly<Record<string, string>> {
  const entries = Object.entries(objectField(action, 'headers'));
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** Reads a fault. A body that is text is answered as it is, any other as JSON. */
function readFault(body: JsonObject): Fault {
  onlyFields(body, ['match', 'action', 'times']);
  const match = objectField(body, 'match');
  const action = objectField(body, 'action');
  onlyFields(match, ['method', 'path'], 'match.');
  onlyFields(action, ['status', 'headers', 'body', 'hang_ms', 'hang_after_ms', 'drop', 'store'], 'action.');
  const drop = optionalText(action, 'drop');
  if (drop !== undefined && drop !== 'before' && drop !== 'after') wrongField('action.drop', 'must be before or after');
  const status = statusField(action);
  const store = optionalFlag(action, 'store') ?? false;
  if (store && (status === undefined || drop === 'before'))
    wrongField('action.store', 'needs a status that is answered');
  const sent = action['body'];
  const isText = typeof sent === 'string' || sent === undefined || sent === null;
  const headers = headerField(action);
  return {
    method: optionalText(match, 'method')?.toUpperCase(),
    path: optionalText(match, 'path'),
    status,
    headers: isText ? headers : { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: isText ? (sent ?? '') : JSON.stringify(sent),
    hangMs: optionalCount(action, 'hang_ms', maxHangMs) ?? 0,
    hangAfterMs: optionalCount(action, 'hang_after_ms', maxHangMs) ?? 0,
    drop: drop === 'before' || drop === 'after' ? drop : undefined,
    store,
  };
}

export function trafficControls({
  books,
  clock,
  faults,
  limits,
  notifier,
  quirkSwitch,
  requests,
  ...ports
}: ControlPorts): Controls {
  return {
    'POST faults'(body) {
      const times = optionalCount(body, 'times', maxTimes) ?? 1;
      if (times > 0 && !faults.arm(readFault(body), times)) wrongField('body', 'arms too many faults');
      return {};
    },
    'DELETE faults'() {
      faults.clear();
      return {};
    },
    'POST notifications'(body) {
      onlyFields(body, ['paused', 'redeliver', 'skip', 'reorder']);
      const paused = optionalFlag(body, 'paused');
      const count = (field: string) => optionalCount(body, field, maxRepeats) ?? 0;
      const [redeliver, skip, reorder] = [count('redeliver'), count('skip'), count('reorder')];
      notifier.skip(skip);
      notifier.reorder(reorder);
      if (paused !== undefined) notifier.pause(paused);
      if (redeliver > 0) notifier.redeliver(redeliver);
      return {};
    },
    'POST intent-to-receive'(body) {
      const app = books.apps.get(requiredText(body, 'client_id')) ?? wrongField('client_id', 'is not registered');
      if (app.webhookUrl === undefined || app.webhookKey === undefined)
        wrongField('client_id', 'has no webhook_url and webhook_key');
      return checkIntent(app, ports.signatureHeader);
    },
    'POST clock'(body) {
      const seconds = optionalCount(body, 'advance_seconds', 10 * 366 * 86_400);
      clock.advance(seconds ?? wrongField('advance_seconds', 'is required'));
      notifier.wake();
      return {};
    },
    'POST quirks'(body) {
      return { quirks: quirkSwitch.set(body) };
    },
    'GET requests': () => ({ requests: requests.list() }),
    'DELETE requests'() {
      requests.clear();
      return {};
    },
    'DELETE state'() {
      books.clear();
      clock.reset();
      faults.clear();
      limits.clear();
      notifier.clear();
      quirkSwitch.reset();
      requests.clear();
      ports.reseed();
      return {};
    },
  };
}
