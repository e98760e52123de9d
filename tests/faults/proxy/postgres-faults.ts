import type { Mark, Step } from './postgres-messages.ts';

/**
 * Where a fault strikes: before BEGIN reaches PostgreSQL, before a statement does, before COMMIT does, after COMMIT was
 * done and before the client hears of it, after the client heard. A write without BEGIN is its own transaction.
 */
export type FaultPoint = Mark | 'committed' | 'after';

/**
 * What happens there. `cut`: both sides are reset. `freeze`: nothing flows either way and nothing is closed, until
 * `thaw` or `cut`. `hold` (before the commit): the client is cut off while PostgreSQL still waits for the COMMIT, which
 * `release` delivers later. `{ delayMs }`: it goes on after that time.
 */
export type FaultAction = 'cut' | 'freeze' | 'hold' | { readonly delayMs: number };

/** What is armed. */
export interface FaultPlan {
  readonly at: FaultPoint;
  readonly action: FaultAction;
  /**
   * Strikes only a transaction in which a statement has this in its name or text (at `statement`: the statement
   * itself; at `begin`: what was sent along with it). Anything matches when there is none.
   */
  readonly match?: string | RegExp;
  /** Strikes only connections whose application name has this in it. */
  readonly application?: string;
  /** How often it strikes; once unless said otherwise. */
  readonly times?: number;
}

/** A fault that struck. */
export interface Hit {
  readonly at: FaultPoint;
  /** Counted from 1 in order of arrival. */
  readonly connection: number;
  readonly application: string;
  /** The transaction's statements up to here. */
  readonly statements: readonly string[];
  /** Frozen: continues where it stopped; what was sent meanwhile arrives. */
  thaw(): void;
  /** Ends both sides at once, with what was held. PostgreSQL rolls back what did not commit. */
  cut(): void;
  /** Held: delivers the COMMIT. @returns what PostgreSQL answered: `COMMIT`, `ROLLBACK`, or `gone` when it hung up */
  release(): Promise<string>;
}

/** An armed fault. */
export interface Fault {
  /** Resolves at the first strike. */
  readonly fired: Promise<Hit>;
  readonly hits: readonly Hit[];
  disarm(): void;
}

/** A strike that a connection has to carry out. */
export interface Strike {
  readonly at: FaultPoint;
  readonly action: FaultAction;
  onHit(hit: Hit): void;
}

interface Armed {
  readonly plan: FaultPlan;
  left: number;
  onHit(hit: Hit): void;
}

/** The faults that wait for something to strike. */
export class ArmedFaults {
  private readonly armed = new Set<Armed>();

  arm(plan: FaultPlan): Fault {
    const { promise: fired, resolve } = Promise.withResolvers<Hit>();
    const hits: Hit[] = [];
    const own: Armed = {
      plan,
      left: plan.times ?? 1,
      onHit(hit) {
        hits.push(hit);
        resolve(hit);
      },
    };
    this.armed.add(own);
    return { fired, hits, disarm: () => void this.armed.delete(own) };
  }

  /** What strikes at a message, if anything does. `following`: the messages that arrived behind it. */
  strike(application: string, step: Step, following: () => readonly Buffer[]): Strike | null {
    for (const one of this.armed) {
      const { plan } = one;
      if (!step.marks.includes(markOf(plan.at))) continue;
      if (plan.application !== undefined && !application.includes(plan.application)) continue;
      if (!matches(plan, step, following)) continue;
      one.left -= 1;
      if (one.left === 0) this.armed.delete(one);
      return { at: plan.at, action: plan.action, onHit: (hit) => one.onHit(hit) };
    }
    return null;
  }
}

function markOf(at: FaultPoint): Mark {
  return at === 'committed' || at === 'after' ? 'commit' : at;
}

function matches({ at, match }: FaultPlan, step: Step, following: () => readonly Buffer[]): boolean {
  if (match === undefined) return true;
  const has = (text: string) => (typeof match === 'string' ? text.includes(match) : match.test(text));
  if (at === 'statement') return step.statement !== null && has(step.statement);
  if (step.transaction?.statements.some(has) === true) return true;
  return at === 'begin' && following().some((bytes) => has(bytes.toString()));
}
