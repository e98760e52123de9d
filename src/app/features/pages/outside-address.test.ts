import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { type OutsideFault, isListedHost, judgeAddress, outsideAddressMax } from './outside-address.ts';

const trusted = ['dunlin.example', '*.docs.example', 'localhost'];

const opened: readonly (readonly [text: string, host: string])[] = [
  ['https://example.com', 'example.com'],
  ['https://example.com/', 'example.com'],
  ['https://EXAMPLE.com/Path', 'example.com'],
  ['HTTPS://example.com/', 'example.com'],
  ['https://a.b-c.example.com/x/y.html?q=1&r=2#part', 'a.b-c.example.com'],
  ['https://example.com?next=https://dunlin.example', 'example.com'],
  ['https://example.com#//else.example', 'example.com'],
  ['https://example.com/@person', 'example.com'],
  ['https://example.com/a:b', 'example.com'],
  ['https://example.com/%2F%2Felse.example', 'example.com'],
  ['https://example.com/新闻', 'example.com'],
  ['https://dunlin.example/#/register?invite=GEVTAH5D', 'dunlin.example'],
  ['https://help.dunlin.example/', 'help.dunlin.example'],
  ['https://docs.example/', 'docs.example'],
  ['https://123.example.com/', '123.example.com'],
  ['https://t.me/dunlin', 't.me'],
];

