/** An edge that has reported nothing for this long serves nobody any more. */
export const usageLeaseMs = 15_000;
const edgesMax = 1_000;
/** Users and addresses of one edge: more than it has connections. */
const keysPerEdgeMax = 100_000;

/** A user or an address, its connections at an edge, and units it has spent there since the last report. */
export type Usage = readonly [key: string, connections: number, units: number];

interface EdgeUsage {
  untilMs: number;
  /** Connections by key. */
  readonly connections: Map<string, number>;
  /** What others have spent since this edge was last answered. */
  readonly spentElsewhere: Map<string, number>;
  /** Keys whose connections elsewhere have changed since then. */
  readonly changed: Set<string>;
}

/** Adds up what clients use of all edges, and answers each edge what they use of the others. */
export class UsageBoard {
  readonly #nowMs: () => number;
  readonly #edges = new Map<string, EdgeUsage>();

  /** @param nowMs a monotonic time */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /**
   * Takes the report of an edge.
   *
   * @param changes connections as they are now, units since the last report
   * @returns what is used elsewhere by what was reported, and by what the edge serves and others have reported since
   */
  exchange(edge: string, changes: readonly Usage[]): Usage[] {
    this.endLeases();
    const own = this.#edges.get(edge) ?? this.#enter(edge);
    if (own === null) return [];
    own.untilMs = this.#nowMs() + usageLeaseMs;
    for (const [key, connections, units] of changes) this.#take(own, key, connections, units);
    const asked = new Set([...own.changed, ...own.spentElsewhere.keys()]);
    const answer = [...asked].map((key): Usage => [key, this.#elsewhere(own, key), own.spentElsewhere.get(key) ?? 0]);
    own.changed.clear();
    own.spentElsewhere.clear();
    return answer;
  }

  /** Forgets edges that are silent. */
  endLeases(): void {
    const nowMs = this.#nowMs();
    for (const [edge, usage] of this.#edges) {
      if (usage.untilMs > nowMs) continue;
      this.#edges.delete(edge);
      for (const key of usage.connections.keys()) this.#notify(usage, key, 0);
    }
  }

  #enter(edge: string): EdgeUsage | null {
    if (this.#edges.size >= edgesMax) return null;
    const usage = { untilMs: 0, connections: new Map(), spentElsewhere: new Map(), changed: new Set<string>() };
    this.#edges.set(edge, usage);
    return usage;
  }

  #take(own: EdgeUsage, key: string, connections: number, units: number): void {
    if (connections === 0) own.connections.delete(key);
    else if (own.connections.size < keysPerEdgeMax || own.connections.has(key)) own.connections.set(key, connections);
    own.changed.add(key);
    this.#notify(own, key, units);
  }

  /** Others that serve the same user or address have to know. */
  #notify(own: EdgeUsage, key: string, units: number): void {
    for (const usage of this.#edges.values()) {
      if (usage === own || !usage.connections.has(key)) continue;
      usage.changed.add(key);
      if (units > 0) usage.spentElsewhere.set(key, (usage.spentElsewhere.get(key) ?? 0) + units);
    }
  }

  #elsewhere(own: EdgeUsage, key: string): number {
    let connections = 0;
    for (const usage of this.#edges.values()) if (usage !== own) connections += usage.connections.get(key) ?? 0;
    return connections;
  }
}
