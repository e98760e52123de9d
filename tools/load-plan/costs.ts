/**
 * What the parts of the exchange cost, as measured. Processor time is in microseconds of one core; commands that measure
 * it stand beside. `docs/figures.md` says when and beside what each was seen.
 */
export interface Costs {
  /** A spot order: `npm run bench -- link-orders`. */
  readonly order: {
    readonly edgeUs: number;
    readonly engineUs: number;
    /** Where another engine runs the pair: the active engine, through which each call goes, and the other one. */
    readonly activeUs: number;
    readonly runnerUs: number;
    readonly natsUs: number;
    readonly postgresUs: number;
    /** Bytes of write-ahead log: `npm run bench -- spot-cost`. */
    readonly walBytes: number;
  };
  /** Of the stream: `npm run bench -- link-deliveries` and `link-sockets`. */
  readonly stream: {
    /** Sending a changed price to one socket. */
    readonly deliveryUs: number;
    /** A changed price at an edge, before it goes to any socket. */
    readonly changeUs: number;
    /** A socket that only says that it lives, each second. */
    readonly quietSocketUs: number;
    readonly socketKib: number;
  };
  /** A visit of home: `npm run bench -- link-pages`. */
  readonly firstVisit: Visit;
  readonly laterVisit: Visit;
  /** How long one commit takes that a batch of orders waits for, in milliseconds: the disk's and the standby's. */
  readonly commitMs: number;
}

interface Visit {
  readonly edgeUs: number;
  readonly engineUs: number;
  readonly kilobytes: number;
}

/**
 * Medians on 2 cores that the load shared, which makes each cost dearer than on a machine of its own; of an order, those
 * of three runs, with the dearer way where an engine beside it runs the pair. A change is as measured while 160 topics a
 * second change (`PACE=200`), since a quiet edge wakes up for each alone; a delivery is a write of its own.
 */
export const measuredCosts: Costs = {
  order: { edgeUs: 140, engineUs: 191, activeUs: 139, runnerUs: 169, natsUs: 40, postgresUs: 157, walBytes: 2_250 },
  stream: { deliveryUs: 6.9, changeUs: 93, quietSocketUs: 9, socketKib: 10.5 },
  firstVisit: { edgeUs: 25_300, engineUs: 6_800, kilobytes: 440 },
  laterVisit: { edgeUs: 10_100, engineUs: 2_000, kilobytes: 31 },
  commitMs: 4,
};
