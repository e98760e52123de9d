import * as v from 'valibot';
import { failureSchema } from '../bus/failures.ts';
import { count, name } from '../codecs/codec-parts.ts';

/**
 * What the active engine and those that run markets for it say to each other about that, whatever the family. The markets
 * themselves are the family's, as in `pair-wire.ts`.
 */

/** Raised when what these messages say changes: engines of another number neither assign each other markets nor run any. */
export const workerProtocol = 3;

export const heartbeatSchema = v.object({
  protocol: count,
  id: v.pipe(v.string(), v.uuid()),
  name,
  isLeaving: v.boolean(),
  /** How often it was connected to the broker; 0 from a version that does not say it. */
  connections: v.optional(count, 0),
  /** Market, epoch and sequence of each that is run. */
  markets: v.pipe(v.array(v.tuple([name, count, count])), v.maxLength(10_000)),
});

export type SentHeartbeat = v.InferInput<typeof heartbeatSchema>;

export const prepareSchema = v.object({ writer: name });

export const assignmentSchema = v.object({ writer: name, nth: count, holder: name, pauses: count });

export const revokeSchema = v.object({ holder: name });

export const snapshotSchema = v.object({ market: name, epoch: count });

export const partSchema = v.object({ id: name, index: count });

/** The head of an answer; what was answered is its body. */
export const workerAnswerSchema = v.union([
  v.object({ ok: v.literal(true) }),
  v.object({ none: v.literal(true) }),
  v.object({ notRun: v.literal(true) }),
  v.object({ parts: v.object({ id: name, count: v.pipe(count, v.maxValue(10_000)) }) }),
  v.object({ failure: failureSchema }),
]);
