import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { products } from '#protocol/core/products.ts';
import { type ProductSwitch, switchedOff, switchesOf } from './switches.ts';

const country = fc.constantFrom('US', 'TH', 'VN', 'CN');
const decisions = fc
  .uniqueArray(
    fc.record<ProductSwitch>({
      product: fc.constantFrom(...products),
      country: fc.option(country),
      isOn: fc.boolean(),
    }),
    { selector: (one) => `${one.product} ${one.country}`, maxLength: 12 },
  )
  .map((all) => switchesOf(all.filter((one) => one.country !== null || !one.isOn)));
const product = fc.constantFrom(...products);

describe('a switch', () => {
  it('is on without any decision', () => {
    expect(switchedOff(switchesOf([]), 'spot', [])).toBeNull();
    expect(switchedOff(switchesOf([]), 'spot', ['US'])).toBeNull();
  });

  it('denies somebody of several possible countries what it denies in one of them', () => {
    fc.assert(
      fc.property(decisions, product, fc.uniqueArray(country, { minLength: 1 }), (switches, one, countries) => {
        const isOff = switchedOff(switches, one, countries) !== null;
        expect(isOff).toBe(countries.some((each) => switchedOff(switches, one, [each]) !== null));
      }),
    );
  });

  it('denies somebody of no known country what it denies in any', () => {
    fc.assert(
      fc.property(decisions, product, country, (switches, one, each) => {
        if (switchedOff(switches, one, []) === null) expect(switchedOff(switches, one, [each])).toBeNull();
      }),
    );
  });

  it('follows the decision of the country before the one for all', () => {
    const switches = switchesOf([
      { product: 'options', country: null, isOn: false },
      { product: 'options', country: 'TH', isOn: true },
      { product: 'spot', country: 'US', isOn: false },
    ]);
    expect(switchedOff(switches, 'options', ['TH'])).toBeNull();
    expect(switchedOff(switches, 'options', ['US'])).toBe('country');
    expect(switchedOff(switches, 'spot', ['TH'])).toBeNull();
    expect(switchedOff(switches, 'spot', ['US', 'CA'])).toBe('country');
    expect(switchedOff(switches, 'spot', [])).toBe('unknown-country');
    expect(switchedOff(switchesOf([{ product: 'gold', country: null, isOn: false }]), 'gold', [])).toBe('everyone');
  });
});
