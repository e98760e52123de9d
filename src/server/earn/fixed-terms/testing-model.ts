import * as fc from 'fast-check';
import { dayMs, hourMs, minuteMs } from '#protocol/core/durations.ts';
import { toUnits } from '#protocol/core/decimal.ts';

/**
 * Fixed terms as anybody would write them down from their rules: lists, and a walk from day to day that carries what does
 * not make a whole unit. It shares no code with the area.
 */

const million = 1_000_000n;
/** What the house puts behind fixed terms in practice mode, topped up when less than half of it is free. */
const practiceCover = toUnits('105000', 8);

/** A product on sale; amounts in units of its coin. */
export interface NaiveProduct {
  readonly id: string;
  readonly days: number;
  readonly dayMs: number;
  rate: bigint;
  exit: bigint;
  minimum: bigint;
  maximum: bigint;
  quota: bigint;
  isOpen: boolean;
  version: number;
}

/** What somebody put in. */
export interface NaiveTerm {
  readonly id: string;
  readonly owner: number;
  readonly product: NaiveProduct;
  readonly rate: bigint;
  readonly exit: bigint;
  readonly principal: bigint;
  readonly promised: bigint;
  readonly openedAt: number;
  readonly endsAt: number;
  state: 'not-earned' | 'earned' | 'earned-in-advance' | 'revoked';
  /** Days that were written down. */
  day: number;
  interest: bigint;
  cost: bigint;
  renews: boolean;
  isRevoked: boolean;
  renewedAs: string | null;
  closedAt: number | null;
}

/** A part of an amount in millionths, rounded up. */
function partUp(amount: bigint, ppm: bigint): bigint {
  const whole = (amount * ppm) / million;
  return whole * million < amount * ppm ? whole + 1n : whole;
}

/** The naive machine: products, terms, and the coins of everybody. */
export class NaiveTerms {
  readonly products: NaiveProduct[];
  readonly terms: NaiveTerm[] = [];
  /** What each owner has available. */
  readonly available: bigint[];
  /** Notices of each owner. */
  readonly notices: number[];
  /** The free cover of the house. */
  free: bigint;
  isHalted = false;

  constructor(products: readonly NaiveProduct[], available: readonly bigint[], free: bigint) {
    this.products = [...products];
    this.available = [...available];
    this.notices = available.map(() => 0);
    this.free = free;
  }

  running(of: Partial<Pick<NaiveTerm, 'owner' | 'product'>> = {}): NaiveTerm[] {
    return this.terms.filter(
      (one) =>
        one.state === 'not-earned' &&
        (of.owner === undefined || one.owner === of.owner) &&
        (of.product === undefined || one.product === of.product),
    );
  }

  principalOf(terms: readonly NaiveTerm[]): bigint {
    return terms.reduce((sum, { principal }) => sum + principal, 0n);
  }

  promisedOf(terms: readonly NaiveTerm[]): bigint {
    return terms.reduce((sum, { promised }) => sum + promised, 0n);
  }

  fund(): void {
    if (this.free * 2n < practiceCover) this.free = practiceCover;
  }

  /** Days over at a time; what was written down stays. */
  daysAt(term: NaiveTerm, now: number): number {
    let { day } = term;
    while (day < term.product.days && term.openedAt + (day + 1) * term.product.dayMs <= now) day += 1;
    return day;
  }

  /** Interest of so many days: each adds its share, and what is no whole unit is carried on. */
  interestOf({ principal, rate, product }: NaiveTerm, days: number): bigint {
    const whole = million * BigInt(product.days);
    let interest = 0n;
    let carried = 0n;
    for (let day = 0; day < days; day += 1) {
      carried += principal * rate;
      interest += carried / whole;
      carried %= whole;
    }
    return interest;
  }

  accrue(now: number): void {
    for (const term of this.running()) {
      term.day = this.daysAt(term, now);
      term.interest = this.interestOf(term, term.day);
    }
  }

  /** Why a purchase is refused; null when it is not. */
  refusalOf(owner: number, product: NaiveProduct, principal: bigint, version: number): string | null {
    if (this.isHalted) return 'notYetOpen';
    if (!product.isOpen || version !== product.version) return 'orderUpdated';
    if (principal < product.minimum) return 'belowMinimumPurchase';
    if (this.principalOf(this.running({ owner, product })) + principal > product.maximum) return 'quantityOutOfRange';
    if ((this.available[owner] ?? 0n) < principal) return 'insufficientWalletBalance';
    return this.obstacleOf(product, principal) === null ? null : 'prizePoolFull';
  }

  obstacleOf(product: NaiveProduct, principal: bigint): 'quota' | 'cover' | null {
    if (this.principalOf(this.running({ product })) + principal > product.quota) return 'quota';
    return partUp(principal, product.rate) > this.free ? 'cover' : null;
  }

