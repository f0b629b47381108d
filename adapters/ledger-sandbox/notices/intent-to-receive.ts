/** The provider's check of a receiver, which must answer wrong signatures with 401 and the right one with 200. */
import type { AppRecord } from '../access/app-record.ts';
import { entropy } from './batch-queue.ts';
import { postNotification, signedPosting } from './post-notification.ts';
import { signBody } from './signature.ts';

export interface IntentAttempt {
  readonly signature: 'right' | 'wrong';
  /** 0 stands for no answer within five seconds. */
  readonly status: number;
}

export interface IntentResult {
  readonly ok: boolean;
  readonly attempts: readonly IntentAttempt[];
}

/** Changes one character of the right signature. */
function nearMiss(signature: string): string {
  return (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
}

export async function checkIntent(app: AppRecord, signatureHeader: string): Promise<IntentResult> {
  const { webhookUrl = '', webhookKey = '' } = app;
  // Provider: the body has this odd spacing, so that only the raw bytes verify.
  const body = `{"events":[],"firstEventSequence": 0,"lastEventSequence": 0, "entropy": "${entropy()}"}`;
  const right = signedPosting(webhookUrl, webhookKey, body, signatureHeader);
  const wrong = [signBody(`${webhookKey}x`, body), nearMiss(right.signature), 'bm90IGEgc2lnbmF0dXJl'];
  const attempts: IntentAttempt[] = [];
  for (const signature of wrong) {
    attempts.push({ signature: 'wrong', status: await postNotification({ ...right, signature }) });
  }
  attempts.push({ signature: 'right', status: await postNotification(right) });
  const ok = attempts.every(({ signature, status }) => status === (signature === 'right' ? 200 : 401));
  return { ok, attempts };
}
