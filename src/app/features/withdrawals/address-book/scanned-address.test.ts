import { describe, expect, it } from 'vitest';
import { addressInText } from './scanned-address.ts';

const to = '0x52908400098527886E0F7030069857D2E4169EE7';
const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

describe('addressInText', () => {
  it.each([
    [to, to],
    [`  ${to}\n`, to],
    [`ethereum:${to}`, to],
    [`ethereum:${to}@1?value=1e18`, to],
    [`ethereum:pay-${to}@11155111`, to],
    [
      'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.1&label=Me',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ],
    ['tron:TQm7vLx4ZpRk9sWdYc3HnB6eFaUu2JgT5D', 'TQm7vLx4ZpRk9sWdYc3HnB6eFaUu2JgT5D'],
  ])('finds the address in %s', (text, address) => {
    expect(addressInText(text)).toBe(address);
  });

  it('never takes the contract of a token for the recipient', () => {
    expect(addressInText(`ethereum:${token}@1/transfer?address=${to}&uint256=1`)).toBe(to);
    expect(addressInText(`ethereum:${token}@1/approve?address=${to}`)).toBe('');
    expect(addressInText(`ethereum:${token}@1/transfer?uint256=1`)).toBe('');
  });

  it('takes words for no address', () => {
    expect(addressInText('send it to me')).toBe('');
    expect(addressInText('')).toBe('');
  });
});
