import type { Agenda } from '../agenda.ts';
import type { Draws } from '../draws.ts';
import type { History } from '../history.ts';
import type { Phone } from './phone.ts';

/** How a command of the operator's console ended, and what it said. */
export interface Outcome {
  readonly code: number;
  readonly said: string;
}

/** A time in which no order of a pair is taken: from when the exchange said so until it may be otherwise. */
export interface ClosedTime {
  readonly pair: string;
  readonly from: number;
  /** Null while it lasts. */
  to: number | null;
}

export interface ConsoleDeps {
  readonly agenda: Agenda;
  readonly draws: Draws;
  readonly history: History;
  readonly people: readonly Phone[];
  /** When pairs took no orders, as operators know it. */
  readonly closedTimes: ClosedTime[];
  /** Whether the run is over: nothing new is begun then. */
  readonly isOver: () => boolean;
  /** Runs a command in this process, which is killed with it. */
  readonly operate: (command: readonly string[]) => Promise<Outcome>;
}

/** A command of which nothing is heard for so long died with the machine. */
const patienceMs = 20_000;
const againMs = 2_000;

/** The console of an operator, beside the exchange: `npm run operator`. */
export class Console {
  readonly draws: Draws;
  readonly people: readonly Phone[];
  readonly #deps: ConsoleDeps;

  constructor(deps: ConsoleDeps) {
    this.#deps = deps;
    this.draws = deps.draws;
    this.people = deps.people;
  }

  /** A time to come as commands take it. */
  timeIn(milliseconds: number): string {
    return new Date(this.#deps.agenda.now + milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
  }

  get isOver(): boolean {
    return this.#deps.isOver();
  }

  /** Keeps in mind that a pair takes no orders from now on. @returns ends that time */
  noteClosed(pair: string): () => void {
    const time: ClosedTime = { pair, from: this.#deps.agenda.now, to: null };
    this.#deps.closedTimes.push(time);
    return () => void (time.to = this.#deps.agenda.now);
  }

  wait(milliseconds: number): Promise<void> {
    return this.#deps.agenda.wait(milliseconds);
  }

  /** Runs a command once. @returns null when its outcome is not known */
  async run(...command: readonly string[]): Promise<Outcome | null> {
    const outcome = await Promise.race([this.#deps.operate(command), this.wait(patienceMs).then(() => null)]);
    this.#deps.history.add(
      `operator ${command[0] ?? ''}`,
      `${command.slice(1).join(' ')} ${outcome?.code ?? 'unknown'}`,
    );
    return outcome;
  }

  /** The same for something that is decided, under a name and with a reason. */
  sign(...command: readonly string[]): Promise<Outcome | null> {
    return this.run(...command, '--reason', 'as the simulation likes it', '--by', 'simulation');
  }

  /** Signs until it is done, or was done before. @param isSo what the command says then */
  async signUntilSo(isSo: RegExp, ...command: readonly string[]): Promise<void> {
    for (;;) {
      const outcome = await this.sign(...command);
      if (outcome !== null && (outcome.code === 0 || isSo.test(outcome.said))) return;
      await this.wait(againMs);
    }
  }
}
