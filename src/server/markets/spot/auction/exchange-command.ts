import type { SpotCommand } from '../command.ts';
import type { UncrossRequest } from '../spot.ts';

/** A command of the exchange itself. */
export const exchangeCommand = (request: UncrossRequest): SpotCommand => ({
  request,
  idempotencyKey: null,
  placingKey: null,
});
