/** An event of Chromium's trace, as far as it is read here. Times are microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of the thread. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Milliseconds of processor time that the main thread of the traced page spent on its tasks. Lighthouse's own
 * `mainthread-work-breakdown` counts how long the tasks lasted: half of that was waiting for a processor where a page,
 * its worker, the browser and the exchange share two.
 */
export function mainThreadMs(events: readonly TraceEvent[]): number {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const renderers = events.filter(
    ({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const worked = new Map(renderers.map((event) => [threadOf(event), 0]));
  for (const event of events) {
    const before = worked.get(threadOf(event));
    if (before === undefined || event.ph !== 'X' || !event.name.endsWith('RunTask')) continue;
    worked.set(threadOf(event), before + (event.tdur ?? 0));
  }
  const most = Math.max(0, ...worked.values());
  if (most === 0) throw new Error('the trace has no task of a main thread');
  return most / 1000;
}
