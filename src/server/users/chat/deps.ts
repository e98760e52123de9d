import type { CoreDeps } from '../../core/areas/core-deps.ts';
import type { Files } from '../files/files.ts';

/** What the chat stands on. */
export interface ChatDeps extends Pick<CoreDeps, 'database' | 'clock'> {
  readonly files: Files;
  /** Multiplies what one address may try, as `ADDRESS_LIMIT_FACTOR` says. */
  readonly addressFactor: number;
  /** Whether the product area is switched on; its calls are refused at the edge when it is not. */
  readonly isOn: boolean;
}
