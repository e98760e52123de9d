import { currentSpan } from '../tracing/current-span.ts';
import type { Span, SpanFacts, Tracer } from '../tracing/tracer.ts';

/** What a command is, in traces. */
export interface CommandLabel {
  /** Its kind, as in `place`. */
  readonly command: string;
  /** Its pair or contract, which is a listed one; null when it is not known. */
  readonly pair: string | null;
}

/** What a command and its batch go through, one after the other. */
type Phase = 'queue' | 'read' | 'match' | 'commit' | 'answer';

/** A span that is divided into the phases below it. */
class PhasedSpan {
  readonly span: Span;
  readonly #tracer: Tracer;
  #phase: Span | null = null;
  #hasEnded = false;

  constructor(tracer: Tracer, span: Span) {
    this.#tracer = tracer;
    this.span = span;
  }

  enter(phase: Phase): void {
    this.#phase?.end();
    // A command that was answered as overdue may still be carried out.
    if (this.#hasEnded) this.#phase = null;
    else this.#phase = this.#tracer.start(phase, { parent: { context: this.span.context, isRemote: false } });
  }

  end(how: 'done' | 'failed'): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#phase?.end();
    if (how === 'failed') this.span.fail();
    this.span.end();
  }
}

/** The span of a command, from its submission to its reply. */
export class CommandSpan {
  readonly #phases: PhasedSpan;

  constructor(tracer: Tracer, span: Span) {
    this.#phases = new PhasedSpan(tracer, span);
    this.#phases.enter('queue');
  }

  get span(): Span {
    return this.#phases.span;
  }

  enter(phase: Phase): void {
    this.#phases.enter(phase);
  }

  /** Ends with the reply; a refusal is a failure of the command. @returns the reply */
  async until<Reply>(reply: Promise<Reply>): Promise<Reply> {
    let how: 'done' | 'failed' = 'failed';
    try {
      const answer = await reply;
      how = 'done';
      return answer;
    } finally {
      this.#phases.end(how);
    }
  }
}

/**
 * Starts the span of a command below the current span.
 *
 * @returns null when the current span is not sampled, or there is none
 */
export function commandSpan(tracer: Tracer, writer: string, label: () => CommandLabel): CommandSpan | null {
  const parent = currentSpan();
  if (parent === null || !parent.context.isSampled) return null;
  const { command, pair } = label();
  const facts: SpanFacts = {
    'dunlin.writer': writer,
    'dunlin.command': command,
    ...(pair === null ? {} : { 'dunlin.pair': pair }),
  };
  const span = tracer.start(`command ${writer} ${command}`, {
    parent: { context: parent.context, isRemote: false },
    facts,
  });
  return new CommandSpan(tracer, span);
}

/** A command of a batch, as far as traces are concerned. */
interface Traced {
  readonly span: CommandSpan | null;
}

/**
 * The span of a batch: a trace of its own, because its commands are of many traces. It has a link to each traced command
 * and each of those has one to it.
 */
export class BatchSpan {
  readonly #phases: PhasedSpan;

  constructor(tracer: Tracer, span: Span, batch: readonly Traced[]) {
    this.#phases = new PhasedSpan(tracer, span);
    for (const command of batch) command.span?.span.link(span.context);
    this.enter('read', batch);
  }

  /** @param batch what is still in it: the rest waits again */
  enter(phase: Exclude<Phase, 'queue'>, batch: readonly Traced[]): void {
    this.#phases.enter(phase);
    for (const { span } of batch) span?.enter(phase);
  }

  end(how: 'done' | 'failed'): void {
    this.#phases.end(how);
  }
}

/** Starts the span of a batch. @returns null when tracing is off or no command of the batch is traced */
export function batchSpan(tracer: Tracer | null, writer: string, batch: readonly Traced[]): BatchSpan | null {
  if (tracer === null) return null;
  const links = batch.flatMap(({ span }) => (span === null ? [] : [span.span.context]));
  if (links.length === 0) return null;
  const facts: SpanFacts = { 'dunlin.writer': writer, 'dunlin.batch_size': batch.length };
  return new BatchSpan(tracer, tracer.start(`batch ${writer}`, { links, facts }), batch);
}
