import type { ChatAnswer, Topic, TopicKind, TopicPayloads } from '#protocol/core/stream/channels.ts';
import type { Code } from '#protocol/core/codes.ts';
import type { ChatAct } from '#protocol/chat/entities.ts';

/**
 * What tabs and the hub say to each other. The hub holds one socket for all tabs of the app; nothing in it
 * outlives it, so it can die unseen: a tab that meets another epoch says everything again.
 */

/** Whether the stream is up. `offline` is the wait between two tries. */
export type ConnectionState = 'connecting' | 'online' | 'offline';

/**
 * Where what is shown comes from. What was polled is a few seconds old when it comes, and counts as old: nothing is
 * bought or sold at such a price.
 */
export type TopicSourceName = 'stream' | 'polled';

/** What a tab says. `generation` counts the accounts a tab has shown; the hub gives it back with account data. */
export type TabMessage =
  | {
      readonly kind: 'hello';
      /** Name of the Web Lock that the tab holds as long as it lives. */
      readonly tab: string;
      /** Address of the stream. */
      readonly url: string;
      /** Where the addresses of all calls begin, for when the network does not let the stream through. */
      readonly calls: string;
      readonly visible: boolean;
      readonly token: string | null;
      readonly generation: number;
    }
  | { readonly kind: 'token'; readonly token: string | null; readonly generation: number }
  | { readonly kind: 'subscribe'; readonly topics: readonly Topic[] }
  | { readonly kind: 'unsubscribe'; readonly topics: readonly Topic[] }
  /** Everything again from snapshots: the user pulled to refresh. */
  | { readonly kind: 'refresh' }
  | { readonly kind: 'visible'; readonly visible: boolean }
  /** The last updates have been taken in; until then the hub gathers and sends none. */
  | { readonly kind: 'taken' }
  /** Connect now instead of waiting: the device says that it is online again. */
  | { readonly kind: 'retry' }
  /** The user moved money or changed an order: what is polled of the account is asked for again at once. */
  | { readonly kind: 'acted' }
  /** A chat action of the generation's user; answered by `done`. */
  | { readonly kind: 'chat'; readonly id: string; readonly act: ChatAct; readonly generation: number }
  | { readonly kind: 'bye' };

/** One topic's news, already merged: a snapshot replaces, a delta adds to what the tab has. */
export interface TopicUpdate<Kind extends TopicKind = TopicKind> {
  readonly topic: Topic;
  readonly is: 'snapshot' | 'delta';
  readonly source: TopicSourceName;
  readonly data: TopicPayloads[Kind];
}

/** What the hub says. */
export type HubMessage =
  | { readonly kind: 'epoch'; readonly epoch: string }
  /** Also comes with every heartbeat, so that a tab knows that the hub lives. Times are the device's. */
  | {
      readonly kind: 'connection';
      readonly state: ConnectionState;
      readonly sinceMs: number;
      /** Server time less device time, or null before it is known. */
      readonly offsetMs: number | null;
      /** While the network blocks the stream and HTTP has answered: since when the oldest of it is shown; else null. */
      readonly polledAsOfMs: number | null;
    }
  /** Whether the exchange knows the token the tab gave with this generation; comes again when that changes. */
  | { readonly kind: 'session'; readonly generation: number; readonly signedIn: boolean }
  | { readonly kind: 'updates'; readonly generation: number; readonly updates: readonly TopicUpdate[] }
  | { readonly kind: 'refused'; readonly topic: Topic; readonly code: Code }
  /** What came of a `chat`; null when no answer came: it may or may not be done, and may be sent again. */
  | { readonly kind: 'done'; readonly id: string; readonly answer: Pick<ChatAnswer, 'code' | 'data'> | null };

/** Names that tabs and workers of one origin share. */
export const hubNames = {
  sharedWorker: 'dunlin.hub',
  /** The worker of an elected tab, and that of a tab of its own. */
  electedWorker: 'dunlin.hub.elected',
  ownWorker: 'dunlin.hub.own',
  /** The lock whose holder runs the hub where there is no SharedWorker. */
  leaderLock: 'dunlin.hub.leader',
  /** Carries an epoch from each hub that starts, and all messages where there is no SharedWorker. */
  channel: 'dunlin.hub',
  /** A tab's own lock, before its id. */
  tabLock: 'dunlin.tab.',
} as const;

/** Messages on the broadcast channel, which every context receives: `to` names the tab, `from` the sender. */
export type Broadcast =
  /** A tab that just came asks the hub to announce itself. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'epoch'; readonly epoch: string }
  | { readonly kind: 'toHub'; readonly from: string; readonly message: TabMessage }
  | { readonly kind: 'toTab'; readonly to: string; readonly message: HubMessage };
