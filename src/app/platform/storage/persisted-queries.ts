import { dayMs } from '#protocol/core/durations.ts';

/** Query roots the first paint needs: persisted in localStorage and read before anything is drawn. */
export const bootRoots: readonly string[] = ['web/config', 'info', 'common/symbolsList'];

/**
 * Query roots persisted on the device so that they can be read without a network. Prices and balances among them are
 * shown with their age and asked for again at once; everything that is not named here is gone with the page.
 */
export const persistedRoots: readonly string[] = [
  'common/article',
  'common/backing',
  'common/backingEntries',
  'common/carousel',
  'common/getChatConfigs',
  'common/community',
  'common/getContractConfig',
  'common/getInviteConfig',
  'common/getMsg',
  'common/huobiTicket',
  'common/miningList',
  'common/new/changerSymbolsList',
  'common/newsList',
  'common/phoneCode',
  'common/platformRate',
  'common/recordHeads',
  'notice/info/{id}',
  'notice/list',
  'notice/noticeNum',
  'addCoinApply',
  'cashflow',
  'checkInfo',
  'coinRecord',
  'contractList',
  'contractOptionCoin-coin-list',
  'contractOptionOrder-history',
  'currencyRecord',
  'finPeriodicList',
  'finPeriodicMyOrderList',
  'freeTransferForWalletLog',
  'getChatList',
  'getMsg',
  'miningOrder',
  'otcOrderList',
  'platformAddress',
  'quant/balance',
  'quant/income/list',
  'quant/order/detail',
  'quant/order/list',
  'quant/order/trades',
  'quant/product/list',
  'recharge/list',
  'wallet',
  'wallet/costs',
  'withdrawPage',
  'worker/order/list',
];

/** Persisted answers older than this are dropped when they are read. */
export const persistedMaxAgeMs = 30 * dayMs;

/** Most queries that are persisted, newest first. */
export const persistedQueriesMax = 300;

/** Version of the persisted format; other versions are dropped. */
export const persistedSchema = '9';

/** How long a restore may take before the page continues without it: iOS can leave a read hanging for ever. */
export const restoreDeadlineMs = 1_500;

/** What waits before it is written, so that a burst of answers is one write. */
export const persistDelayMs = 1_000;
