import * as v from 'valibot';
import { defineCalls } from '../call.ts';
import type { CodeName } from '../codes.ts';
import { accountName } from '../entities/account-name.ts';
import { chainId, chainOfCoin } from '../entities/chain.ts';
import { deposit, depositAddress, depositState } from '../entities/deposit.ts';
import { side } from '../entities/market.ts';
import { conversionQuote, convertibleCoin, instantTransfer, valuePoint } from '../entities/movement.ts';
import { order } from '../entities/order.ts';
import { balance, entryKind, ledgerEntry, wallet } from '../entities/wallet.ts';
import { bookedAddress, withdrawal, withdrawalState } from '../entities/withdrawal.ts';
import {
  assetId,
  decimal,
  fileId,
  id,
  nothing,
  page,
  pageQuery,
  pairId,
  positiveDecimal,
  queryInteger,
  timestamp,
} from '../fields.ts';
import { shownText } from '../text/shown-text.ts';
import {
  addressMaxLength,
  remarkMaxLength,
  secondFactorMaxLength,
  transactionHashMaxLength,
  transactionPasswordLength,
} from '../limits.ts';

/** As typed. Absent: the answer is 401, which asks for it. */
const transactionPassword = v.optional(v.pipe(v.string(), v.maxLength(transactionPasswordLength * 4)));

/** A code of the authenticator, or a recovery code. Absent where one is switched on: the answer is 2032. */
const totp = v.optional(v.pipe(v.string(), v.maxLength(secondFactorMaxLength)));

/** Somebody else, by what the payer knows of them. */
const recipient = v.variant('by', [...accountName.options, v.strictObject({ by: v.literal('id'), id })]);

const withdrawalFields = {
  asset: assetId,
  chain: chainId,
  address: v.pipe(v.string(), v.trim(), v.maxLength(addressMaxLength)),
  /** What leaves the wallet; the fee is taken out of it. */
  amount: positiveDecimal,
  remark: shownText({ shape: 'line', least: 0, most: remarkMaxLength }),
  transactionPassword,
  totp,
};

const withdrawalRefuses: readonly CodeName[] = [
  'enterAddress',
  'enterAmount',
  'addressWrong',
  'ownAddress',
  'belowMinimumWithdrawal',
  'withdrawalInsufficientAfterFee',
  'insufficientWalletBalance',
  'transactionPasswordNeeded',
  'transactionPasswordWrong',
  'setTransactionPasswordFirst',
  'enterCode',
  'codeWrong',
  'verificationTooOften',
  'withdrawalHold',
  'withdrawalAlreadyApplied',
  'quantityOutOfRange',
  'noRealName',
  'currencyMismatch',
  'alreadyProcessed',
];

