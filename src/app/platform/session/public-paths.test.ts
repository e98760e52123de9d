import { describe, expect, it } from 'vitest';
import { homePath, isPublicPath, pathAfterLogIn } from './public-paths.ts';

describe('public pages', () => {
  it('are those of the product, letter for letter', () => {
    expect(['/', '/register', '/pages/login/login', '/pages/mine/lang'].every(isPublicPath)).toBe(true);
    expect(['/pages/index/index', '/pages/Login/login', '/pages/assets/assets', '/nowhere'].some(isPublicPath)).toBe(
      false,
    );
  });
});

describe('the page after log-in', () => {
  it('is the one that was asked for', () => {
    expect(pathAfterLogIn('/pages/market/kline?pair=BTCUSDT')).toBe('/pages/market/kline?pair=BTCUSDT');
  });

  it.each(['https://docs.example/a b?c=d&e=f#g', '-13.7563', 'Nguyễn (Huệ) *1* ~ 2+2', '买 *BTC*'])(
    'keeps what its address asks for: %s',
    (text) => {
      const asked = `/pages/web-view/web-view?${new URLSearchParams({ url: text, to: text }).toString()}`;
      expect(pathAfterLogIn(asked)).toBe(asked);
    },
  );

  it.each([
    undefined,
    '',
    '/',
    '//else.example',
    'https://else.example',
    '/\\else.example',
    'javascript:alert(1)',
    '/pages/login/login',
    '/pages/mine/login?to=x',
  ])('is home for %s', (asked) => expect(pathAfterLogIn(asked)).toBe(homePath));
});
