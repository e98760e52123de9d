/** What was seen of the two PostgreSQL at one look. */
export interface PairView {
  readonly primaryAnswers: boolean;
  /** Whether the standby receives what is committed; unknown, so false, while the primary does not answer. */
  readonly standbyFollows: boolean;
}

/** What is to be done after a look. */
export type KeeperStep =
  | 'nothing'
  /** End the primary for certain where it is reached, and make the standby the primary. */
  | 'fail over'
  /** Let commits be acknowledged that only the primary has. */
  | 'continue alone'
  /** Acknowledge only what the standby has as well. */
  | 'require the standby';

/** A primary that does not answer for this long is replaced; a standby that does not follow is not waited for. */
export const failOverAfterMs = 2_000;
export const aloneAfterMs = 2_000;

/**
 * Decides over a primary and its synchronous standby. The standby is promoted only while every acknowledged commit is
 * certain to be there: not from the moment on when the primary was let to continue without it, until it follows again.
 */
export class KeeperRules {
  #isSynchronous = false;
  #silentSince: number | null = null;
  #apartSince: number | null = null;

  /** Whether commits wait for the standby. */
  get isSynchronous(): boolean {
    return this.#isSynchronous;
  }

  /** @param nowMs a monotonic time */
  look({ primaryAnswers, standbyFollows }: PairView, nowMs: number): KeeperStep {
    this.#silentSince = primaryAnswers ? null : (this.#silentSince ?? nowMs);
    this.#apartSince = !primaryAnswers || standbyFollows ? null : (this.#apartSince ?? nowMs);
    if (this.#silentSince !== null) {
      return this.#isSynchronous && nowMs - this.#silentSince >= failOverAfterMs ? 'fail over' : 'nothing';
    }
    if (this.#isSynchronous) {
      const isApart = this.#apartSince !== null && nowMs - this.#apartSince >= aloneAfterMs;
      return isApart ? 'continue alone' : 'nothing';
    }
    return standbyFollows ? 'require the standby' : 'nothing';
  }

  /** A step was done. Before `continue alone` is done, nothing that only the primary has is acknowledged. */
  done(step: KeeperStep): void {
    if (step === 'nothing') return;
    this.#isSynchronous = step === 'require the standby';
    this.#silentSince = null;
    this.#apartSince = null;
  }

  /** The primary is about to be let to continue alone: from now on the standby may be behind. */
  beforeAlone(): void {
    this.#isSynchronous = false;
  }
}
