import type { CallName } from '#protocol/calls.ts';
import type { Handler, Handlers } from '../core/handler.ts';
import type { Histories } from '../core/store/standby/histories.ts';

/**
 * The calls that answer what is past, and for those that answer more: whether an input asks for the past. Everything
 * else, balances, open orders and whatever decides about money, is read where it is written.
 */
const past: { readonly [Name in CallName]?: (input: Parameters<Handler<Name>>[0]) => boolean } = {
  'GET cashflow': () => true,
  'GET coinRecord': () => true,
  'GET recharge/list': () => true,
  'GET freeTransferForWalletLog': () => true,
  'GET currencyRecord': ({ state }) => state === 'history',
  'GET contractList': ({ show }) => show !== 'orders' && show !== 'positions',
  'GET contractOptionOrder-history': () => true,
  'GET quant/order/trades': () => true,
  'GET quant/income/list': () => true,
};

type AnyHandler = (
  input: unknown,
  context: { readonly caller: { readonly userId: bigint } | null },
) => Promise<unknown>;

/**
 * The same handlers, with histories read where `histories` says. Whatever else somebody asks to be done counts as a
 * change of theirs, also when it fails: part of it may be written.
 */
export function withHistories(handlers: Handlers, histories: Histories): Handlers {
  const wrapped = Object.entries(handlers).map(([name, handler]) => {
    const isPast = past[name as CallName] as ((input: unknown) => boolean) | undefined;
    return [name, wrap(handler as AnyHandler, histories, name.startsWith('GET '), isPast)];
  });
  return Object.fromEntries(wrapped) as Handlers;
}

function wrap(
  handler: AnyHandler,
  histories: Histories,
  isRead: boolean,
  isPast: ((input: unknown) => boolean) | undefined,
): AnyHandler {
  if (!isRead) {
    return async (input, context) => {
      try {
        return await handler(input, context);
      } finally {
        if (context.caller !== null) histories.changed(context.caller.userId);
      }
    };
  }
  if (isPast === undefined) return handler;
  return (input, context) =>
    context.caller !== null && isPast(input)
      ? histories.read(context.caller.userId, () => handler(input, context))
      : handler(input, context);
}
