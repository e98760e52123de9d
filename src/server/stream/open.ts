import type { Clock } from '../core/clock/clock.ts';
import type { Ledger } from '../core/ledger/ledger.ts';
import type { ChartedMarket } from '../markets/candles/index-market.ts';
import type { Market } from '../markets/candles/market.ts';
import type { Chat } from '../users/chat/chat.ts';
import type { Content } from '../content/content.ts';
import type { Contracts } from '../markets/contracts/contracts.ts';
import type { Options } from '../markets/options/open.ts';
import type { Notices } from '../users/notices/notices.ts';
import { Refusal } from '../core/failures/refusal.ts';
import type { Spot } from '../markets/spot/spot.ts';
import type { Database } from '../core/store/database.ts';
import type { StoreHealth } from '../core/store/store-health.ts';
import { holdingsOf } from '../custody/wallets/holdings.ts';
import type { StreamLog } from './channels-board.ts';
import { accountSource, type AccountDeps } from './sources/account-source.ts';
import { chatSource, guardedChat } from './sources/chat-source.ts';
import { contentSource } from './sources/content-source.ts';
import { contractSource } from './sources/contract-source.ts';
import { depthSource } from './sources/depth-source.ts';
import { healthSource } from './sources/health-source.ts';
import { klineSource } from './sources/kline-source.ts';
import { roundSource } from './sources/round-source.ts';
import { tickersSource, tickerSource } from './sources/ticker-sources.ts';
import { tradesSource } from './sources/trades-source.ts';
import { createStreamServer, type StreamDeps, type StreamServer } from './stream-server.ts';
import type { SessionSource } from './topic-source.ts';

/** What the stream of a running exchange is made of. */
export interface StreamReadDeps
  extends
    Pick<StreamDeps, 'limits' | 'origins' | 'trustedProxies'>,
    Pick<AccountDeps, 'deposits' | 'withdrawals' | 'identity' | 'workOrders'> {
  readonly database: Pick<Database, 'pool'>;
  readonly ledger: Ledger;
  readonly spot: Spot;
  readonly market: Market;
  /** The same and the markets of indices. */
  readonly charted: ChartedMarket;
  readonly options: Pick<Options, 'board' | 'series'>;
  readonly contracts: Contracts;
  readonly notices: Notices;
  /** Null while it is switched off. */
  readonly chat: Chat | null;
  readonly content: Pick<Content, 'digest' | 'onChange'>;
  readonly storeHealth: StoreHealth;
  readonly sessions: SessionSource;
  readonly clock: Clock;
  readonly log: StreamLog;
}

/** The stream over the areas of the exchange; `attach` puts it on the HTTP server. */
export function openStream(deps: StreamReadDeps): StreamServer {
  const {
    database,
    ledger,
    spot,
    market,
    charted,
    options,
    notices,
    sessions,
    clock,
    log,
    limits,
    origins,
    trustedProxies,
  } = deps;
  return createStreamServer({
    publicSources: [
      tickersSource({ market, clock }),
      tickerSource({ market: charted, clock }),
      tradesSource({ market }),
      klineSource({ market: charted, clock }),
      depthSource({ spot, market, clock }),
      roundSource(options.board, options.series, clock),
      contractSource(deps.contracts),
      ...(deps.chat === null
        ? []
        : [chatSource(deps.chat, (error) => log.error({ err: error }, 'a group of the chat could not be read'))]),
      contentSource(deps.content),
      healthSource(deps.storeHealth),
    ],
    guarded: deps.chat === null ? null : guardedChat(deps.chat),
    accountSource: accountSource({
      spot,
      ledger,
      notices,
      deposits: deps.deposits,
      withdrawals: deps.withdrawals,
      identity: deps.identity,
      workOrders: deps.workOrders,
      contracts: deps.contracts,
      holdings: (owner) => holdingsOf(database.pool, owner),
      onFailure: (error) => log.error({ err: error }, 'unread notices could not be counted'),
    }),
    sessions: { onRevoked: (listener) => sessions.onRevoked(listener), lookUp: (token) => sessionOf(sessions, token) },
    clock,
    log,
    onInterest: (pair, watched) => market.interest(pair, watched ? 1 : -1),
    ...(limits === undefined ? {} : { limits }),
    ...(origins === undefined ? {} : { origins }),
    ...(trustedProxies === undefined ? {} : { trustedProxies }),
  });
}

/** A disabled account is nobody here; why, it hears from its calls. */
async function sessionOf(sessions: SessionSource, token: string): ReturnType<SessionSource['lookUp']> {
  try {
    return await sessions.lookUp(token, 'read');
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
