import type * as v from 'valibot';
import { accountName, country } from '../../../protocol/entities/account-name.ts';
import { bindingAnswer, bindingRequest, proofWay, pushChoice } from '../../../protocol/entities/binding.ts';
import { chainId, chainOfCoin } from '../../../protocol/entities/chain.ts';
import * as chat from '../../../protocol/entities/chat.ts';
import * as content from '../../../protocol/entities/content.ts';
import * as contract from '../../../protocol/entities/contract.ts';
import { deposit, depositAddress, depositState } from '../../../protocol/entities/deposit.ts';
import * as market from '../../../protocol/entities/market.ts';
import * as movement from '../../../protocol/entities/movement.ts';
import * as option from '../../../protocol/entities/option.ts';
import { closeReason, order, orderStatus, orderType } from '../../../protocol/entities/order.ts';
import { passkey } from '../../../protocol/entities/passkey.ts';
import { profile, session } from '../../../protocol/entities/profile.ts';
import { documentType, verification } from '../../../protocol/entities/verification.ts';
import { balance, balancePart, entryKind, ledgerEntry, wallet } from '../../../protocol/entities/wallet.ts';
import { bookedAddress, withdrawal, withdrawalState } from '../../../protocol/entities/withdrawal.ts';
import * as workOrder from '../../../protocol/entities/work-order.ts';
import * as fields from '../../../protocol/fields.ts';

/** Schemas that the documents name once and refer to, by their names there. A test finds entities that are missing. */
export const namedSchemas: Readonly<Record<string, v.GenericSchema>> = {
  Decimal: fields.decimal,
  PositiveDecimal: fields.positiveDecimal,
  Timestamp: fields.timestamp,
  Id: fields.id,
  PairId: fields.pairId,
  AssetId: fields.assetId,
  FileId: fields.fileId,
  Locale: fields.locale,
  Cursor: fields.cursor,
  AccountName: accountName,
  Country: country,
  BindingRequest: bindingRequest,
  BindingAnswer: bindingAnswer,
  ProofWay: proofWay,
  PushChoice: pushChoice,
  ChainId: chainId,
  ChainOfCoin: chainOfCoin,
  ChatHandle: chat.chatHandle,
  ChatNumber: chat.chatNumber,
  ChatMessageKey: chat.chatMessageKey,
  ChatUser: chat.chatUser,
  ChatQuote: chat.chatQuote,
  ChatMessage: chat.chatMessage,
  ChatGroupKind: chat.chatGroupKind,
  ChatGroupHead: chat.chatGroupHead,
  ChatGroup: chat.chatGroup,
  ChatMembership: chat.chatMembership,
  ChatAct: chat.chatAct,
  NoticeKind: content.noticeKind,
  NoticeSubject: content.noticeSubject,
  Notice: content.notice,
  ArticleKind: content.articleKind,
  HelpCategory: content.helpCategory,
  ContentImagePath: content.contentImagePath,
  Block: content.block,
  Article: content.article,
  ArticleSummary: content.articleSummary,
  OutsideLink: content.outsideLink,
  CommunityLink: content.communityLink,
  CustomerChannel: content.customerChannel,
  RebateRate: content.rebateRate,
  ContractId: contract.contractId,
  ContractSide: contract.contractSide,
  ContractState: contract.contractState,
  ListedContract: contract.listedContract,
  ContractView: contract.contractView,
  ContractOrder: contract.contractOrder,
  ContractPosition: contract.contractPosition,
  ContractClosing: contract.contractClosing,
  DepositState: depositState,
  Deposit: deposit,
  DepositAddress: depositAddress,
  Pair: market.pair,
  ChartedIndex: market.chartedIndex,
  Ticker: market.ticker,
  Side: market.side,
  Trade: market.trade,
  Interval: market.interval,
  Candle: market.candle,
  ConversionQuote: movement.conversionQuote,
  ConvertibleCoin: movement.convertibleCoin,
  InstantTransfer: movement.instantTransfer,
  ValuePoint: movement.valuePoint,
  OptionCoin: option.optionCoin,
  OptionCycle: option.optionCycle,
  OptionDirection: option.optionDirection,
  OptionPhase: option.optionPhase,
  TickEntropy: option.tickEntropy,
  RevealedSecret: option.revealedSecret,
  ProvenTick: option.provenTick,
  TickProof: option.tickProof,
  RoundDraw: option.roundDraw,
  OptionRound: option.optionRound,
  OptionEntry: option.optionEntry,
  OrderType: orderType,
  OrderStatus: orderStatus,
  CloseReason: closeReason,
  Order: order,
  Passkey: passkey,
  Session: session,
  Profile: profile,
  DocumentType: documentType,
  Verification: verification,
  Wallet: wallet,
  BalancePart: balancePart,
  Balance: balance,
  EntryKind: entryKind,
  LedgerEntry: ledgerEntry,
  WithdrawalState: withdrawalState,
  Withdrawal: withdrawal,
  BookedAddress: bookedAddress,
  WorkOrderState: workOrder.workOrderState,
  WorkOrderClientId: workOrder.workOrderClientId,
  WorkOrder: workOrder.workOrder,
  WorkOrderReply: workOrder.workOrderReply,
  WorkOrderThread: workOrder.workOrderThread,
};
