import type { SpotCommand } from '../command.ts';
import type { ExchangeRequest } from '../spot.ts';

/** A command of the exchange itself. */
export const exchangeCommand = (request: ExchangeRequest): SpotCommand => ({
  request,
  idempotencyKey: null,
  placingKey: null,
});
