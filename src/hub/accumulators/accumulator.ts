import type { TopicKind, TopicPayloads } from '#protocol/core/stream/channels.ts';

/**
 * Several frames of one topic merged. As `state` it is the current topic, begun by a snapshot;
 * as `changes` it is one delta that does what all the deltas put in would have done.
 */
export interface Accumulator<Payload = TopicPayloads[TopicKind]> {
  add(data: Payload): void;
  /** The sum: one payload, or for candles several when one ended and the next began. */
  read(): readonly Payload[];
  /** How many rows are held. */
  readonly size: number;
}
