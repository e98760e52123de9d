import { minuteMs } from '#protocol/core/durations.ts';
import type { RoundUpdate } from '#protocol/core/stream/channels.ts';
import type { OptionRound } from '#protocol/options/entities.ts';
import { seriesName, type Series } from './rules.ts';

/** Points of the index line held: one and a half of the longest cycle. */
const linePoints = 450;
/** Rounds held per series: open, locked, running, and the last ended. */
const roundsKept = 5;
/** A series viewed within this time counts as viewed. */
const viewedForMs = 2 * minuteMs;

type Point = RoundUpdate['line'][number];
type Listener = (name: string, rounds: readonly OptionRound[], point: Point | null) => void;

/** The visible state of every series; the store is authoritative. */
export class RoundBoard {
  readonly #rounds = new Map<string, Map<string, OptionRound>>();
  readonly #lines = new Map<string, Point[]>();
  readonly #lookedAt = new Map<string, number>();
  readonly #listeners = new Set<Listener>();

  /** Calls back on changed rounds and new points of the line. Returns an unsubscribe function. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Updates rounds after a commit. */
  put(rounds: readonly OptionRound[]): void {
    for (const round of rounds) {
      const name = seriesName(round);
      const held = this.#rounds.get(name) ?? new Map<string, OptionRound>();
      // A later commit has more entries or a later phase, so updates that arrive out of order are ignored.
      const before = held.get(round.id);
      if (before !== undefined && isOlder(round, before)) continue;
      held.set(round.id, round);
      const oldest = [...held.values()].toSorted((a, b) => b.strikeAt - a.strikeAt).slice(roundsKept);
      for (const { id } of oldest) held.delete(id);
      this.#rounds.set(name, held);
      this.#notify(name, [round], null);
    }
  }

  /** Adds a point to the line of a coin, for every series of it. */
  tick(series: readonly Series[], coin: string, point: Point): void {
    const line = this.#lines.get(coin) ?? [];
    line.push(point);
    if (line.length > linePoints) line.shift();
    this.#lines.set(coin, line);
    for (const one of series) if (one.coin === coin) this.#notify(seriesName(one), [], point);
  }

  /** Rounds of a series, the newest first. */
  rounds(series: Series): OptionRound[] {
    const held = this.#rounds.get(seriesName(series));
    return held === undefined ? [] : [...held.values()].toSorted((a, b) => b.strikeAt - a.strikeAt);
  }

  /** Ids of all rounds held. */
  heldIds(): string[] {
    return [...this.#rounds.values()].flatMap((held) => [...held.keys()]);
  }

  line(coin: string): readonly Point[] {
    return this.#lines.get(coin) ?? [];
  }

  /** Records a view of a series. */
  look(series: Series, now: number): void {
    this.#lookedAt.set(seriesName(series), now);
  }

  /** Whether a series was viewed recently. */
  isViewed(series: Series, now: number): boolean {
    return now - (this.#lookedAt.get(seriesName(series)) ?? -Infinity) < viewedForMs;
  }

  #notify(name: string, rounds: readonly OptionRound[], point: Point | null): void {
    for (const listener of this.#listeners) listener(name, rounds, point);
  }
}

const order = ['waiting', 'in-progress', 'settling', 'settled', 'void'] as const;

function isOlder(round: OptionRound, than: OptionRound): boolean {
  const later = order.indexOf(round.phase) - order.indexOf(than.phase);
  return later < 0 || (later === 0 && round.entries < than.entries);
}