/** Calls of area `wallet`. */
export const walletCalls = defineCalls({
  'GET wallet': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'All wallets: available, frozen, locked, valuation.',
    input: v.strictObject({ history: v.optional(v.picklist(['7', '30', '90'])) }),
    output: v.object({
      /** Everything together, in USDT at the last prices, truncated to 2 places. */
      total: decimal,
      /** The same figure 24 hours ago at the prices of then, for today's change; null without history. */
      totalYesterday: v.nullable(decimal),
      wallets: v.array(v.object({ wallet, total: decimal })),
      balances: v.array(balance),
      /** Value over the days asked for, oldest first, the last point now; null when not asked for. */
      history: v.nullable(v.array(valuePoint)),
      at: timestamp,
    }),
    refuses: [],
  },
  'GET cashflow': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Own ledger entries, newest first, by wallet, coin and kind.',
    input: v.strictObject({
      ...pageQuery,
      wallet: v.optional(wallet),
      asset: v.optional(assetId),
      kind: v.optional(entryKind),
      /** Entries from this time on, and before that one, in epoch milliseconds. */
      since: v.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
      until: v.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
    }),
    output: page(ledgerEntry),
    refuses: [],
  },
  'GET platformAddress': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Coins and chains for deposits; with a coin and a chain also the own deposit address.',
    input: v.strictObject({ asset: v.optional(assetId), chain: v.optional(chainId) }),
    output: v.object({ chains: v.array(chainOfCoin), address: v.nullable(depositAddress) }),
    refuses: ['currencyMismatch'],
  },
  'POST recharge': {
    area: 'wallet',
    access: 'user',
    money: true,
    moves: { dealing: 'deposit', coins: 'named', stoppedWith: 'notYetOpen' },
    purpose:
      'Declare a deposit by its voucher on a chain nobody watches; in practice mode also take practice coins, or have the test chain’s faucet pay to the own address.',
    input: v.union([
      v.strictObject({ chain: v.literal('PRACTICE'), asset: assetId }),
      v.strictObject({ chain: v.literal('TEST'), asset: assetId, amount: v.optional(positiveDecimal) }),
      v.strictObject({
        chain: chainId,
        asset: assetId,
        amount: positiveDecimal,
        hash: v.pipe(v.string(), v.trim(), v.maxLength(transactionHashMaxLength)),
        /** File id of the image, see `POST api/upload/img`. */
        voucher: v.optional(fileId),
      }),
    ]),
    output: v.object({
      asset: assetId,
      amount: decimal,
      /** When the same coin can be taken again; null for a voucher. */
      nextAt: v.nullable(timestamp),
      /** The declared deposit, or null when coins were taken. */
      deposit: v.nullable(deposit),
      /** Hash of the faucet's payment on the test chain, or null. */
      hash: v.nullable(v.string()),
    }),
    refuses: [
      'verificationTooOften',
      'alreadyProcessed',
      'enterAmount',
      'uploadPhotos',
      'depositAlreadyApplied',
      'currencyMismatch',
      'belowMinimumPurchase',
    ],
  },
  'GET recharge/list': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Own deposits, newest first.',
    input: v.strictObject({ ...pageQuery, asset: v.optional(assetId), state: v.optional(depositState) }),
    output: page(deposit),
    refuses: [],
  },
  'GET withdrawPage': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Withdrawal page: chains with fee and minimum, available, limits, holds, address book.',
    input: v.strictObject({ asset: assetId }),
    output: v.object({
      asset: assetId,
      /** Of the spot wallet. */
      available: decimal,
      chains: v.array(chainOfCoin),
      addresses: v.array(bookedAddress),
      addressWait: v.boolean(),
      /** In USDT within 24 hours: the limit, what is used of it, and the limit of verified users. */
      dailyLimit: decimal,
      dailyUsed: decimal,
      dailyLimitVerified: decimal,
      verified: v.boolean(),
      hasTransactionPassword: v.boolean(),
      withdrawalHoldUntil: v.nullable(timestamp),
      /** One of the coin in USDT at the last price, or null. */
      price: v.nullable(decimal),
    }),
    refuses: ['currencyMismatch'],
  },
  'POST withdrawCoin': {
    area: 'wallet',
    access: 'user',
    money: true,
    moves: { dealing: 'withdrawal', coins: 'named', stoppedWith: 'notYetOpen' },
    purpose: 'Withdraw to an address, with the transaction password and a code sent to a bound contact.',
    input: v.strictObject({ ...withdrawalFields, ticket: v.pipe(v.string(), v.maxLength(64)) }),
    output: v.object({ withdrawal }),
    refuses: [...withdrawalRefuses, 'verificationExpired'],
  },
  'POST withdrawCoinApp': {
    area: 'wallet',
    access: 'user',
    money: true,
    moves: { dealing: 'withdrawal', coins: 'named', stoppedWith: 'notYetOpen' },
    purpose: 'Withdraw to an address with the transaction password (app flow).',
    input: v.strictObject(withdrawalFields),
    output: v.object({ withdrawal }),
    refuses: withdrawalRefuses,
  },
  'GET getWithdrawMinNum': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Smallest withdrawal and fee of a coin on a chain.',
    input: v.strictObject({ asset: assetId, chain: chainId }),
    output: v.object({ minimum: decimal, fee: decimal }),
    refuses: ['currencyMismatch'],
  },
  'GET coinRecord': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Own withdrawals, newest first.',
    input: v.strictObject({ ...pageQuery, asset: v.optional(assetId), state: v.optional(withdrawalState) }),
    output: page(withdrawal),
    refuses: [],
  },
  'GET transferPage': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Transfer page: wallets, coins and what is available in each.',
    input: nothing,
    output: v.object({
      wallets: v.array(wallet),
      coins: v.array(assetId),
      available: v.array(v.object({ wallet, asset: assetId, amount: decimal })),
    }),
    refuses: [],
  },
  'POST transfer': {
    area: 'wallet',
    access: 'user',
    money: true,
    moves: { dealing: 'transfer', coins: 'named', stoppedWith: 'notYetOpen' },
    purpose: 'Transfer between own wallets, without a fee.',
    input: v.strictObject({ asset: assetId, from: wallet, to: wallet, amount: positiveDecimal }),
    output: v.object({ asset: assetId, from: wallet, to: wallet, amount: decimal, at: timestamp }),
    refuses: ['enterAmount', 'insufficientWalletBalance', 'cannotNameSelf', 'contractHasPosition', 'alreadyProcessed'],
  },
  'GET convertPage': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose:
      'Conversion page: coins and their limits; with two coins and an amount also a rate that holds for some seconds.',
    input: v.strictObject({ from: v.optional(assetId), to: v.optional(assetId), amount: v.optional(positiveDecimal) }),
    output: v.object({ coins: v.array(convertibleCoin), quote: v.nullable(conversionQuote) }),
    refuses: ['currencyMismatch', 'quantityOutOfRange', 'pairClosed', 'enterAmount'],
  },
  'POST convert': {
    area: 'wallet',
    access: 'user',
    money: true,
    moves: { dealing: 'convert', coins: 'of-quote', stoppedWith: 'pairClosed' },
    purpose: 'Convert between coins of the spot wallet at a quoted rate.',
    input: v.strictObject({ quote: conversionQuote.entries.id }),
    output: v.object({ quote: conversionQuote, at: timestamp }),
    refuses: ['insufficientWalletBalance', 'orderUpdated', 'pairClosed', 'alreadyProcessed', 'insufficientFunds'],
  },
  'POST freeTransferForWallet': {
    area: 'wallet',
    access: 'user',
    money: true,
    moves: { dealing: 'instant-transfer', coins: 'named', stoppedWith: 'notYetOpen' },
    purpose: 'Instant transfer to another user, without a fee: first the masked name to confirm, then the payment.',
    input: v.variant('step', [
      v.strictObject({ step: v.literal('name'), to: recipient }),
      v.strictObject({
        step: v.literal('pay'),
        to: recipient,
        asset: assetId,
        amount: positiveDecimal,
        remark: v.optional(shownText({ shape: 'line', least: 0, most: remarkMaxLength }), ''),
        transactionPassword: transactionPassword,
        totp,
      }),
    ]),
    output: v.object({
      /** The recipient's name, masked. */
      name: v.string(),
      /** The payment; null when only the name was asked for. */
      transfer: v.nullable(instantTransfer),
    }),
    refuses: [
      'enterAccount',
      'enterAmount',
      'userNotFound',
      'cannotNameSelf',
      'insufficientWalletBalance',
      'transactionPasswordNeeded',
      'transactionPasswordWrong',
      'setTransactionPasswordFirst',
      'enterCode',
      'codeWrong',
      'verificationTooOften',
      'withdrawalHold',
      'alreadyProcessed',
    ],
  },
  'GET freeTransferForWalletLog': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Own instant transfers, newest first.',
    input: v.strictObject({ ...pageQuery, direction: v.optional(v.picklist(['in', 'out'])) }),
    output: page(instantTransfer),
    refuses: [],
  },
  'POST api/upload/img': {
    area: 'wallet',
    access: 'user',
    money: false,
    upload: true,
    purpose:
      'Upload an image (JPG or PNG); it is re-encoded, without EXIF, and seen only by its owner, the reviewer, and the members of a chat group it is sent to.',
    input: v.strictObject({ purpose: v.picklist(['identity', 'voucher', 'avatar', 'work-order', 'chat']) }),
    output: v.object({ id: fileId, width: v.number(), height: v.number(), bytes: v.number() }),
    refuses: ['uploadPhotos', 'verificationTooOften'],
  },
  'POST currency': {
    area: 'wallet',
    access: 'user',
    money: true,
    moves: { dealing: 'spot', coins: 'of-pair', stoppedWith: 'pairClosed' },
    purpose: 'Place a spot order: limit, market sell by quantity, or market buy by what it may spend.',
    input: v.variant('type', [
      v.strictObject({
        type: v.literal('limit'),
        pair: pairId,
        side,
        price: positiveDecimal,
        amount: positiveDecimal,
      }),
      v.strictObject({
        type: v.literal('market'),
        pair: pairId,
        side,
        /** Quantity in base: a market sell, or a market buy of a quantity. */
        amount: v.optional(positiveDecimal),
        /** What a market buy may spend, in quote. Exactly one of the two is given. */
        total: v.optional(positiveDecimal),
      }),
    ]),
    output: v.object({ order }),
    refuses: [
      'enterAmount',
      'insufficientWalletBalance',
      'delegationPriceInvalid',
      'pairClosed',
      'quantityOutOfRange',
      'belowMinimumDelegation',
      'alreadyProcessed',
    ],
  },
  'GET currencyRecord': {
    area: 'wallet',
    access: 'user',
    money: false,
    purpose: 'Own spot orders, newest first: current or history.',
    input: v.strictObject({
      ...pageQuery,
      state: v.optional(v.picklist(['current', 'history']), 'current'),
      pair: v.optional(pairId),
      side: v.optional(side),
    }),
    output: page(order),
    refuses: [],
  },
  'POST cancelCurrency': {
    area: 'wallet',
    access: 'user',
    money: true,
    moves: { dealing: 'spot', coins: 'of-order', stoppedWith: 'cannotCancel' },
    purpose: 'Cancel a spot order.',
    input: v.strictObject({ id }),
    output: v.object({ order }),
    refuses: ['cannotCancel', 'orderFinished', 'alreadyProcessed'],
  },
});
