/**
 * The error catalogue (spec point 8): every code an answer can carry, by its plain name.
 *
 * The meaning of each code in the reader's language lives in the app's `errors` catalogue, which is
 * keyed by these numbers; a code that is not here is shown as "system busy" (the catalogue's default).
 */
export const codes = {
  /** Success. */
  success: 200,
  /** Operation failed. */
  operationFailed: 100,
  /** Already processed. */
  alreadyProcessed: 400,
  /** Transaction password needed. */
  transactionPasswordNeeded: 401,
  /** Not found. */
  notFound: 404,
  /** Server error. */
  serverError: 500,
  /** Unauthorized operation. */
  unauthorized: 1001,
  /** Verification code wrong. */
  codeWrong: 2001,
  /** Transaction password wrong. */
  transactionPasswordWrong: 2002,
  /** Set a transaction password. */
  setTransactionPassword: 2003,
  /** No real-name verification. */
  noRealName: 2004,
  /** Insufficient wallet balance. */
  insufficientWalletBalance: 2005,
  /** Old password wrong. */
  oldPasswordWrong: 2006,
  /** Referrer not found. */
  referrerNotFound: 2007,
  /** Passwords differ. */
  passwordsDiffer: 2008,
  /** Login password wrong. */
  loginPasswordWrong: 2009,
  /** Account or password wrong. */
  accountOrPasswordWrong: 2010,
  /** User not found. */
  userNotFound: 2011,
  /** Account exists. */
  accountExists: 2012,
  /** Email bound. */
  emailBound: 2013,
  /** Phone bound. */
  phoneBound: 2014,
  /** Not yet open. */
  notYetOpen: 2015,
  /** Account disabled. */
  accountDisabled: 2016,
  /** Real-name needed for fiat trade. */
  realNameNeededForFiat: 2017,
  /** Only the specified payment methods. */
  onlySpecifiedPaymentMethods: 2018,
  /** Nickname taken. */
  nicknameTaken: 2019,
  /** Set a nickname first. */
  setNicknameFirst: 2020,
  /** Liquidation risk too high, add margin. */
  liquidationRiskTooHigh: 2021,
  /** Withdrawal insufficient after fee. */
  withdrawalInsufficientAfterFee: 2022,
  /** Long: take-profit must be above the price. */
  longTakeProfitBelowPrice: 2023,
  /** Long: stop-loss must be below the price. */
  longStopLossAbovePrice: 2024,
  /** Short: take-profit must be below the price. */
  shortTakeProfitAbovePrice: 2025,
  /** Short: stop-loss must be above the price. */
  shortStopLossBelowPrice: 2026,
  /** Transfer insufficient after fee. */
  transferInsufficientAfterFee: 2027,
  /** Contract has a position, cannot transfer. */
  contractHasPosition: 2028,
  /** Insufficient funds. */
  insufficientFunds: 2029,
  /** Enter an account. */
  enterAccount: 2030,
  /** Enter a password. */
  enterPassword: 2031,
  /** Enter a verification code. */
  enterCode: 2032,
  /** Enter an amount. */
  enterAmount: 2033,
  /** Enter an address. */
  enterAddress: 2034,
  /** Nickname taken (merchant). */
  merchantNicknameTaken: 2035,
  /** Receiving account exists. */
  receivingAccountExists: 2036,
  /** Bank card exists. */
  bankCardExists: 2037,
  /** Enter a name. */
  enterName: 2038,
  /** Enter a document number. */
  enterDocumentNumber: 2039,
  /** Upload the required photos. */
  uploadPhotos: 2040,
  /** Set a transaction password (before this operation). */
  setTransactionPasswordFirst: 2041,
  /** Bind an email first. */
  bindEmailFirst: 2042,
  /** Bind a phone first. */
  bindPhoneFirst: 2043,
  /** Verification expired, ask for a new code. */
  verificationExpired: 2044,
  /** Verification too often, wait. */
  verificationTooOften: 2045,
  /** Own address. */
  ownAddress: 2046,
  /** Already applied, wait (real-name). */
  realNameAlreadyApplied: 2047,
  /** Already applied, wait (deposit). */
  depositAlreadyApplied: 2048,
  /** Margin top-up needed. */
  marginTopUpNeeded: 2049,
  /** Delegation price not valid. */
  delegationPriceInvalid: 2050,
  /** Delegation price beyond the market price. */
  delegationPriceBeyondMarket: 2051,
  /** Close quantity above the remaining lots. */
  closeAboveRemainingLots: 2052,
  /** Minimum close is 1 lot. */
  minimumCloseOneLot: 2053,
  /** Choose an area. */
  chooseArea: 2054,
  /** Option market closed. */
  optionMarketClosed: 2055,
  /** Prize pool full. */
  prizePoolFull: 2056,
  /** Trading pair closed. */
  pairClosed: 2057,
  /** Currency mismatch. */
  currencyMismatch: 2058,
  /** Order quantity out of range. */
  quantityOutOfRange: 2059,
  /** Already joined this period. */
  alreadyJoinedPeriod: 2060,
  /** Round no longer open. */
  roundNoLongerOpen: 2061,
  /** Subscription above maximum. */
  subscriptionAboveMaximum: 2062,
  /** Subscription below minimum. */
  subscriptionBelowMinimum: 2063,
  /** Subscription ended or not started. */
  subscriptionClosed: 2064,
  /** Below the minimum withdrawal. */
  belowMinimumWithdrawal: 3001,
  /** Already applied, wait (withdrawal). */
  withdrawalAlreadyApplied: 3002,
  /** Address wrong. */
  addressWrong: 3003,
  /** Below the minimum purchase. */
  belowMinimumPurchase: 3004,
  /** Cannot name self. */
  cannotNameSelf: 4001,
  /** Cannot cancel while matching. */
  cannotCancelWhileMatching: 4002,
  /** Cannot cancel. */
  cannotCancel: 4003,
  /** Cannot close now. */
  cannotCloseNow: 4004,
  /** Stop price not allowed against the market. */
  stopPriceAgainstMarket: 4005,
  /** Take-profit not allowed against the market. */
  takeProfitAgainstMarket: 4006,
  /** Stop price not allowed against the mark price. */
  stopPriceAgainstMark: 4007,
  /** Already reviewed. */
  alreadyReviewed: 4008,
  /** Unfinished order. */
  unfinishedOrder: 4009,
  /** Margin being returned. */
  marginBeingReturned: 4010,
  /** Busy, retry. */
  busyRetry: 4013,
  /** Contact support (account). */
  contactSupportAccount: 4014,
  /** Contact support (order). */
  contactSupportOrder: 4015,
  /** Below the minimum delegation. */
  belowMinimumDelegation: 4016,
  /** Order finished, return to fiat trading. */
  orderFinished: 4017,
  /** Send failed. */
  sendFailed: 4018,
  /** Miner income already received. */
  minerIncomeReceived: 4020,
  /** Miner not ended. */
  minerNotEnded: 4021,
  /** Miner already started or ended. */
  minerStartedOrEnded: 4022,
  /** Miner does not exist. */
  minerUnknown: 4023,
  /** Insufficient fuel. */
  insufficientFuel: 4024,
  /** Miner price wrong. */
  minerPriceWrong: 4025,
  /** Miner quantity wrong. */
  minerQuantityWrong: 4026,
  /** Miner purchase limit reached. */
  minerLimitReached: 4027,
  /** Already signed in today. */
  alreadySignedIn: 4028,
  /** Wrong chat community password. */
  chatPasswordWrong: 4029,
  /** Chat system upgrading. */
  chatUpgrading: 4030,
  /** Deposit being refunded, cannot be repaid. */
  depositBeingRefunded: 4031,
  /** Muted in this group. */
  mutedInGroup: 4032,
  /** Order updated, place again. */
  orderUpdated: 5021,
  /** Password changed, no withdrawal for 24 hours. */
  withdrawalHold: 5022,
  /** Cannot order own advert. */
  ownAdvert: 5023,
  /** Cancelled twice today: the next cancel deducts 50% of the margin, confirm. */
  thirdCancelCosts: 21002,
} as const;

/** The plain name of a catalogue code. */
export type CodeName = keyof typeof codes;

/** A code of the catalogue. */
export type Code = (typeof codes)[CodeName];

/** A code that says no: everything but success. */
export type RefusalCode = Exclude<Code, typeof codes.success>;

const known: ReadonlySet<number> = new Set(Object.values(codes));

/** Whether a number is a code of the catalogue; anything else is shown as "system busy". */
export function isCode(value: number): value is Code {
  return known.has(value);
}
