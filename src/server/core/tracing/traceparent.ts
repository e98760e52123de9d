import type { SpanContext } from './tracer.ts';

/** Version, trace id, parent id, flags; later versions may append fields (W3C Trace Context, section 3.2). */
const pattern = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const sampledFlag = 1;

/**
 * Parses the header `traceparent`.
 *
 * @returns null for anything else, as for a header that was sent twice: the request then begins a trace of its own
 */
export function parseTraceparent(header: string | readonly string[] | undefined): SpanContext | null {
  const [, version = '', traceId = '', spanId = '', flags = '', rest] = pattern.exec(String(header)) ?? [];
  if (version === '' || version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & sampledFlag) === sampledFlag };
}

/** A span as the value of `traceparent` or `traceresponse`, version 00. */
export function formatTraceparent({ traceId, spanId, isSampled }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${isSampled ? sampledFlag : 0}`;
}
