import { encodeQR } from 'qr';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { photo, pick, verifyIdentity } from './identity-form.ts';
import { goToScreen, practiceSession, until } from './phone.ts';
import { setPhoneStage } from './stage.ts';
import { askExchange } from './ask-exchange.ts';

/** A merchant made from nothing, by clicks: identity, nickname, collection method, deposit, and what follows. */

const stage = setPhoneStage({ exchange: 'shared' });

afterAll(async () => {
  expect(stage.phone.complaints).toEqual([]);
});

const button = (name: string | RegExp) => stage.page.getByRole('button', { name }).last();
const says = (text: string | RegExp, timeout = 30_000) => stage.page.getByText(text).first().waitFor({ timeout });
const go = (hash: string) => goToScreen(stage.page, stage.exchange.address, hash);

/** A picture of a QR code, as an app for payments draws it. */
function pictureOf(text: string): Promise<Buffer> {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const pixels = Buffer.from(rows.flatMap((row) => row.map((isBlack) => (isBlack ? 0 : 255))));
  return sharp(pixels, { raw: { width: rows.length, height: rows.length, channels: 1 } })
    .resize(600, 600, { kernel: 'nearest' })
    .png()
    .toBuffer();
}

const onCentre = () => stage.page.waitForURL(/business\/business/);

it('begins with the identity, and the verified user comes back to the next step', async () => {
  await go('#/pages/business/business');
  // Practice accounts have a nickname from the start.
  await says(/^1 of 4/);
  await stage.page.getByRole('link', { name: 'Verify identity' }).click();
  await stage.page.getByRole('link', { name: /^ID card/ }).click();
  await verifyIdentity(stage.page);
  await stage.page.getByRole('link', { name: 'Continue' }).click();
  await onCentre();
  await says(/^2 of 4/);
  await stage.page.getByRole('link', { name: 'Add Alipay' }).waitFor();
});

it('takes another nickname, and comes back to the open step', async () => {
  await stage.page.getByRole('link', { name: 'Change' }).click();
  await stage.page.getByLabel('Nickname').fill('Harbour Desk');
  await button('Save nickname').click();
  await onCentre();
  await says('Harbour Desk');
  await stage.page.getByRole('link', { name: 'Add Alipay' }).waitFor();
});

it('takes accounts in the verified name alone, with a QR code that is read on the phone', async () => {
  await stage.page.getByRole('radio', { name: 'PayPal' }).click();
  await stage.page.getByRole('radio', { name: 'Alipay' }).click();
  await stage.page.getByRole('link', { name: 'Add Alipay' }).click();
  await stage.page.getByLabel('Account holder').fill('Ada Lovelace');
  await stage.page.getByLabel(/^Alipay account/).fill('138 0013 6620');
  await pick(stage.page, 'Choose a picture', await pictureOf('wxp://f2f0somebody'));
  await says('This is not a QR code of Alipay.');
  await pick(stage.page, 'Replace', await pictureOf('https://qr.alipay.com/?u=13800136620'));
  await says('QR matches the account');
  await button('Add Alipay').click();
  await says('This is not your verified name. Accounts of others are not accepted.');
  await stage.page.getByLabel('Account holder').fill('Mei Lin');
  await button('Add Alipay').click();
  await onCentre();
  await says(/^3 of 4/);
});

it('pays the deposit out of the fiat wallet, topped up in place, and is a merchant after the review', async () => {
  await stage.page.getByRole('link', { name: /^Pay 500\.00 USDT/ }).click();
  await says('500.00 USDT more are needed in the fiat wallet.');
  await button('Transfer').click();
  const sheet = stage.page.getByRole('dialog', { name: 'Transfer' });
  await sheet.getByLabel('Amount (USDT)').fill('4000');
  await sheet.getByRole('button', { name: /^Transfer/ }).click();
  await button(/^Pay 500\.00 USDT/).click();
  const dialog = stage.page.getByRole('dialog', { name: 'Pay the deposit' });
  await dialog.getByText('Fiat wallet').waitFor();
  await dialog.getByRole('button', { name: /^Pay 500\.00 USDT/ }).click();
  await onCentre();
  await stage.page.getByRole('heading', { name: 'Merchant centre' }).waitFor({ timeout: 40_000 });
  await says('Deposit: Paid');
  await says('1 method');
});

it('shows the account as a card, and leads back from binding one to who asked for it', async () => {
  await stage.page.getByRole('link', { name: /1 method/ }).click();
  await stage.page.getByRole('button', { name: /Alipay/ }).click();
  const sheet = stage.page.getByRole('dialog', { name: 'Alipay' });
  await sheet.getByText('MEI LIN').waitFor();
  await sheet.getByRole('img', { name: 'QR code' }).waitFor();
  await sheet.getByRole('button', { name: 'Close' }).click();

  await go(`#/pages/mine/collect_money?to=${encodeURIComponent('/pages/notice/list')}`);
  await stage.page.getByRole('link', { name: 'Bank account' }).click();
  await button(/^Country of the account/).click();
  await stage.page.getByRole('radio', { name: 'China' }).click();
  expect(await stage.page.getByLabel('Account holder').inputValue()).toBe('Mei Lin');
  await stage.page.getByLabel('Card number').fill('4539 5787 6362 1487');
  await stage.page.getByLabel('Bank', { exact: true }).fill('First Bank');
  await button('Add bank account').click();
  await says('This card number cannot be right. Check each digit.');
  await stage.page.getByLabel('Card number').fill('4539 5787 6362 1486');
  await button('Add bank account').click();
  await stage.page.waitForURL(/notice\/list/);
});

