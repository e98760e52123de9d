/** What people do, each second unless it says otherwise. Assumptions, not measurements: an operator puts in their own. */
export interface Habits {
  readonly ordersPerPerson: number;
  /** Changed prices that a phone shows. */
  readonly deliveriesPerPerson: number;
  /** Visits of the app per person and hour, and the share of them by a phone that has no files yet. */
  readonly visitsPerHour: number;
  readonly firstVisitShare: number;
  /** Markets, and how often one of their published topics changes at most: once per tick of the stream. */
  readonly pairs: number;
  readonly topicsPerPair: number;
  readonly changesPerTopicMax: number;
  /** Exponent of Zipf's law by which orders spread over pairs: the nth busiest gets its share of 1/n to this power. */
  readonly zipfExponent: number;
}

/** A busy hour: every person places an order each ten seconds, which makes 100,000 a second of a million. */
export const busyHour: Habits = {
  ordersPerPerson: 0.1,
  deliveriesPerPerson: 5,
  visitsPerHour: 3,
  firstVisitShare: 0.1,
  pairs: 50,
  topicsPerPair: 3,
  changesPerTopicMax: 20,
  zipfExponent: 1,
};

/** What all people together ask for, each second. */
export interface Demand {
  readonly people: number;
  readonly orders: number;
  readonly deliveries: number;
  /** Changed topics that each edge follows. */
  readonly changes: number;
  readonly firstVisits: number;
  readonly laterVisits: number;
  /** Shares of the orders by pair, the busiest first; they sum to one. */
  readonly pairShares: readonly number[];
}

/** @param people who have the app open at once */
export function demandOf(people: number, habits: Habits): Demand {
  const weights = Array.from({ length: habits.pairs }, (_, nth) => 1 / (nth + 1) ** habits.zipfExponent);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const pairShares = weights.map((weight) => weight / all);
  const orders = people * habits.ordersPerPerson;
  const visits = (people * habits.visitsPerHour) / 3_600;
  // A pair's topics change with its orders, but never more often than the stream ticks.
  const changes = pairShares.reduce(
    (sum, share) => sum + habits.topicsPerPair * Math.min(habits.changesPerTopicMax, orders * share),
    0,
  );
  return {
    people,
    orders,
    deliveries: people * habits.deliveriesPerPerson,
    changes,
    firstVisits: visits * habits.firstVisitShare,
    laterVisits: visits * (1 - habits.firstVisitShare),
    pairShares,
  };
}
