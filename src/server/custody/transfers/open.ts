import type { Area } from '#server/core/areas/area.ts';
import { createTransferHandlers } from './calls.ts';
import type { TransfersDeps } from './deps.ts';

/** Opens transfers: between the wallets of a user, and instant ones to other users. */
export function openTransfers(deps: TransfersDeps): Area<ReturnType<typeof createTransferHandlers>> {
  return { calls: createTransferHandlers(deps), jobs: [] };
}
