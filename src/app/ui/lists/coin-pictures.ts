/** Coins with a picture in `public/coins`; a test holds this list against the folder. */
export const pictured: readonly string[] = (
  'AAVE ADA ALGO APT ARB ATOM AVAX BCH BNB BTC DOGE DOT ETC ETH FIL HBAR ICP LINK LTC MKR NEAR OP PEPE SEI SHIB SOL ' +
  'SUI TIA TRX UNI USDC USDT XAU XLM XRP'
).split(' ');

/** Address of a coin's picture, or null where there is none. */
export function coinPicture(symbol: string): string | null {
  return pictured.includes(symbol) ? `${import.meta.env.BASE_URL}coins/${symbol}.svg` : null;
}