it('publishes an advert at a floating price, and holds its coins', async () => {
  await go('#/pages/business/Advertise');
  await stage.page.getByLabel(/^Amount \(USDT\)/).fill('3500.01');
  await says('You hold 3,500.00 USDT in the fiat wallet.');
  await stage.page.getByRole('button', { name: 'All', exact: true }).click();
  await button(/^Publish 3,500\.00 USDT/).click();
  await says('Enter the least of one order.');
  await says('Choose at least one method.');
  await stage.page.getByLabel('Least per order (¥)').fill('500');
  await stage.page.getByLabel('Most per order (¥)').fill('400');
  await says('Not less than the least per order.');
  await stage.page.getByLabel('Most per order (¥)').fill('20000');
  await stage.page.getByRole('button', { name: /^Alipay/ }).click();
  await stage.page.getByRole('textbox', { name: 'Index (%)' }).fill('151');
  await says('More than 50% from the index. Move it closer.');
  await stage.page.getByRole('textbox', { name: 'Index (%)' }).fill('125');
  await button(/^Publish 3,500\.00 USDT/).click();
  const far = stage.page.getByRole('dialog', { name: 'Publish the advert' });
  await far.getByText('Confirm the price first.').waitFor();
  await far.getByRole('button', { name: 'Close' }).click();
  await stage.page.getByRole('textbox', { name: 'Index (%)' }).fill('101');

  await stage.page.getByRole('button', { name: 'See it as others do' }).click();
  const seen = stage.page.getByRole('dialog', { name: 'As others see it' });
  await seen.getByText('Harbour Desk sells USDT').waitFor();
  await seen.getByRole('button', { name: 'Close' }).click();

  await button(/^Publish 3,500\.00 USDT/).click();
  const dialog = stage.page.getByRole('dialog', { name: 'Publish the advert' });
  await dialog.getByRole('button', { name: /^Publish 3,500\.00 USDT/ }).click();
  await stage.page.waitForURL(/Selladvertising/);
  await says('3,500.00 USDT, ¥500.00 – 20,000.00');
  await says('1.00% over index');
});

/** Another user, who calls the exchange without a screen. */
interface Caller {
  readonly ask: (verb: string, path: string, body?: object) => Promise<Record<string, unknown>>;
}

async function openCaller(): Promise<Caller & { readonly upload: () => Promise<string> }> {
  const { token } = await practiceSession(stage.exchange.address);
  const authorization = `Bearer ${token}`;
  const answerOf = async (answer: Response) => {
    const { code, data } = (await answer.json()) as { code: number; data: Record<string, unknown> };
    expect(code).toBe(200);
    return data;
  };
  return {
    ask: async (method, path, body) =>
      answerOf(
        await askExchange(`${stage.exchange.address}/api/${path}`, {
          method,
          headers: { 'content-type': 'application/json', authorization, 'idempotency-key': crypto.randomUUID() },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
    async upload() {
      const form = new FormData();
      form.append('purpose', 'identity');
      form.append('file', new Blob([new Uint8Array(await photo())], { type: 'image/png' }), 'photo.png');
      const request = { method: 'POST', headers: { authorization }, body: form };
      return String((await answerOf(await askExchange(`${stage.exchange.address}/api/api/upload/img`, request)))['id']);
    },
  };
}

it('is taken by somebody else, and the centre says what is due', async () => {
  const { ask, upload } = await openCaller();
  const [front, back, held] = [await upload(), await upload(), await upload()];
  const names = { documentType: 'passport', country: 'SG', firstName: 'Ada', lastName: 'Lovelace', number: 'K1234567' };
  await ask('POST', 'verify', { ...names, front, back, held });
  await until('the other is verified', async () => (await ask('GET', 'verify'))['state'] === 'verified');
  const { list } = await ask('GET', 'tradeList?side=buy&asset=USDT&currency=CNY');
  const adverts = list as { id: string; price: string; merchant: { nickname: string } }[];
  const advert = adverts.find(({ merchant }) => merchant.nickname === 'Harbour Desk');
  const order = { advert: advert?.id, price: advert?.price, amount: '720', in: 'currency', method: 'alipay' };
  const { id } = await ask('POST', 'tradeBuy', order);
  await ask('POST', 'tradePaid', { id });
  await go('#/pages/business/business');
  await says(/^Release /);
  await stage.page.getByRole('link', { name: 'Check' }).waitFor();
});
