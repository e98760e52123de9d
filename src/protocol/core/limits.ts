import { dayMs, hourMs, minuteMs } from './durations.ts';

/**
 * Limits and constants of the product (spec points 5 and 9), in one place, so that the page, the
 * exchange and their tests agree. Units are the last word of a name.
 */

/** Version shown to users (spec point 1). */
export const productVersion = '1.0.5';

export const loginPasswordMinLength = 6;
export const loginPasswordMaxLength = 18;
export const transactionPasswordLength = 6;
export const verificationCodeLength = 6;
export const invitationCodeMaxLength = 12;
export const nicknameMinLength = 2;
export const nicknameMaxLength = 20;
/** Most letters of a robot’s name. */
export const robotNameMax = 24;
export const emailMaxLength = 254;
/** Mainland mobile numbers: 11 digits, 1, then 3 to 9. Other countries follow their own plan. */
export const mobileNumberPattern = /^1[3-9]\d{9}$/;

/** A verification code dies after this long (design section 3). */
export const verificationCodeLifeMs = 10 * minuteMs;
/** Wrong tries after which a code is dead. */
export const verificationCodeMaxAttempts = 5;
/** The wait before another code may be asked for. */
export const verificationCodeResendMs = minuteMs;
/** Codes one account or address may ask for within an hour. */
export const verificationCodesPerHour = 10;
/**
 * Wrong passwords, transaction passwords and codes of one account within the window, together: as many from its owner's
 * devices and networks as from everywhere else.
 */
export const guessesOfPoolMax = 5;
export const guessWindowMs = dayMs;
/** Of those from elsewhere, tries of a password: the rest is left for codes that were sent to the owner. */
export const passwordGuessesElsewhereMax = 3;
/** The wait before the next try, after so many wrong ones. */
export const guessWaitsMs: Readonly<Record<number, number>> = { 3: minuteMs, 4: 10 * minuteMs };
/** Wrong codes of one contact within a day, whether or not an account has it. */
export const codeGuessesOfContactMax = 10;
/** Failed log-ins within the window below, for each user an address is taken for, before tries are refused. */
export const loginMaxFailures = 5;
export const loginFailureWindowMs = 15 * minuteMs;
/** Wrong transaction passwords within the window, for each user an address is taken for, before tries are refused. */
export const transactionPasswordMaxFailures = 5;
export const transactionPasswordWindowMs = hourMs;
/** No withdrawal this long after a password change (spec point 9). */
export const withdrawalHoldMs = dayMs;
/** Nothing is sold to other people from a device this long after its first log-in. */
export const newDeviceWaitMs = dayMs;
/** A session ends after this long without use. */
export const sessionLifeMs = 30 * dayMs;
/** Sessions one user may hold at once; the oldest gives way. */
export const sessionsPerUser = 10;

/** Whole-request limit of every call. */
export const requestTimeoutMs = minuteMs;
/** A page that is not ready after this shows its loading state. */
export const pageDelayMs = 200;
/** Newer data that takes longer than this shows that it is on its way. */
export const loadingDelayMs = 800;
/** The code of a page that did not come within this is given up. */
export const chunkLoadMs = 2 * minuteMs;
/** Errors appear as a toast after the delay, for the duration. */
export const toastDelayMs = 100;
export const toastMs = 1_500;
export const debounceMs = 500;

export const heartbeatMs = 5_000;
export const reconnectMs = 5_000;
/** A figure without a tick for this long is shown as old. */
export const staleAfterMs = 10_000;

/** Times are shown at this offset from UTC unless the user chose another. */
export const displayOffsetHours = 8;
export const defaultDecimals = 2;
/** Relative time: under this it is "just now"; past the days below it is a date. */
export const justNowMs = 5 * minuteMs;
export const relativeDaysMax = 30;

/** Seconds from strike to settlement of the options (spec point 3). */
export const optionCycles = [30, 60, 120, 300] as const;
/** Entries lock this long before the strike. */
export const optionLockMs = 2_000;
/** A deciding tick that is later than this after its time voids the round. */
export const optionTickToleranceMs = 5_000;
/** Stakes in USDT: the least, the most, and the most one pool of a round takes. */
export const optionStakeMinimum = '1';
export const optionStakeMaximum = '1000';
export const optionPoolMaximum = '200000';
/** The house's part of winnings, in thousandths. */
export const optionFeePerMille = 30;
/** Entries of one round. */
export const optionEntriesMax = 2_000;

/** Lists: what a page holds when nothing is asked, and the most that may be asked for. */
export const pageSizeDefault = 20;
export const pageSizeMax = 100;
/** Fixed terms that a user may have running at once, all of which one page shows; and how far those of a state are counted. */
export const fixedRunningMax = 100;
export const fixedCountedMax = 999;
/** Products that are sold out of which a user may wait to hear at once. */
export const stockAlertsMax = 50;
export const klineSizeDefault = 300;
export const klineSizeMax = 1_000;
export const tradeListSizeMax = 100;
/** Levels of one side of the book that are published. */
export const depthLevelsMax = 100;
/** The stream closes with this when one user or address holds too many connections or asks too much of it. */
export const tryAgainLater = 1013;
/** Topics one connection may hold. */
export const topicsPerConnection = 200;
/** Open spot orders one user may have in one pair. */
export const openOrdersPerPairMax = 200;
/** Resting orders one user may have in one contract. */
export const contractOrdersMax = 100;
/**
 * Open positions one user may have in one contract, with the resting orders that may become ones. Each has a
 * take-profit and a stop-loss, so this bounds what waits for a price too: twice as many triggers.
 */
