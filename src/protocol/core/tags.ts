/** Groups of calls in the documents of the API, in the order of its page, each with what it is about. */
export const tags = {
  'Log in': 'Registration, log-in and log-out. `POST /login` answers the session token that other calls carry.',
  'Verification codes':
    'Codes by email and SMS. A checked code becomes a single-use ticket, which the next step carries: a reset of the password, a withdrawal, a proof of who asks.',
  Security:
    'Passwords, contacts, passkeys, authenticator and withdrawal addresses. Changes of what protects the account ask for a fresh proof of who asks, and some start a hold of 24 hours on withdrawals.',
  Profile: 'The own profile, nickname and real-name authentication.',
  'Market data': 'Pairs, tickers, trades and K-lines, for everybody.',
  'Spot orders': 'Limit and market orders on the spot market, paid from the spot wallet.',
  Contracts:
    'Perpetual contracts and gold, settled in USDT. Opening a position needs a take-profit and a stop-loss; margin comes from the contract or gold wallet.',
  Options: 'Seconds options: up, down or flat within a round. Ended rounds carry what their result is recomputed from.',
  Wallets:
    'Balances by wallet and coin, and the ledger entries behind them. A balance has three parts: available, frozen behind an order or a withdrawal, and locked until a deposit is final.',
  Deposits: 'Deposit addresses, declared deposits and how far each is.',
  Withdrawals:
    'Withdrawals to an address, with the transaction password and, where one is switched on, a code of the authenticator.',
  Transfers: 'Between own wallets, and at once to another user. Both are without a fee.',
  Conversions: 'One coin into another at a quoted rate, which holds for some seconds.',
  Uploads: 'Images: documents, vouchers, pictures of profiles, tickets and chat.',
  'Collection methods': 'Accounts that buyers pay into. Only the other side of an order is ever shown one.',
  Merchants: 'Becoming a merchant of fiat trading, and the deposit that secures it.',
  Adverts:
    'Adverts of merchants to buy and sell coins for money in a bank, at a fixed price or one that follows the index.',
  'P2P orders':
    'Orders between two users. The coins wait in the escrow account of the order until the seller releases them, the order is cancelled, or an arbiter decides.',
  Records: 'What shows that the log of operators and the evidence of P2P orders were not changed: a hash for each day.',
  Backing: 'What each product that promises something holds, and what it has promised.',
  'Stock alerts': 'Hearing of it when a fixed term or a miner that is sold out can be bought again.',
  'Daily check-in': 'Signing in every day, what it pays, and the pool that pays it. Days turn at 24:00 UTC+8.',
  Referrals: 'Members who came by invitation, and the rebates of the fees they paid. Credited at 00:05 UTC+8.',
  'Fixed terms':
    'Coins put in for a cycle at a rate that does not change; the interest to the end is set aside at once.',
  Launchpad: 'New coins that people subscribe to: projects, own commitments, and the published list of each allotment.',
  Mining: 'Miners on sale and own ones: buying, filling, starting, and collecting their income.',
  'Listing applications': 'Applications to list a coin: sent, asked about, answered, and decided.',
  Loans: 'Loans against collateral: what is lent, applications, repayments, and what happened to each.',
  Robots:
    'Strategies whose every order stands in the book: products with their record, own robots, their trades and their income by day.',
  Tickets: 'Notices and tickets.',
  Chat: 'Groups, members and past messages. Messages are sent over the stream.',
  Content: 'News, help and pages, in seven languages. Articles are structured blocks, never HTML.',
  Contacts: 'How the exchange is reached, its communities, and invitations.',
  'App configuration': 'What an app asks for when it starts: switches, version, server time and display rates.',
} as const;

/** The group a call is shown in. */
export type Tag = keyof typeof tags;
