// Gateways that take a record for what it is not, or do not know their own again.
import type { LedgerGateway } from '#core/ports';
import { type GatewaySpoiler, rewritten, sentBody, spoils } from './spoiler.ts';

export const likenessSaboteurs: readonly GatewaySpoiler[] = [
  spoils<LedgerGateway>('takes every record of the family for its own', () => ({
    couldBe: (write, record) => write.type === record.type,
  })),
  spoils<LedgerGateway>('knows no record again', () => ({ couldBe: () => false })),
  spoils<LedgerGateway>('knows a record again by its reference', () => ({
    couldBe: (write, { native }) => {
      const [sent] = Object.values(sentBody(write) as Record<string, readonly { Reference?: string }[]>);
      return sent?.[0]?.Reference === native['Reference'];
    },
  })),
  spoils<LedgerGateway>('does not compare lines', (good) => ({
    couldBe: (write, record) =>
      good.couldBe(
        rewritten(write, ({ LineItems: _lines, ...rest }) => ({
          ...rest,
          ...(record.native['LineItems'] === undefined ? {} : { LineItems: record.native['LineItems'] }),
        })),
        record,
      ),
  })),
  spoils<LedgerGateway>('takes no cancelled document for its own', (good) => ({
    couldBe: (write, record) => good.couldBe(write, record) && record.fields['status'] !== 'VOIDED',
  })),
];
