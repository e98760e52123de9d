/** What an order type is, once for page and exchange. */
interface OrderTypeTerms {
  /** Whether it names the worst price it trades at. One that does not is bounded by the protection band. */
  readonly isPriced: boolean;
}

/**
 * Every order type of spot trading. Input, stored rows and the choices of the form follow from this table; what a type
 * does in the book is in `src/server/markets/engine/`, and its name in `src/app/features/spot/order-labels.ts`.
 */
const orderTypes = {
  /** Rests in the book until it is filled or cancelled. */
  limit: { isPriced: true },
  /** Takes what is there and never rests. */
  market: { isPriced: false },
} as const satisfies Record<string, OrderTypeTerms>;

export type OrderType = keyof typeof orderTypes;

/** Types that name a price. */
export type PricedOrderType = {
  [Type in OrderType]: (typeof orderTypes)[Type]['isPriced'] extends true ? Type : never;
}[OrderType];

/** Types that name none. */
export type UnpricedOrderType = Exclude<OrderType, PricedOrderType>;

/** Every type, in the order they are offered. */
export const orderTypeNames = Object.keys(orderTypes) as [OrderType, ...OrderType[]];

/** Whether orders of a type name a price. */
export function isPriced(type: OrderType): type is PricedOrderType {
  return orderTypes[type].isPriced;
}
