import { describe, expect, it } from 'vitest';
import {
  clientAddress,
  countedNetworks,
  noProxies,
  parseTrustedProxies,
  type TrustedProxies,
} from './client-address.ts';
import { connectionCountry } from './connection-country.ts';

function trusted(text: string): TrustedProxies {
  const parsed = parseTrustedProxies(text);
  if (parsed === null) throw new Error(`${text} was not taken`);
  return parsed;
}

function seen(proxies: TrustedProxies, remoteAddress: string, headers: Record<string, string> = {}) {
  return clientAddress(proxies, { headers, socket: { remoteAddress } });
}

const forwarded = (names: string) => ({ 'x-forwarded-for': names });

describe('trusted proxies', () => {
  it('trusts no proxy by default', () => {
    expect(seen(noProxies, '198.51.100.7', forwarded('127.0.0.1')).network).toBe('198.51.100.7');
    expect(parseTrustedProxies('0')).toEqual(noProxies);
    expect(parseTrustedProxies('false')).toEqual(noProxies);
  });

  it('counts proxies from its own side, so that entries written by the client are never reached', () => {
    const one = trusted('1');
    expect(seen(one, '10.0.0.1', forwarded('127.0.0.1, 203.0.113.5')).network).toBe('203.0.113.5');
    expect(seen(trusted('2'), '10.0.0.1', forwarded('127.0.0.1, 203.0.113.5, 10.0.0.2')).network).toBe('203.0.113.5');
    expect(seen(one, '10.0.0.1').network).toBe('10.0.0.1');
  });

  it('follows the chain while each network is trusted, in both forms of an address', () => {
    const own = trusted('10.0.0.0/8, fd00::/8, 192.0.2.1');
    const chain = forwarded('127.0.0.1, 203.0.113.5, 192.0.2.1, ::ffff:10.9.9.9');
    expect(seen(own, '::ffff:10.0.0.1', chain).network).toBe('203.0.113.5');
    expect(seen(own, 'fd00::5', forwarded('203.0.113.5')).network).toBe('203.0.113.5');
    expect(seen(own, '192.0.2.2', forwarded('203.0.113.5')).network).toBe('192.0.2.2');
  });

  it('treats an invalid entry as the proxy itself', () => {
    for (const nonsense of ['', 'unknown', '_hidden', '999.1.1.1', ',', '127.0.0.1;', '<script>']) {
      expect(seen(trusted('1'), '10.0.0.1', forwarded(nonsense)).network, nonsense).toBe('10.0.0.1');
    }
    expect(seen(trusted('1'), '10.0.0.1', forwarded('203.0.113.5:4711')).network).toBe('203.0.113.5');
    expect(seen(trusted('1'), '10.0.0.1', forwarded('[2001:db8::1]:4711')).network).toBe('2001:db8:0:0::/64');
  });

  it('reads only the end of an endless chain', () => {
    const names = `${'127.0.0.1,'.repeat(5_000)}203.0.113.5`;
    expect(seen(trusted('1'), '10.0.0.1', forwarded(names)).network).toBe('203.0.113.5');
  });

  it.each([
    'true',
    'all',
    '*',
    '0.0.0.0/0',
    '::/0',
    '0.0.0.0/1,128.0.0.0/1',
    '10.0.0.0/33',
    '10.0.0/8',
    '11',
    '-1',
    '',
  ])('refuses to believe everybody: %s', (text) => {
    expect(parseTrustedProxies(text)).toBeNull();
  });
});

describe('the address limits are counted by', () => {
  it('is one key for a /64 and for both forms of an IPv4 address', () => {
    const keys = ['2001:db8:1:2::1', '2001:0DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2:0:5efe:192.0.2.1%eth0'].map(
      (address) => seen(noProxies, address).network,
    );
    expect(new Set(keys)).toEqual(new Set(['2001:db8:1:2::/64']));
    expect(seen(noProxies, '2001:db8:1:3::1').network).toBe('2001:db8:1:3::/64');
    for (const form of ['203.0.113.5', '::ffff:203.0.113.5', '::FFFF:cb00:7105']) {
      expect(seen(noProxies, form).network).toBe('203.0.113.5');
    }
  });

  it('counts for the /64 and the /48 of IPv6, and for an IPv4 address alone', () => {
    const countedFor = (address: string) => countedNetworks(seen(noProxies, address).network);
    expect(countedFor('2001:0DB8:1:2::1')).toEqual([
      { network: '2001:db8:1:2::/64', times: 1 },
      { network: '2001:db8:1::/48', times: 16 },
    ]);
    expect(countedFor('::1')).toEqual([
      { network: '0:0:0:0::/64', times: 1 },
      { network: '0:0:0::/48', times: 16 },
    ]);
    for (const address of ['203.0.113.5', '::ffff:203.0.113.5', '']) {
      const { network } = seen(noProxies, address);
      expect(countedFor(address)).toEqual([{ network, times: 1 }]);
    }
  });
});

describe('a local client', () => {
  it('is a loopback connection without proxy headers, whatever is trusted', () => {
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
      expect(seen(noProxies, address).isLocal, address).toBe(true);
    }
    expect(seen(noProxies, '203.0.113.5').isLocal).toBe(false);
    for (const name of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip']) {
      for (const proxies of [noProxies, trusted('1'), trusted('127.0.0.0/8')]) {
        expect(seen(proxies, '127.0.0.1', { [name]: '127.0.0.1' }).isLocal, name).toBe(false);
      }
    }
    expect(seen(trusted('1'), '203.0.113.5', forwarded('127.0.0.1')).isLocal).toBe(false);
  });
});

describe('the country of a connection', () => {
  const country = (
    proxies: TrustedProxies,
    value: string | string[],
    from = '10.0.0.1',
    header: string | null = 'cf-ipcountry',
  ) => connectionCountry(proxies, header, { headers: { 'cf-ipcountry': value }, socket: { remoteAddress: from } });

  it('is what a trusted proxy names, and never what anybody else does', () => {
    expect(country(trusted('10.0.0.0/8'), 'US')).toBe('US');
    expect(country(trusted('1'), ' th ')).toBe('TH');
    expect(country(trusted('10.0.0.0/8'), 'US', '203.0.113.5')).toBeNull();
    expect(country(noProxies, 'US')).toBeNull();
    expect(country(trusted('1'), 'US', '10.0.0.1', null)).toBeNull();
  });

  it('is unknown for anything but one country', () => {
    for (const value of ['', 'XX', 'T1', 'USA', 'U', 'US,TH', 'US, TH', ['US', 'TH']]) {
      expect(country(trusted('1'), value), String(value)).toBeNull();
    }
  });
});
