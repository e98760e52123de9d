import type { CallName } from '../../protocol/calls.ts';

/**
 * The cost of a call to its caller, and its queue:
 *
 * - `store`: it holds a connection of the users' pool for a while, so it takes its turn among all users.
 * - `writer`: it is served by a market's writer, which batches requests of all users and bounds its own queue.
 * - `memory`: the exchange answers it from memory.
 */
export interface CallCost {
  readonly served: 'store' | 'writer' | 'memory';
  /** In units of one page read by primary key. */
  readonly units: number;
}

const read: CallCost = { served: 'store', units: 1 };
/** Several reads, or one that may scan more than it returns. */
const wideRead: CallCost = { served: 'store', units: 4 };
const write: CallCost = { served: 'store', units: 2 };
/** Hashes a password or decodes an image: tens of milliseconds of CPU time. */
const heavy: CallCost = { served: 'store', units: 10 };
const memory: CallCost = { served: 'memory', units: 0.2 };
const order: CallCost = { served: 'writer', units: 0 };

/** Every call. A new one does not compile without its cost. */
export const callCosts: { readonly [Name in CallName]: CallCost } = {
  'POST login': heavy,
  'POST register': heavy,
  'POST forgetPwd': heavy,
  'POST logout': write,
  'GET info': read,
  'GET verifySwitch': read,
  'POST pwd': heavy,
  'PUT pwd': heavy,
  'POST bindAccount': heavy,
  'GET verify': read,
  'POST verify': write,
  'GET nickName': read,
  'PUT nickName': write,
  'POST checkSmsCode': heavy,
  'GET common/phoneCode': memory,
  'POST common/checkSmsSend': write,
  'POST common/checkEmailSend': write,
  'GET common/checkInviteCode': read,
  'GET common/sysTime': memory,
  'GET common/getMsg': read,
  'GET getMsg': read,
  'GET common/newsList': memory,
  'GET common/problem': memory,
  'GET common/whiteBook': memory,
  'GET common/contact': memory,
  'GET common/community': memory,
  'GET common/getInviteConfig': memory,
  'GET customer/config': memory,
  'GET common/carousel': memory,
  'GET common/article': memory,
  'POST common/version': memory,
  'GET common/platformRate': memory,
  'GET web/config': memory,
  'GET common/huobiTicket': memory,
  'GET common/tradeList': memory,
  'GET common/kline': read,
  'GET common/symbolsList': memory,
  'GET common/new/changerSymbolsList': memory,
  'GET wallet': wideRead,
  'GET wallet/costs': wideRead,
  'GET cashflow': wideRead,
  'GET platformAddress': read,
  'POST recharge': write,
  'GET recharge/list': read,
  'GET withdrawPage': read,
  'POST withdrawCoin': heavy,
  'POST withdrawCoinApp': heavy,
  'GET getWithdrawMinNum': read,
  'GET coinRecord': wideRead,
  'GET transferPage': read,
  'POST transfer': write,
  'GET convertPage': read,
  'POST convert': write,
  'POST freeTransferForWallet': heavy,
  'GET freeTransferForWalletLog': read,
  'POST api/upload/img': heavy,
  'POST currency': order,
  'GET currencyRecord': wideRead,
  'POST cancelCurrency': order,
  'GET common/getContractConfig': memory,
  'GET contractPage': memory,
  'POST contract': order,
  'GET contractList': wideRead,
  'POST cancelContract': order,
  'POST outContract': order,
  'POST contractPl': order,
  'GET option/seconds/list': memory,
  'GET contractOptionConfig': memory,
  'GET contractOption-history': read,
  'GET contractOption-starting': memory,
  'GET contractOption-opening': memory,
  'GET contractOptionCoin-coin-list': memory,
  'GET contractOptionCoin-coin-info': memory,
  'POST contractOptionOrder-add': write,
  'GET contractOptionOrder-current': read,
  'GET contractOptionOrder-history': wideRead,
  'GET contractOptionOrder-detail': read,
  'GET notice/noticeNum': read,
  'PUT notice/readAll': write,
  'GET notice/info/{id}': read,
  'GET notice/list': read,
  'GET worker/order/list': read,
  'POST worker/order/add': write,
  'POST worker/order/reply/add': write,
  'POST checkChatPwd': heavy,
  'GET getChatList': read,
  'GET common/getChatConfigs': read,
  'GET cnyPayList': read,
  'POST cnyPayAdd': write,
  'DELETE cnyPayDel': write,
  'GET legalMgrPage': wideRead,
  'GET depositPage': read,
  'POST deposit': write,
  'GET makeUpDepositPage': read,
  'POST makeUpDeposit': write,
  'GET backDepositPage': read,
  'POST backDeposit': write,
  'POST otcBuy': write,
  'POST otcSell': write,
  'GET tradeList': wideRead,
  'GET otcBillList': read,
  'POST cancelOrder': write,
  'POST tradeBuy': write,
  'POST tradeSell': write,
  'GET otcOrderList': wideRead,
  'GET tradeBuyWaitPage': wideRead,
  'POST tradePaid': write,
  'GET tradeCancelPre': read,
  'POST tradeCancel': write,
  'POST otcFinish': heavy,
  'POST tradeAppeal': write,
  'POST uploadBuyProof': heavy,
};
