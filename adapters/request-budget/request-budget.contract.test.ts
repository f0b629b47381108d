import { requestBudgetContract, verify } from '#contract-tests';
import { createLocalRequestBudget } from './index.ts';

async function open() {
  let nowMs = Date.parse('2026-09-14T12:00:00Z');
  const clock = { now: () => new Date(nowMs), wait: async () => undefined };
  const advance = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  return { subject: { budget: createLocalRequestBudget({ clock }), advance }, close: async () => undefined };
}

verify(requestBudgetContract, { open }, { describe, it });
