// Gateways that take a record for what it is not, or do not know their own again.
import { type GatewaySpoiler, rewritten, sentBody } from './spoiler.ts';

export const likenessSaboteurs: readonly GatewaySpoiler[] = [
  {
    name: 'takes every record of the family for its own',
    spoil: (good) => ({ ...good, couldBe: (write, record) => write.type === record.type }),
  },
  {
    name: 'knows no record again',
    spoil: (good) => ({ ...good, couldBe: () => false }),
  },
  {
    name: 'knows a record again by its reference',
    spoil: (good) => ({
      ...good,
      couldBe: (write, { native }) => {
        const [sent] = Object.values(sentBody(write) as Record<string, readonly { Reference?: string }[]>);
        return sent?.[0]?.Reference === native['Reference'];
      },
    }),
  },
  {
    name: 'does not compare lines',
    spoil: (good) => ({
      ...good,
      couldBe: (write, record) =>
        good.couldBe(
          rewritten(write, ({ LineItems: _lines, ...rest }) => ({
            ...rest,
            ...(record.native['LineItems'] === undefined ? {} : { LineItems: record.native['LineItems'] }),
          })),
          record,
        ),
    }),
  },
  {
    name: 'takes no cancelled document for its own',
    spoil: (good) => ({
      ...good,
      couldBe: (write, record) => good.couldBe(write, record) && record.fields['status'] !== 'VOIDED',
    }),
  },
];
