import type { Page } from 'playwright';
import sharp from 'sharp';
import { until } from './phone.ts';

/** Real-name authentication by clicks, for tests that go on from it. */

/** A photo as a device's camera would give it. */
export function photo(): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 600, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
}

/** Picks a picture behind a button, as the device's own dialog would. */
export async function pick(page: Page, name: string | RegExp, buffer: Buffer): Promise<void> {
  const button = page.getByRole('button', { name }).last();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
}

/** From the empty form to being verified: Mei Lin, with a Chinese identity card. */
export async function verifyIdentity(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Country or region/ }).click();
  await page.getByRole('searchbox').fill('China');
  await page.getByRole('radio', { name: 'China', exact: true }).click();
  await page.getByLabel('First name').fill('Mei');
  await page.getByLabel('Last name').fill('Lin');
  await page.getByLabel('Document number').fill('11010519491231002x');
  for (const title of ['Front of the card', 'Back of the card', 'You holding the card']) {
    await pick(page, `Choose: ${title}`, await photo());
  }
  await until('three photos sent', async () => (await page.getByText('Sent', { exact: true }).count()) === 3);
  await page.getByRole('button', { name: 'Send for review' }).last().click();
  await page.getByRole('heading', { name: 'Verified', exact: true }).waitFor({ timeout: 30_000 });
}