const refused: readonly (readonly [text: string, fault: OutsideFault])[] = [
  // Another scheme, or none.
  ['', 'not-https'],
  ['example.com', 'not-https'],
  ['javascript:alert(1)', 'not-https'],
  ['JaVaScRiPt:alert(1)', 'not-https'],
  ['javascript://example.com/%0aalert(1)', 'not-https'],
  ['data:text/html,<script>alert(1)</script>', 'not-https'],
  ['data:text/html;base64,PHNjcmlwdD4=', 'not-https'],
  ['vbscript:msgbox(1)', 'not-https'],
  ['blob:https://dunlin.example/1-2-3', 'not-https'],
  ['file:///etc/passwd', 'not-https'],
  ['about:blank', 'not-https'],
  ['view-source:https://example.com', 'not-https'],
  ['intent://example.com/#Intent;scheme=https;end', 'not-https'],
  ['ftp://example.com/', 'not-https'],
  ['http://example.com/', 'not-https'],
  ['wss://example.com/', 'not-https'],
  ['//example.com', 'not-https'],
  ['///example.com', 'not-https'],
  ['/pages/assets/mention', 'not-https'],
  ['#/pages/assets/mention', 'not-https'],
  ['https:', 'not-https'],
  ['https:/', 'not-https'],
  ['https:/example.com', 'not-https'],
  ['https:example.com', 'not-https'],
  ['https://', 'not-https'],
  ['https:///example.com', 'not-https'],
  ['https:////example.com', 'not-https'],
  ['https://?example.com', 'not-https'],
  ['https%3A%2F%2Fexample.com', 'not-https'],
  ['https%3A//example.com', 'not-https'],
  ['hxxps://example.com', 'not-https'],
  ['<https://example.com>', 'not-https'],
  // What is not seen, or is read as something else.
  ['\\example.com', 'hidden'],
  ['\\\\example.com', 'hidden'],
  ['/\\example.com', 'hidden'],
  ['https:\\\\example.com', 'hidden'],
  ['https:/\\example.com', 'hidden'],
  ['https://example.com\\@else.example', 'hidden'],
  ['https://example.com/\\else.example', 'hidden'],
  [' https://example.com', 'hidden'],
  ['https://example.com ', 'hidden'],
  ['https://exa mple.com', 'hidden'],
  ['\thttps://example.com', 'hidden'],
  ['java\tscript:alert(1)', 'hidden'],
  ['java\nscript:alert(1)', 'hidden'],
  ['\u0001javascript:alert(1)', 'hidden'],
  ['https://example.com\n.else.example', 'hidden'],
  ['https://exam\tple.com', 'hidden'],
  ['https://example.com/\r\nset-cookie:a=b', 'hidden'],
  ['https://example.com/\u202Egpj.exe', 'hidden'],
  ['https://example.com/\u2066evil\u2069', 'hidden'],
  ['https://exam\u200Bple.com', 'hidden'],
  ['https://exam\u00ADple.com', 'hidden'],
  ['\uFEFFhttps://example.com', 'hidden'],
  ['https://example.com/\u00A0', 'hidden'],
  ['https://example.com/\u3000', 'hidden'],
  ['https://example.com/\uD800', 'hidden'],
  ['https://example.com/\u0000', 'hidden'],
  ['https://example.com/\u{E0041}', 'hidden'],
  // A name before the host.
  ['https://dunlin.example@else.example', 'user'],
  ['https://dunlin.example:443@else.example/', 'user'],
  ['https://a:b@example.com', 'user'],
  ['https://@example.com', 'user'],
  ['https://dunlin.example%2F@else.example', 'user'],
  // A port.
  ['https://example.com:443', 'port'],
  ['https://example.com:8443/', 'port'],
  ['https://example.com:', 'port'],
  ['https://example.com:0', 'port'],
  ['https://dunlin.example:80', 'port'],
  // Not a name of the internet.
  ['https://localhost/', 'not-a-name'],
  ['https://example', 'not-a-name'],
  ['https://127.0.0.1/', 'not-a-name'],
  ['https://2130706433/', 'not-a-name'],
  ['https://0x7f.1/', 'not-a-name'],
  ['https://017700000001/', 'not-a-name'],
  ['https://1.1/', 'not-a-name'],
  ['https://[::1]/', 'not-a-name'],
  ['https://[::ffff:127.0.0.1]:8080/', 'not-a-name'],
  ['https://router.local/', 'not-a-name'],
  ['https://app.localhost/', 'not-a-name'],
  ['https://db.internal/', 'not-a-name'],
  ['https://example.com./', 'not-a-name'],
  ['https://example.com..', 'not-a-name'],
  ['https://.example.com', 'not-a-name'],
  ['https://example..com', 'not-a-name'],
  ['https://-example.com', 'not-a-name'],
  ['https://example-.com', 'not-a-name'],
  ['https://exa_mple.com', 'not-a-name'],
  ['https://example%2ecom', 'not-a-name'],
  ['https://dunlin.example%2eelse.example', 'not-a-name'],
  ['https://example.com%00.else.example', 'not-a-name'],
  ['https://%65xample.com', 'not-a-name'],
  ['https://example.com%23.else.example', 'not-a-name'],
  ['https://example.com;else.example', 'not-a-name'],
  ['https://*.example.com', 'not-a-name'],
  [`https://${'a'.repeat(64)}.example`, 'not-a-name'],
  [`https://${'a.'.repeat(126)}example`, 'not-a-name'],
  // Letters that can look like others.
  ['https://xn--dunln-wpa.example', 'foreign-letters'],
  ['https://help.XN--80AK6AA92E.com/', 'foreign-letters'],
  ['https://dunl\u0456n.example', 'foreign-letters'],
  ['https://аррӏе.com', 'foreign-letters'],
  ['https://例え.jp', 'foreign-letters'],
  ['https://example。com', 'foreign-letters'],
  ['https://example.com／else', 'foreign-letters'],
  ['https://ⓔxample.com', 'foreign-letters'],
  ['https://exampl\u0065\u0301.com', 'foreign-letters'],
  ['https://ſecure.example.com', 'foreign-letters'],
  ['https://dunlin.example℀.else.example', 'foreign-letters'],
  // Hosts that look like trusted ones.
  ['https://dun1in.example', 'look-alike'],
  ['https://dunIin.example', 'look-alike'],
  ['https://dunl1n.example/login', 'look-alike'],
  ['https://app.dun1in.example', 'look-alike'],
  ['https://dun-lin.example', 'look-alike'],
  ['https://dunlin.example.else.com', 'look-alike'],
  ['https://www.dunlin.example.else.com', 'look-alike'],
  ['https://dunlin-example.com', 'look-alike'],
  ['https://dunlin-example.else.com', 'look-alike'],
  ['https://d0cs.example', 'look-alike'],
  ['https://a.docs.example.else.com', 'look-alike'],
  // Too long.
  [`https://example.com/${'a'.repeat(outsideAddressMax)}`, 'too-long'],
];

