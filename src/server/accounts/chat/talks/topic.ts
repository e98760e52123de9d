import type { AccountPart } from '#server/core/topics/account-part.ts';
import type { Chat } from '../chat.ts';
import type { Asks } from '../read-messages.ts';
import { talkOfSides, talksOf } from './read-talks.ts';

/** Open conversations in a snapshot of the account topic. */
const talksShown = 50;

/** What the conversations of orders publish to the accounts of their sides. */
export interface TalkTopicDeps {
  readonly asks: Asks;
  readonly chat: Pick<Chat, 'onMessages' | 'onTalkRead'>;
  readonly clock: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** The conversations of P2P orders in the account topic: last line, unread, read marks. */
export function talkAccount({ asks, chat, clock, onFailure }: TalkTopicDeps): AccountPart<'fiatTalks'> {
  return {
    fields: ['fiatTalks'],
    async load(owner) {
      const { rows } = await asks.query<{ fiat_order: string }>(
        `SELECT g.fiat_order FROM chat_members m JOIN chat_groups g ON g.id = m.group_id
          WHERE m.user_id = $1 AND g.kind = 'order' AND g.closed_at IS NULL ORDER BY g.id DESC LIMIT ${talksShown}`,
        [owner],
      );
      const orders = rows.map((row) => BigInt(row.fiat_order));
      return { fiatTalks: await talksOf(asks, orders, owner, clock()) };
    },
    publishTo(accounts) {
      const publish = async (order: string) => {
        if (accounts.isEmpty) return;
        for (const { owner, talk } of await talkOfSides(asks, BigInt(order), clock())) {
          accounts.changed(owner, { fiatTalks: [talk] });
        }
      };
      chat.onMessages((_, messages) => {
        const order = messages.at(-1)?.order;
        if (order !== undefined) void publish(order).catch(onFailure);
      });
      chat.onTalkRead((order) => void publish(order).catch(onFailure));
    },
  };
}
