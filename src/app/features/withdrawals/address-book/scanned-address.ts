import { keyboardText, typedAs } from '#protocol/core/text/typed-text.ts';

/**
 * The address in what a QR code or the clipboard holds. Wallets write it bare or as a payment link:
 * `bitcoin:bc1…?amount=1` (BIP 21), `ethereum:pay-0x…@1?value=1` and `ethereum:0x<token>@1/transfer?address=0x<to>`
 * (ERC-681), where the part in front is the token's contract and the recipient is the parameter.
 *
 * @returns the address without anything around it; empty when the text holds none
 */
export function addressInText(text: string): string {
  const plain = keyboardText(text).trim();
  const link = /^[a-z][a-z0-9+.-]*:(?:\/\/)?(?:pay-)?([^?]*)(?:\?(.*))?$/is.exec(plain);
  if (link === null) return /^\S+$/.test(plain) ? typedAs('address', plain) : '';
  const [, path = '', query = ''] = link;
  const [target = '', callName] = path.split('/');
  if (callName !== undefined && callName !== '') {
    return callName === 'transfer' ? (new URLSearchParams(query).get('address') ?? '') : '';
  }
  const [address = ''] = target.split('@');
  return /^\S+$/.test(address) ? typedAs('address', address) : '';
}
