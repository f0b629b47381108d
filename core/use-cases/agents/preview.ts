// What a preview of an agent's write says: it asks what the gate asks, and holds no lock, because it lets nothing pass.
import { badRequest, type ServiceError } from '../../domain/errors.ts';
import { limitsAfter } from '../../domain/limits-after.ts';
import type { Preview } from '../../domain/preview.ts';
import { markedCreates } from '../writes/likeness.ts';
import { judge, lookingOf, type Passing, type Weighed } from './judge.ts';
import { type Found, isNamed } from './look-alikes.ts';
import { spentToday } from './spending.ts';

/** What the write is, beside what it meets. */
export type ShownWrite = Pick<Preview, 'item' | 'changes' | 'plan' | 'notChecked'>;

type Weighing = Pick<Weighed, 'creates' | 'asked' | 'isHigh'>;

/** Of a write that has nothing to send, and so meets nothing. */
export const nothingToSend: Weighing = { creates: [], asked: { amounts: [], writes: 0 }, isHigh: false };

/** `weighed`: as the gate would weigh it; undefined if there is nothing to send. Writes nothing, here or there. */
export async function previewOf(passing: Passing, weighed: Weighing | undefined, shown: ShownWrite): Promise<Preview> {
  const { ports, agent } = passing;
  const { storage } = ports;
  const { creates: given, asked, isHigh } = weighed ?? nothingToSend;
  const looking = lookingOf(passing, '');
  const creates = await markedCreates(storage, looking, given);
  const spentNow = () => spentToday(ports, agent);
  const judged = await judge(storage, { agent, looking, creates, asked, isHigh, canWait: true, spentNow });
  const meets = weighed ? judged : { ...judged, because: undefined, refusal: undefined, passed: [] };
  return {
    preview: true,
    ...shown,
    lookAlikes: meets.found.map(toldOf),
    approval: meets.because === undefined ? 'none' : 'needed',
    approvalReason: meets.because ?? null,
    refusal: meets.refusal ? refusalOf(meets.refusal) : null,
    limits: { ...limitsAfter(agent.limits, asked, meets.spent), over: meets.passed.length > 0, passed: meets.passed },
  };
}

function toldOf(found: Found): Preview['lookAlikes'][number] {
  const { providerId: _, ...lookAlike } = found.lookAlike;
  return { ...lookAlike, ofItem: found.create.itemKey ?? null, isNamed: isNamed(found) };
}

function refusalOf({ code, message, details }: ServiceError): Preview['refusal'] {
  return { code, reason: details.reason ?? '', message };
}

/** BAD_REQUEST for a caller whose writes meet nothing of it. */
export function onlyForAgents(): ServiceError {
  return badRequest(
    'preview',
    'tells what an agent key meets; other keys look before a create or a change by validate_only',
  );
}
