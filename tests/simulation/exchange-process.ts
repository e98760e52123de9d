import type { FastifyInstance } from 'fastify';
import { hourMs, minuteMs } from '#protocol/core/durations.ts';
import type { ClusterConnection } from '#server/core/store/embedded/embedded-postgres.ts';
import type { Agenda } from './agenda.ts';
import type { Broker } from './broker.ts';
import type { Draws } from './draws.ts';
import type { Edges, Served } from './edges.ts';
import type { FaultKind } from './faults.ts';
import { openSimulatedExchange } from './exchange.ts';
import { type ChainFault, FaultyChain } from './faulty-chain.ts';
import { FaultyPrices, type PriceFault } from './faulty-prices.ts';
import type { History } from './history.ts';
import { tradedPairs } from './people/person.ts';
import type { SteeredStore } from './store/steered-store.ts';

const downMostMs = 5_000;
/** That an edge dies, for each act of a person. */
const edgeKilled = 0.01;
const startAgainMs = 1_000;
const startTries = 10;
const pausedMostMs = 30_000;
/** A machine's clock that is put right does not jump further. */
const clockStepMostMs = 2_000;
const pricesFaultyMostMs = 40_000;
const priceJumpMost = 0.15;
const chainFaultyMostMs = 15_000;
/** How long it is down at night, so that terms, days and deadlines pass; at most so long in all, as keys are forgotten after two days. */
const nightsMs = [20 * minuteMs, 5 * hourMs, 25 * hourMs] as const;
const nightsMostMs = 40 * hourMs;

interface ProcessDeps {
  readonly agenda: Agenda;
  readonly history: History;
  /** What its chain does. */
  readonly draws: Draws;
  readonly store: SteeredStore;
  readonly connection: ClusterConnection;
  /** Where it keeps files. */
  readonly folder: string;
  /** Called with each warning and error that it logs. */
  readonly log: (line: string) => void;
  /** How other processes of it are reached; null where it is one process. */
  readonly broker: Broker | null;
  /** Its edges in processes of their own; null where it has none. */
  readonly edges: Edges | null;
}

/** What happens to it, with its probability for each act of a person. */
interface ProcessFault {
  readonly kind: FaultKind;
  readonly probability: number;
  readonly meet: (draws: Draws) => void | Promise<void>;
}

/**
 * The process of the exchange in a run: it is started, dies and is started again, stands still, has a clock that is put
 * right, and follows prices that are wrong at times.
 */