describe('an address that leads out', () => {
  it.each(opened)('is opened: %j', (text, host) => {
    const judged = judgeAddress(text, trusted);
    expect(judged).toMatchObject({ opens: true, address: { host } });
  });

  it.each(refused)('is never opened: %j', (text, fault) => {
    expect(judgeAddress(text, trusted)).toEqual({ opens: false, fault });
  });

  it('is opened as the browser reads it', () => {
    expect(judgeAddress('https://EXAMPLE.com/新?a=b')).toEqual({
      opens: true,
      address: { url: 'https://example.com/%E6%96%B0?a=b', host: 'example.com' },
    });
  });

  it('leads where it says, whatever is typed', () => {
    // What addresses and tricks are made of, in any order.
    const tricks = [
      'https:',
      'http:',
      'javascript:',
      'data:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '.',
      '?',
      '#',
      '%',
      '%2e',
      '%40',
    ];
    const names = ['example.com', 'dunlin.example', 'xn--', 'evil', '443', '[::1]', '127.0.0.1', '\t', '\n', ' ', '。'];
    const piece = fc.constantFrom(...tricks, ...names, '\u202E', 'é');
    const text = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.array(piece, { maxLength: 6 }).map((pieces) => `https://${pieces.join('')}`),
      fc.array(piece, { maxLength: 4 }).map((pieces) => `https://example.com${pieces.join('')}`),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }).map((rest) => `https://example.com${rest}`),
      fc.webUrl(),
    );
    let seen = 0;
    fc.assert(
      fc.property(text, (typed) => {
        const judged = judgeAddress(typed, trusted);
        if (!judged.opens) return;
        seen += 1;
        const { url, host } = judged.address;
        const read = new URL(url);
        expect([read.protocol, read.host, read.username, read.password]).toEqual(['https:', host, '', '']);
        // What was shown names this very host, as its first name.
        expect(/^https:\/\/([^/?#]*)/i.exec(typed)?.[1]?.toLowerCase()).toBe(host);
        expect(host).toMatch(/^[a-z0-9.-]+\.[a-z]{2,}$/);
        expect(url).not.toMatch(/[\p{Cc}\p{Cf}\s\\]/u);
        // Judging again what is opened changes nothing.
        expect(judgeAddress(url, trusted)).toEqual(judged);
      }),
      { numRuns: allRuns(5_000) },
    );
    expect(seen).toBeGreaterThan(100);
  });
});

describe('the allow-list', () => {
  const hosts = ['docs.example.com', '*.example.org'];

  it.each(['docs.example.com', 'a.example.org', 'a.b.example.org'])('has %s', (host) => {
    expect(isListedHost(host, hosts)).toBe(true);
  });

  it.each([
    'example.com',
    'a.docs.example.com',
    'docs.example.com.evil.com',
    'evildocs.example.com',
    'example.org',
    'evilexample.org',
    'example.org.evil.com',
    '.example.org',
    '*.example.org',
    '',
  ])('does not have %j', (host) => {
    // Two of these are no hosts at all; judgeAddress never says them.
    const isHost = judgeAddress(`https://${host}`).opens;
    expect(isHost && isListedHost(host, hosts)).toBe(false);
  });

  it('is empty by itself', () => {
    expect(isListedHost('example.com', [])).toBe(false);
  });
});
