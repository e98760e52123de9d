import type { PaymentMethod } from '#protocol/p2p/currencies.ts';

/** A code that names the account, one of the right service, or one that leads elsewhere. */
type QrVerdict = 'matches' | 'service' | 'foreign';

type Scanned = Exclude<PaymentMethod, 'bank'>;

/** Where codes of a service lead, by the end of their host or by their scheme. */
const hosts: Readonly<Record<Scanned, readonly string[]>> = {
  alipay: ['alipay.com', 'alipay.cn', 'alipayobjects.com'],
  wechat: ['weixin.qq.com', 'wechat.com', 'tenpay.com'],
  paypal: ['paypal.com', 'paypal.me'],
};
const schemes: Readonly<Record<Scanned, readonly string[]>> = {
  alipay: ['alipays:', 'alipayqr:', 'alipay:'],
  wechat: ['wxp:', 'weixin:', 'wechat:'],
  paypal: ['paypal:'],
};

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]/g, '');
}

function isOfService(method: Scanned, text: string): boolean {
  let address: URL;
  try {
    address = new URL(text.trim());
  } catch {
    return false;
  }
  const { protocol, hostname } = address;
  if (schemes[method].includes(protocol)) return true;
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return hosts[method].some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/**
 * What a scanned code says about an account: services write their own addresses into codes, some of them the account.
 * A code that leads elsewhere would send buyers' money elsewhere.
 *
 * @param account as it was typed; empty when not yet
 */
export function qrVerdict(method: Scanned, account: string, text: string): QrVerdict {
  if (account !== '' && bare(text).includes(bare(account))) return 'matches';
  return isOfService(method, text) ? 'service' : 'foreign';
}
