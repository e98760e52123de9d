import { protectionBandPercent } from '#protocol/contracts/maths/orders.ts';
import { describe, expect, it } from 'vitest';
import { fromUnits, toUnits, type Decimal } from '#protocol/core/decimal.ts';
import * as fiat from '#protocol/p2p/currencies.ts';
import * as limits from '#protocol/core/limits.ts';
import { hasReached } from '#protocol/loans/maths/health.ts';
import { type Locale, localeCodes } from '#protocol/core/locales.ts';
import { listContracts } from '../markets/contracts/listed-contracts.ts';
import { goldHours, goldIndex } from '../markets/candles/gold-index.ts';
import { pairs } from '../markets/pairs.ts';
import { conversionWorth } from '../custody/conversions/rules.ts';
import { readContentSet } from './content-set.ts';
import type { ArticleText } from './markdown.ts';

const folder = new URL('../../../content', import.meta.url).pathname;

const ofShare = (share: Decimal) => fromUnits(toUnits(share, 8) * 100n, 8);
const ofMillionths = (ppm: bigint) => fromUnits(ppm, 4);
const hours = (ms: number) => String(ms / 3_600_000);
/** A minute of the week as its time of day. */
const clockTime = (minute: number) => {
  const ofDay = minute % 1_440;
  return [Math.floor(ofDay / 60), ofDay % 60].map((part) => String(part).padStart(2, '0')).join(':');
};

function termsOf(id: string) {
  const listed = listContracts([...pairs, goldIndex]).find((contract) => contract.id === id);
  if (listed === undefined) throw new Error(`no contract ${id}`);
  const { openFeePpm, closeFeePpm, overnightFeePpm, premiumBoundPpm, leverages, tiers, liquidation } = listed.terms;
  const maintenance = tiers.map(({ maintenancePpm }) => ofMillionths(maintenancePpm));
  return {
    fees: [openFeePpm, closeFeePpm, overnightFeePpm].map(ofMillionths),
    markBound: ofMillionths(premiumBoundPpm),
    liquidation: [liquidation.bandPpm, liquidation.fundOncePpm, liquidation.fundWindowPpm].map(ofMillionths),
    leverages: [Math.min(...leverages), Math.max(...leverages)].map(String),
    maintenance: [maintenance[0] ?? '', maintenance.at(-1) ?? ''],
  };
}

const perpetual = termsOf('BTCPERP');
const gold = termsOf('XAUPERP');
const spotFees = [...new Set(pairs.flatMap(({ makerFee, takerFee }) => [makerFee, takerFee]))].map(ofShare);
const withdrawals = [limits.dailyWithdrawalUsdt, limits.dailyWithdrawalVerifiedUsdt];
const passwordLengths = [limits.loginPasswordMinLength, limits.loginPasswordMaxLength].map(String);
const optionFee = ofShare(fromUnits(BigInt(limits.optionFeePerMille), 3));
const hold = hours(limits.withdrawalHoldMs);

