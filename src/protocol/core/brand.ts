declare const brand: unique symbol;

/**
 * A number, bigint or text that stands for one thing. It is free at run time: a value is what it was. A plain value (a
 * literal, the result of a sum) takes any brand, so that arithmetic reads as arithmetic; a value of one brand never takes
 * another, so that lots where ticks belong do not compile. The opposite of an amount is `0n - amount`.
 */
export type Brand<Base, Name extends string> = Base & { readonly [brand]?: Name };

/** A price in whole steps of its market. */
export type Ticks = Brand<number, 'ticks'>;

/** A quantity in whole steps of its market. */
export type Lots = Brand<number, 'lots'>;

/** An amount in an asset's smallest unit. */
export type Units = Brand<bigint, 'units'>;

/** A share in millionths, such as a fee rate. */
export type Ppm = Brand<bigint, 'ppm'>;

/** A moment or a span in milliseconds; a moment counts from 1970. */
export type Ms = Brand<number, 'ms'>;

/** Whose money or order it is: a user, or an account of the house. */
export type OwnerId = Brand<bigint, 'owner'>;

/** An order; ids come from the clock and grow with time. */
export type OrderId = Brand<number, 'order'>;

/** A position. It is known by the number of the order that opened it, and is no order. */
export type PositionId = Brand<number, 'position'>;
