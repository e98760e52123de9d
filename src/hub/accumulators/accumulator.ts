import type { TopicKind, TopicPayloads } from '../../protocol/stream/channels.ts';

/**
 * What several frames of one topic come to. As `state` it is the topic as it stands, begun by a snapshot;
 * as `changes` it is one delta that does what all the deltas put in would have done.
 */
export interface Accumulator<Payload = TopicPayloads[TopicKind]> {
  add(data: Payload): void;
  /** The sum: one payload, or for candles several when one ended and the next began. */
  read(): readonly Payload[];
  /** How many rows are held. */
  readonly size: number;
}
