import type { Family, AssignedMarket, MarketAnswer, MarketCommands } from '../placement/messages.ts';

/**
 * The messages about a family's markets as bytes. Each names its kind, so that none is taken for another, and is checked
 * as a whole where it is received: what decodes throws an Error for anything but such a message.
 */
export interface FamilyCodec<Of extends Family> {
  /** Its name, as in its writers, duties and subjects. */
  readonly family: string;
  /** Commands of a market, on their way to the engine that runs it. */
  readonly encodeCommands: (commands: MarketCommands<Of>) => Buffer;
  readonly decodeCommands: (bytes: Uint8Array) => MarketCommands<Of>;
  /** The outcomes of commands. A failure crosses as any other of the link: the detail of a broken invariant stays. */
  readonly encodeAnswer: (answer: MarketAnswer<Of>) => Buffer;
  /** What the commands came to is not known when it throws. */
  readonly decodeAnswer: (bytes: Uint8Array) => MarketAnswer<Of>;
  /** A whole market: its bytes grow with what it holds, and may be more than one payload takes. */
  readonly encodeSnapshot: (snapshot: Of['snapshot']) => Buffer;
  readonly decodeSnapshot: (bytes: Uint8Array) => Of['snapshot'];
  /** What one commit changed in a market. */
  readonly encodeChange: (change: Of['change']) => Buffer;
  readonly decodeChange: (bytes: Uint8Array) => Of['change'];
  /** Markets that an engine is to run. */
  readonly encodeAssigned: (assigned: readonly AssignedMarket<Of>[]) => Buffer;
  readonly decodeAssigned: (bytes: Uint8Array) => AssignedMarket<Of>[];
}
