import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Outflow } from '#server/core/outflow/outflow.ts';
import type { Config } from '#server/core/config/config.ts';
import type { SecretBox } from '#server/core/secrets/secret-box.ts';
import type { TransactionPasswords } from '#server/accounts/account/passwords/transaction-password.ts';
import type { Files } from '#server/accounts/files/files.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';
import type { AdvertBoard } from '../adverts/board.ts';
import type { AdvertsDeps } from '../adverts/deps.ts';

export interface OrdersDeps
  extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'gate'>, Pick<AdvertsDeps, 'prices'> {
  readonly outflow: Outflow;
  readonly board: Pick<AdvertBoard, 'put'>;
  readonly notices: Pick<Notices, 'send' | 'changed'>;
  readonly files: Files;
  readonly secrets: SecretBox | null;
  readonly transactionPasswords: TransactionPasswords;
  /** Whether the chat is switched on, which carries the conversations of orders. */
  readonly hasChat: boolean;
  /** How much somebody with and without a history is trusted with. */
  readonly limits: Pick<Config, 'p2pDayLimits' | 'p2pPersonWorth' | 'p2pNewcomerAdvert' | 'p2pNewcomerTotal'>;
  /** In practice mode a policy decides appeals. */
  readonly mode: Config['mode'];
}
