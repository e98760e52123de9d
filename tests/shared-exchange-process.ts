import { startBuiltExchange } from './built-exchange.ts';
import type { SharedParts } from './shared-exchange.ts';

/** The exchange of `sharedExchange`: a process that says where it is, and lives as long as who started it. */
const { address, edges, dataFolder, close } = await startBuiltExchange({
  // The users of all files come from one address.
  ADDRESS_LIMIT_FACTOR: '1000',
});
process.on('disconnect', () => void close().finally(() => process.exit()));
// Who started it ends it, also when both are interrupted.
process.on('SIGINT', () => undefined);
process.send?.({ address, edges, dataFolder } satisfies SharedParts);