  open(id: string, of: Pick<NaiveTerm, 'owner' | 'product' | 'principal' | 'renews'>, now: number): NaiveTerm {
    const { rate, exit, days, dayMs } = of.product;
    const promised = partUp(of.principal, rate);
    const opened = { id, rate, exit, promised, openedAt: now, endsAt: now + days * dayMs };
    const nothingYet = { day: 0, interest: 0n, cost: 0n, isRevoked: false, renewedAs: null, closedAt: null };
    const term: NaiveTerm = { ...of, ...opened, ...nothingYet, state: 'not-earned' };
    this.free -= promised;
    this.terms.push(term);
    return term;
  }

  buy(id: string, of: Pick<NaiveTerm, 'owner' | 'product' | 'principal' | 'renews'>, now: number): void {
    this.available[of.owner] = (this.available[of.owner] ?? 0n) - of.principal;
    this.open(id, of, now);
  }

  /** Whether an owner may leave a term or change it. */
  isLeft(term: NaiveTerm, now: number): boolean {
    return term.state === 'not-earned' && term.endsAt > now && !term.isRevoked;
  }

  leave(term: NaiveTerm, now: number): void {
    const days = this.daysAt(term, now);
    const interest = this.interestOf(term, days);
    const cost = partUp(interest, term.exit);
    this.#close(term, 'earned-in-advance', days, interest - cost, now);
    term.cost = cost;
    this.#give(term.owner, term.principal);
  }

  /** What the house has to end at a time, the longest due first. */
  due(now: number): NaiveTerm[] {
    if (this.isHalted) return [];
    return this.running()
      .filter(({ endsAt, isRevoked }) => endsAt <= now || isRevoked)
      .toSorted((one, other) => one.endsAt - other.endsAt || Number(BigInt(one.id) - BigInt(other.id)));
  }

  /** Ends a term that is due. @param renewedAs the id it has in the store if it goes on */
  end(term: NaiveTerm, renewedAs: string | null, now: number): void {
    this.notices[term.owner] = (this.notices[term.owner] ?? 0) + 1;
    const days = this.daysAt(term, now);
    this.#close(term, term.endsAt <= now ? 'earned' : 'revoked', days, this.interestOf(term, days), now);
    const { product, principal } = term;
    const fits = product.isOpen && principal >= product.minimum && principal <= product.maximum;
    if (term.renews && !term.isRevoked && fits && this.obstacleOf(product, principal) === null) {
      term.renewedAs = this.open(renewedAs ?? 'of no row', { ...term, renews: true }, now).id;
    } else this.#give(term.owner, principal);
  }

  #give(owner: number, units: bigint): void {
    this.available[owner] = (this.available[owner] ?? 0n) + units;
  }

  #close(term: NaiveTerm, state: NaiveTerm['state'], day: number, interest: bigint, now: number): void {
    Object.assign(term, { state, day, interest, closedAt: now });
    this.free += term.promised - interest;
    this.#give(term.owner, interest);
  }
}

const owners = 2;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      who: fc.nat(owners - 1),
      product: fc.nat(1),
      n: fc.integer({ min: 1, max: 90_000 }),
      renews: fc.constantFrom(true, true, false),
      isStale: fc.constantFrom(false, false, false, false, false, true),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('leave' as const), who: fc.nat(owners - 1), n: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('renew' as const), n: fc.nat(9), renews: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('revoke' as const), n: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      product: fc.nat(1),
      what: fc.constantFrom('ratePpm', 'ratePpm', 'quota', 'quota', 'exitPpm', 'minimum', 'maximum', 'isOpen'),
      n: fc.integer({ min: 1, max: 300_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('halt' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      n: fc.oneof(
        fc.integer({ min: 0, max: 2 * minuteMs }),
        fc.integer({ min: 0, max: 4 * hourMs }),
        fc.integer({ min: 0, max: 3 * dayMs }),
        fc.integer({ min: -30 * hourMs, max: 0 }),
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('accrue' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fund' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);
/** What happens next. */
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** How writes of a step fail; whether a call is asked again under its key then, and whether the exchange restarted first. */
const trouble = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc.record({
      how: fc.constantFrom('undone' as const, 'unheard' as const),
      after: fc.constantFrom(0, 0, 0, 1),
      times: fc.constantFrom(1, 2, 3, 99),
      isAskedAgain: fc.boolean(),
      restarts: fc.boolean(),
    }),
  },
);
/** See `trouble`. */
export type Trouble = typeof trouble extends fc.Arbitrary<infer One> ? One : never;
/** The life of a run. */
export const steps = fc.array(fc.record({ one: step, fails: trouble }), { minLength: 8, maxLength: 24 });
