import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ClusterConnection } from '#server/core/store/embedded/embedded-postgres.ts';
import type { Agenda } from './agenda.ts';
import type { Broker } from './broker.ts';
import type { Draws } from './draws.ts';
import { openSimulatedEdge, type SimulatedEdge } from './exchange.ts';
import type { History } from './history.ts';
import { inPart, type Part } from './parts.ts';

/** What serves a phone: the exchange itself, or an edge of it, in a process. */
export interface Served {
  readonly part: Part;
  readonly app: FastifyInstance;
}

/** Makes a request without a socket, in the process that serves it. */
export function askServed({ part, app }: Served, request: InjectOptions): Promise<LightMyRequestResponse> {
  return inPart(part, () => app.inject(request));
}

interface EdgesDeps {
  readonly agenda: Agenda;
  readonly history: History;
  readonly broker: Broker;
  readonly connection: ClusterConnection;
  /** Where the exchange keeps files. */
  readonly folder: string;
  readonly log: (line: string) => void;
}

const downMostMs = 5_000;

/** The edges of an exchange whose engine is another process: each may die, and is started again. */
export class Edges {
  /** Called when one has died. */
  onDeath: (part: Part) => void = () => undefined;
  readonly #deps: EdgesDeps;
  readonly #edges: (SimulatedEdge | null)[];

  /** @param count how many there are */
  constructor(count: number, deps: EdgesDeps) {
    this.#deps = deps;
    this.#edges = Array.from({ length: count }, () => null);
  }

  async start(): Promise<void> {
    for (const nth of this.#edges.keys()) await this.#open(nth);
  }

  /** Whether each of them is there, and has an engine that serves it. */
  get areReady(): boolean {
    return this.#edges.every((edge) => edge?.isReady() === true);
  }

  /** The one that a balancer gives somebody; null while none runs. @param name of who asks */
  servedTo(name: string): Served | null {
    const first = Buffer.from(name).reduce((sum, byte) => sum + byte, 0);
    for (const turn of this.#edges.keys()) {
      const nth = (first + turn) % this.#edges.length;
      const edge = this.#edges[nth];
      if (edge !== null && edge !== undefined) return { part: partOf(nth), app: edge.app };
    }
    return null;
  }

  /** One of them dies, and is started again after a while. */
  die(draws: Draws): void {
    const { agenda, history, broker } = this.#deps;
    const nth = draws.below(this.#edges.length);
    const part = partOf(nth);
    const downMs = draws.next() * downMostMs;
    if (this.#edges[nth] === null) return;
    history.add('fault edge killed', `${part} for ${downMs.toFixed(0)} ms`);
    this.#edges[nth] = null;
    agenda.kill(part);
    broker.forget(part);
    this.onDeath(part);
    agenda.plan('world', downMs, () => void this.#open(nth));
  }

  async #open(nth: number): Promise<void> {
    const { broker, connection, folder, log } = this.#deps;
    const part = partOf(nth);
    this.#edges[nth] = await inPart(part, () =>
      openSimulatedEdge({ connection, dataFolder: folder, bus: broker.busOf(part), log }),
    );
  }
}

const partOf = (nth: number): Part => `edge ${nth}`;