export const contractPositionsMax = 200;
/** Idempotency keys: characters, and how long an answer is stored. */
export const idempotencyKeyPattern = /^[\w-]{16,64}$/;
export const idempotencyRetentionMs = 2 * dayMs;
/**
 * A call that moves money may name in this header until when it may be done, in epoch milliseconds of the exchange.
 * Asked later, it is answered from the store or refused with 4013 and the reason `deadline-passed`: what was not done
 * by then is never done under that key.
 */
export const moneyDeadlineHeader = 'idempotency-deadline';
/** Answered while calls are traced; the app then sends `traceparent` with its calls (W3C Trace Context). */
export const traceresponseHeader = 'traceresponse';
/** The app gives what moves money this long to reach the exchange. */
export const moneyDeadlineMs = 30_000;
/** Without an answer for this long, the app says that the outcome is not known and asks again. */
export const moneySilenceMs = 10_000;
/** The app asks after an outcome no longer than this: answers are stored at least as long (design section 2). */
export const outcomeAskedMs = dayMs;
/** Recovery codes that are made at once, and characters of the longest text that can be a code or one of them. */
export const recoveryCodesMax = 10;
export const secondFactorMaxLength = 32;
/** Characters of a recovery code, written in groups of five; those that were made before this length have two groups. */
export const recoveryCodeLength = 20;
export const formerRecoveryCodeLength = 10;
/** Characters of the word that letters of the exchange carry. */
export const antiPhishingMinLength = 4;
export const antiPhishingMaxLength = 20;
/** A proof of who asks is fresh for this long. */
export const freshProofMs = 5 * minuteMs;
/** Passkeys one user may keep. */
export const passkeysPerUser = 10;
/** The question of a passkey must be answered within this. */
export const passkeyQuestionLifeMs = 5 * minuteMs;
export const passkeyNameMaxLength = 40;
/** Addresses of devices at push services. */
export const pushEndpointMaxLength = 1_000;

/** Images: the largest file, the longest side it may have, and the longest side it is stored at. */
export const uploadMaxBytes = 10 * 1024 * 1024;
export const imageMaxSidePx = 12_000;
export const imageStoredSidePx = 2_000;
/** Images one user may upload within an hour. */
export const uploadsPerHour = 60;
/** Names and numbers of documents (spec point 3, real-name authentication). */
export const userNameMaxLength = 60;
export const documentNumberMaxLength = 24;

/** Withdrawal addresses one user may keep, and the wait of a new one when the user switched that on. */
export const addressBookMax = 50;
export const addressWaitMs = dayMs;
export const addressMaxLength = 128;
export const addressLabelMaxLength = 30;
export const remarkMaxLength = 60;
export const transactionHashMaxLength = 128;
/** Withdrawals within 24 hours in USDT at the last prices; more for verified users (spec point 6). */
export const dailyWithdrawalUsdt = '10000';
export const dailyWithdrawalVerifiedUsdt = '1000000';
/** What a conversion costs, as a share of what is got. */
export const conversionFee = '0.001';
/** A quoted conversion rate holds for this long. */
export const conversionQuoteMs = 10_000;
/** Small balances that are converted together at most. */
export const smallBalancesMax = 100;
/** Lookups of recipients of an instant transfer, within an hour. */
export const recipientLookupsPerHour = 60;
/** Rows of one export of asset records. */
export const exportRowsMax = 5_000;

/** Tickets: lengths of their texts, images of one text. */
export const ticketTitleMaxLength = 80;
export const ticketTextMaxLength = 2_000;
export const ticketImagesMax = 4;
/** Tickets of one user that may be open at once, and that may be opened within a day. */
export const ticketsOpenMax = 5;
export const ticketsPerDay = 20;
/** Replies of the user in one ticket; as many of customer service. */
export const ticketRepliesMax = 60;
/** A reply opens a closed ticket again for this long. */
export const ticketReopenMs = 14 * dayMs;

/** Miners one user may own before their income is collected to the end, and buy at once. */
export const minersOpenMax = 100;
export const minersBoughtAtOnceMax = 10;

/** Chat: lengths of what users write there, and how many users one message may name. */
export const chatTextMaxLength = 1_000;
export const chatMentionsMax = 10;
export const chatReportReasonMaxLength = 200;
export const chatPasswordMaxLength = 64;
/** Messages one user may send within the window, in all groups. */
export const chatSendsMax = 5;
export const chatSendWindowMs = 10_000;
/** Messages a group keeps; the oldest go. */
export const chatMessagesRetained = 5_000;
/** Messages of the snapshot with which a group's topic begins. */
export const chatSnapshotSize = 50;
/** Unread messages are counted up to this. */
export const chatUnreadMax = 99;
/** Groups there may be, and reports one user may make within an hour. */
export const chatGroupsMax = 50;
export const chatReportsPerHour = 20;

/** The largest JSON body and the largest stream frame a client may send. */
export const bodyMaxBytes = 64 * 1024;
export const frameMaxBytes = 16 * 1024;

/** Images that one may hand in with an application to list a coin, and questions that the desk may ask. */
export const coinDocumentsMax = 6;
export const coinQuestionsMax = 20;
/** Working days within which such an application is answered (spec point 9). */
export const coinAnswerDays = 3;

/** Most coins of a basket that a robot keeps, the first one among them. */
export const basketCoinsMax = 5;

/** Most that the shares of a basket come to, in percent: the rest stays in quote. */
export const basketShareMax = 95;

/** Bounds of the share of one coin that a robot keeps, in percent. */
export const coinShareMin = 5;
export const coinShareMax = 95;
