import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Files } from '../files/files.ts';

export interface ChatDeps extends Pick<CoreDeps, 'database' | 'clock'> {
  readonly files: Files;
  /** Multiplies the attempts per address, from `ADDRESS_LIMIT_FACTOR`. */
  readonly addressFactor: number;
  /** Whether the product is enabled; its calls are refused at the edge when it is not. */
  readonly isOn: boolean;
}
