import { describe, expect, it } from 'vitest';
import { installsFromShareSheet } from './install.ts';
import { desktopAddress } from './desktop.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/148.0 Safari/537.36';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15';
const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/148.0 Safari/537.36';
const android = 'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/148.0 Mobile Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1';

const phone = { touchPoints: 5, installed: false, origin: 'https://dunlin.example', cameBack: false };
const computer = { ...phone, touchPoints: 0 };

describe('desktop browsers', () => {
  it.each([windows, mac, linux])('are led to the desktop product: %s', (userAgent) => {
    expect(desktopAddress('https://pc.example', { ...computer, userAgent })).toBe('https://pc.example/');
    expect(desktopAddress(null, { ...computer, userAgent })).toBeNull();
  });

  it('are those with a touch screen too', () => {
    expect(desktopAddress('https://pc.example/', { ...phone, userAgent: windows })).toBe('https://pc.example/');
  });

  it('are not phones, nor a tablet that says it is a Mac', () => {
    for (const userAgent of [android, iphone, mac])
      expect(desktopAddress('https://pc.example/', { ...phone, userAgent })).toBeNull();
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://pc.example/',
    '//pc.example',
    'pc.example',
    '',
    'https://dunlin.example',
    'https://dunlin.example/pc/',
    'https://DUNLIN.example:443/#/',
  ])('stay for %j', (pcUrl) => {
    expect(desktopAddress(pcUrl, { ...computer, userAgent: linux })).toBeNull();
  });

  it('stay in the installed app, and when they came back', () => {
    const here = { ...computer, userAgent: windows };
    expect(desktopAddress('https://pc.example/', { ...here, installed: true })).toBeNull();
    expect(desktopAddress('https://pc.example/', { ...here, cameBack: true })).toBeNull();
  });
});

describe('installing from the share sheet', () => {
  it('is what only Safari on iPhones and iPads does', () => {
    expect(installsFromShareSheet(iphone, 5)).toBe(true);
    expect(installsFromShareSheet(mac, 5)).toBe(true);
    expect(installsFromShareSheet(mac, 0)).toBe(false);
    expect(installsFromShareSheet(android, 5)).toBe(false);
    expect(installsFromShareSheet(iphone.replace('Version/26.0', 'CriOS/148.0'), 5)).toBe(false);
  });
});
