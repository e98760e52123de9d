import { type Context, type Link, trace, TraceFlags } from '@opentelemetry/api';
import { type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace';

/**
 * Decides once, where a trace enters the exchange, and keeps to it: a span below one of the exchange follows it, a batch
 * is recorded when a command in it is. What a client asks for by the header's flag or by its choice of a trace id decides
 * nothing, so that nobody can fill the queue of spans; the samplers of the SDK trust one or the other.
 *
 * @param share of traces that are recorded, 0 to 1
 * @param random a number of at least 0 and less than 1
 */
export function entrySampler(share: number, random: () => number): Sampler {
  const isSampled = (context: Context, links: readonly Link[]): boolean => {
    const parent = trace.getSpanContext(context);
    if (parent !== undefined && parent.isRemote !== true) return isFlagged(parent.traceFlags);
    return links.length > 0 ? links.some((link) => isFlagged(link.context.traceFlags)) : random() < share;
  };
  return {
    shouldSample: (context, _traceId, _name, _kind, _attributes, links) => ({
      decision: isSampled(context, links) ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `entrySampler(${share})`,
  };
}

/** Whether the flags of a span say that its trace is recorded. */
export function isFlagged(flags: number): boolean {
  return (flags & TraceFlags.SAMPLED) !== 0;
}