/** The figures an article must state, as used by the exchange: percentages, amounts, hours, counts. */
const published: Readonly<Record<string, readonly string[]>> = {
  'news/fees': spotFees,
  'news/spot-orders': [String(protectionBandPercent)],
  'help/fees': [...spotFees, ofShare(limits.conversionFee), ...perpetual.fees, ...gold.fees, optionFee],
  'help/order-book': [...spotFees, String(limits.openOrdersPerPairMax)],
  'help/convert': [ofShare(limits.conversionFee), ...spotFees, conversionWorth.least, conversionWorth.most],
  'help/contract-fees': perpetual.fees,
  'help/contracts-basics': perpetual.leverages,
  'help/liquidation': [...perpetual.maintenance, ...gold.maintenance, ...perpetual.liquidation, ...gold.liquidation],
  'help/mark-price': [perpetual.markBound, gold.markBound],
  'help/gold': [...gold.fees, ...(goldHours('market') ?? []).flatMap(({ from, to }) => [from, to].map(clockTime))],
  'help/options-basics': [
    String(limits.optionCycles[0]),
    String(limits.optionCycles.at(-1)),
    limits.optionStakeMinimum,
    limits.optionStakeMaximum,
    optionFee,
  ],
  'help/withdraw': withdrawals,
  'help/real-name': withdrawals,
  'help/withdraw-waiting': [hold, hours(limits.addressWaitMs)],
  'help/address-book': [String(limits.addressBookMax), hours(limits.addressWaitMs), hold],
  'help/passwords': [...passwordLengths, String(limits.transactionPasswordLength), hold, hours(limits.guessWindowMs)],
  'help/register': [...passwordLengths, String(limits.verificationCodeResendMs / 1_000)],
  'help/cannot-log-in': [String(2 * limits.guessesOfPoolMax), hold],
  'help/protect-account': [hold],
  'help/authenticator': [
    String(limits.recoveryCodesMax),
    String(limits.antiPhishingMinLength),
    String(limits.antiPhishingMaxLength),
    String(limits.freshProofMs / 60_000),
    hours(limits.addressWaitMs),
  ],
  'help/lost-phone': [hold],
  'help/sessions': [String(limits.sessionLifeMs / 86_400_000)],
  'help/fiat-buy': [
    String(fiat.freeCancelsPerDay),
    String(fiat.cancelPenaltyPercent),
    String(fiat.releaseWindowMs / 60_000),
    String(fiat.answerExpectedMs / 60_000),
    String(fiat.p2pHistoryMs / 86_400_000),
    fiat.historyPersonWorth,
    ...fiat.p2pDayLimits.flatMap(({ limit, people, worth, days }) =>
      people === 0 ? [limit] : [limit, String(people), worth, String(days)],
    ),
    fiat.newcomerLockLimits.advert,
    fiat.newcomerLockLimits.total,
  ],
  'help/fiat-appeal': [
    String(fiat.appealTextMinLength),
    String(fiat.releaseWindowMs / 60_000),
    hours(fiat.appealAnswerMs),
  ],
  'help/merchant': [
    fiat.merchantDepositAmount,
    String(fiat.priceAskPercent),
    String(fiat.priceRefusePercent),
    String(fiat.paymentMinutesMin),
    String(fiat.paymentMinutesMax),
    String(fiat.cancelPenaltyPercent),
  ],
  'help/records': [String(limits.exportRowsMax)],
  'page/white-paper': [perpetual.markBound, gold.markBound, optionFee, hold],
};

/** How the example of `help/loans` says that the collateral is sold: one that is not passed yet. */
const levelReached: Readonly<Record<Locale, string>> = {
  en: 'reached 80%',
  zh: '达到 80%',
  hk: '達到 80%',
  jp: '80%に達し',
  hy: '80%에 도달',
  yn: 'chạm 80%',
  ty: 'ถึง 80%',
};

/** The figures of a text, times of day among them, with a decimal point and without grouping. */
function figuresOf({ title, summary, blocks }: ArticleText, locale: Locale): ReadonlySet<string> {
  const words = JSON.stringify([title, summary, blocks]);
  const figures = words.match(/\d{2}:\d{2}|\d+(?:[.,]\d+)*/g) ?? [];
  const plain = (figure: string) =>
    locale === 'yn' ? figure.replaceAll('.', '').replace(',', '.') : figure.replaceAll(',', '');
  return new Set(figures.map(plain));
}

describe('the figures of the shipped content', () => {
  it('match the exchange, in seven languages', async () => {
    const { texts } = await readContentSet(folder);
    const missing = Object.entries(published).flatMap(([key, figures]) =>
      localeCodes.flatMap((locale) => {
        const text = texts.get(key)?.get(locale);
        const found = text === undefined ? new Set<string>() : figuresOf(text, locale);
        return figures.filter((figure) => !found.has(figure)).map((figure) => `${locale}/${key} lacks ${figure}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('say of a loan that the level of its sale is reached, as the rule does, in seven languages', async () => {
    const level = 800_000n;
    const collateral = { units: 1n, perOne: 1n };
    expect([79n, 80n].map((owed) => hasReached(owed, collateral, 100n, level))).toEqual([false, true]);
    const { texts } = await readContentSet(folder);
    const missing = localeCodes.filter((locale) => {
      const article = texts.get('help/loans')?.get(locale);
      return !JSON.stringify(article?.blocks ?? []).includes(levelReached[locale]);
    });
    expect(missing).toEqual([]);
  });
});
