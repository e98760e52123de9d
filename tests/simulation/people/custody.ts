import { registerByEmail, transactionPassword } from './accounts.ts';
import { spotFunds } from './balances.ts';
import type { Kind } from './person.ts';
import type { Phone } from './phone.ts';

/** A valid address of the test chain that is nobody's here. */
const elsewhere = 'dt1mlcz867gr26gpl522dqqtyjyn2fl9yq0wct4hv';

/** Coins that come over the chain: the first is free after two blocks, the others after six. */
const coins = ['USDT', 'BTC', 'ETH', 'SOL'] as const;

interface OwnAddress {
  readonly address: { readonly address: string } | null;
}

/** Asks where deposits go, so that others can pay to it as well. */
async function learnAddress(phone: Phone): Promise<void> {
  while (phone.chainAddress === '') {
    const { data } = await phone.read('GET platformAddress', { asset: 'USDT', chain: 'TEST' });
    phone.chainAddress = (data as OwnAddress | null)?.address?.address ?? '';
    if (phone.chainAddress === '') await phone.wait(2_000);
  }
}

/** Has the faucet of the chain pay to the own address: as much as it gives at once, little, or less than counts. */
async function deposit(phone: Phone): Promise<void> {
  const { draws } = phone;
  const asset = draws.oneOf(coins);
  const amount = draws.oneOf([undefined, '0.009', '0.5', '0.00000001']);
  await phone.act('POST recharge', { chain: 'TEST', asset, ...(amount === undefined ? {} : { amount }) });
}

const amounts = { USDT: ['12.5', '60', '400'], BTC: ['0.0005', '0.002', '0.01'] } as const;

/** Asks for a withdrawal over the test chain; to nobody here where no address is given. */
export async function askWithdrawal(phone: Phone, asset: string, amount: string, address = elsewhere): Promise<void> {
  const terms = { chain: 'TEST', asset, address, amount, remark: 'Rent', transactionPassword };
  await phone.act('POST withdrawCoinApp', terms);
}

/** Withdraws to others of the exchange, to nobody there, and to where it is refused. */
async function withdraw(phone: Phone): Promise<void> {
  const { draws } = phone;
  const known = phone.others('').flatMap(({ chainAddress }) => (chainAddress === '' ? [] : [chainAddress]));
  const address = draws.oneOf([elsewhere, ...known, ...(draws.happens(0.1) ? [phone.chainAddress] : [])]);
  const asset = draws.oneOf(['USDT', 'BTC'] as const);
  const amount = draws.happens(0.1) ? draws.oneOf(['0.5', '1000000']) : draws.oneOf(amounts[asset]);
  await askWithdrawal(phone, asset, amount, address);
}

/** Takes all there is of a coin out of the spot wallet, so that nothing is left where a deposit is reorganised away. */
async function takeAway(phone: Phone): Promise<void> {
  const held = await spotFunds(phone);
  if (held.length === 0) return;
  const { asset, available } = phone.draws.oneOf(held);
  await phone.act('POST transfer', { asset, from: 'spot', to: 'fiat', amount: available });
}

/** Deposits over the chain, and moves on what came before it is certain to stay. */
const depositor: Kind = {
  name: 'depositor',
  share: 14,
  pauseMostMs: 4_000,
  begin: learnAddress,
  live: (phone) => (phone.draws.happens(0.75) ? deposit(phone) : takeAway(phone)),
};

/** Withdraws over the chain, also to others here. */
const withdrawer: Kind = {
  name: 'withdrawer',
  share: 14,
  pauseMostMs: 9_000,
  register: registerByEmail,
  begin: learnAddress,
  live: (phone) => (phone.draws.happens(0.15) ? deposit(phone) : withdraw(phone)),
};

/** Who uses the chain. */
export const chainUsers: readonly Kind[] = [depositor, withdrawer];