export class ExchangeProcess {
  /** Whether its process runs, and has opened the exchange. */
  isUp = false;
  /** When it was started, or woke up. */
  upSince = 0;
  /** Called when it has died. */
  onDeath: () => void = () => undefined;
  readonly #deps: ProcessDeps;
  /** Its own HTTP edge; null while it does not run, and where edges in other processes serve people. */
  #app: FastifyInstance | null = null;
  /** The chain that it follows. */
  readonly chain: FaultyChain;
  readonly #prices = new FaultyPrices();
  #sleptMs = 0;
  readonly #faults: readonly ProcessFault[] = [
    { kind: 'exchange killed', probability: 0.004, meet: (draws) => this.#kill(draws.next() * downMostMs) },
    { kind: 'exchange down at night', probability: 0.005, meet: (draws) => this.#sleep(draws) },
    { kind: 'exchange paused', probability: 0.003, meet: (draws) => this.#pause(draws.next() * pausedMostMs) },
    {
      kind: 'clock stepped',
      probability: 0.003,
      meet: (draws) => this.#stepClock((2 * draws.next() - 1) * clockStepMostMs),
    },
    { kind: 'price spoilt', probability: 0.006, meet: (draws) => this.#spoilPrice(draws) },
    { kind: 'chain reorganised', probability: 0.04, meet: () => this.chain.reorganise() },
    this.#chainFault('chain still', 0.01),
    this.#chainFault('chain silent', 0.02),
    this.#chainFault('log doubled', 0.02),
    this.#chainFault('log hidden', 0.02),
    this.#chainFault('transfer reverted', 0.02),
  ];

  constructor(deps: ProcessDeps) {
    this.#deps = deps;
    this.chain = new FaultyChain(deps);
  }

  /** Starts it on what the store has. */
  async start(): Promise<void> {
    const { connection, folder, broker, log } = this.#deps;
    const bus = broker?.busOf('exchange') ?? null;
    const world = { prices: this.#prices, chain: this.chain };
    this.#app = await openSimulatedExchange({ connection, dataFolder: folder, log, bus }, world);
    this.isUp = true;
    this.upSince = this.#deps.agenda.now;
  }

  /** What serves somebody; null while nothing does. @param name of who asks */
  servedTo(name: string): Served | null {
    const { edges } = this.#deps;
    if (edges !== null) return edges.servedTo(name);
    return this.#app === null ? null : { part: 'exchange', app: this.#app };
  }

  /** Whether people are served by what knows where the data is. */
  get isServing(): boolean {
    return this.isUp && this.#deps.edges?.areReady !== false;
  }

  /** Draws whether something happens to it now, while it runs. */
  async meetFault(draws: Draws, faults: readonly FaultKind[]): Promise<void> {
    const { edges } = this.#deps;
    if (edges !== null && draws.happens(edgeKilled) && faults.includes('edge killed')) edges.die(draws);
    for (const { kind, probability, meet } of this.#faults) {
      if (!this.isUp) return;
      if (draws.happens(probability) && faults.includes(kind)) await meet(draws);
    }
  }

  #kill(downMs: number): Promise<void> {
    this.#deps.history.add('fault exchange killed', `for ${downMs.toFixed(0)} ms`);
    return this.die(downMs);
  }

  /** Ends it where it stands, and starts another one after a while. */
  async die(downMs: number): Promise<void> {
    const { agenda, store, broker } = this.#deps;
    this.isUp = false;
    this.#app = null;
    agenda.kill('exchange');
    broker?.forget('exchange');
    await store.killExchange();
    this.onDeath();
    this.#startAgain(downMs, startTries);
  }

  /** As whoever watches over the process does: one that cannot start, because the store was cut off again, is started again. */
  #startAgain(afterMs: number, triesLeft: number): void {
    const { agenda, history, store, broker, log } = this.#deps;
    agenda.plan('world', afterMs, () => {
      this.start().catch((error: unknown) => {
        history.add('start failed', String(error));
        if (triesLeft === 0) {
          log(JSON.stringify({ level: 60, msg: 'the exchange never starts again' }));
          return;
        }
        agenda.plan('world', 0, async () => {
          agenda.kill('exchange');
          broker?.forget('exchange');
          await store.killExchange();
          this.#startAgain(startAgainMs, triesLeft - 1);
        });
      });
    });
  }

  /** Ends it for hours in which everybody sleeps. */
  async #sleep(draws: Draws): Promise<void> {
    const lastsMs = draws.oneOf(nightsMs) * (1 + draws.next() / 2);
    if (this.#sleptMs + lastsMs > nightsMostMs) return;
    this.#sleptMs += lastsMs;
    this.#deps.history.add('fault exchange down at night', `for ${lastsMs.toFixed(0)} ms`);
    await this.die(startAgainMs);
    this.#deps.agenda.skip(lastsMs);
  }

  #pause(milliseconds: number): void {
    this.#deps.history.add('fault exchange paused', `for ${milliseconds.toFixed(0)} ms`);
    this.#deps.agenda.pauseExchange(milliseconds);
    this.upSince = this.#deps.agenda.now + milliseconds;
  }

  #stepClock(milliseconds: number): void {
    this.#deps.history.add('fault clock stepped', `by ${milliseconds.toFixed(0)} ms`);
    this.#deps.agenda.clockAheadMs = milliseconds;
  }

  #spoilPrice(draws: Draws): void {
    const { agenda, history } = this.#deps;
    const pair = draws.oneOf(tradedPairs);
    const fault: PriceFault = draws.oneOf(['still', 'unknown', 1 + (2 * draws.next() - 1) * priceJumpMost]);
    history.add('fault price spoilt', `${pair} ${fault}`);
    agenda.plan('world', draws.next() * pricesFaultyMostMs, this.#prices.begin(pair, fault));
  }

  #chainFault(kind: ChainFault, probability: number): ProcessFault {
    const meet = (draws: Draws) => {
      const { agenda, history } = this.#deps;
      const lastsMs = draws.next() * chainFaultyMostMs;
      history.add(`fault ${kind}`, `for ${lastsMs.toFixed(0)} ms`);
      agenda.plan('world', lastsMs, this.chain.begin(kind));
    };
    return { kind, probability, meet };
  }
}
