import { it } from 'vitest';
import { openChromium, startBuiltExchange } from '../built-exchange.ts';
import { openPhone, practiceSession, withWorker } from '../e2e/phone.ts';

const screens = (process.env['ONLY'] ?? 'kline,trade,assets,market').split(',');
const hashes: Record<string, string> = {
  kline: '#/pages/market/kline?pair=BTCUSDT', trade: '#/pages/trade/trade?pair=BTCUSDT',
  assets: '#/pages/assets/assets', market: '#/pages/home/market', home: '#/',
};
const builds = (process.env['BUILDS'] ?? 'dist/app').split(',');
const holdMs = Number(process.env['HOLD'] ?? 4000);

it('profile', { timeout: 600_000 }, async () => {
  const browser = await openChromium();
  for (const build of builds) {
    const exchange = await startBuiltExchange({}, undefined, build);
    for (const name of screens) {
      for (let round = 0; round < Number(process.env['ROUNDS'] ?? 1); round += 1) {
      const phone = await openPhone(browser, name === 'home' ? {} : await practiceSession(exchange.address), withWorker);
      const devtools = await phone.context.newCDPSession(phone.page);
      await devtools.send('Performance.enable');
      await devtools.send('Profiler.enable');
      await devtools.send('Profiler.setSamplingInterval', { interval: 200 });
      await devtools.send('Profiler.start');
      await phone.page.goto(`${exchange.address}/${hashes[name]}`);
      await phone.page.waitForTimeout(holdMs);
      const { profile } = await devtools.send('Profiler.stop');
      const { metrics } = await devtools.send('Performance.getMetrics');
      const of = (key: string) => ((metrics.find((one) => one.name === key)?.value ?? 0) * 1000).toFixed(0);
      process.stdout.write(`\n== ${build} ${name}: task ${of('TaskDuration')} script ${of('ScriptDuration')} layout ${of('LayoutDuration')} style ${of('RecalcStyleDuration')} compile ${of('V8CompileDuration')} other ${of('TaskOtherDuration')}\n`);
      if (round > 0 || process.env['QUIET']) { await phone.context.close(); continue; }
      const self = new Map<number, number>();
      profile.samples?.forEach((id, at) => self.set(id, (self.get(id) ?? 0) + (profile.timeDeltas?.[at] ?? 0) / 1000));
      const byFn = new Map<string, number>();
      const byUrl = new Map<string, number>();
      for (const node of profile.nodes) {
        const ms = self.get(node.id) ?? 0;
        const file = node.callFrame.url.split('/').pop() ?? '';
        const key = `${node.callFrame.functionName || '(anon)'} ${file}:${node.callFrame.lineNumber}:${node.callFrame.columnNumber}`;
        byFn.set(key, (byFn.get(key) ?? 0) + ms);
        byUrl.set(file, (byUrl.get(file) ?? 0) + ms);
      }
      const top = (map: Map<string, number>, n: number) => [...map].toSorted((a, b) => b[1] - a[1]).slice(0, n).map(([key, ms]) => `${ms.toFixed(1)} ${key}`).join('\n  ');
      process.stdout.write(`  ${top(byUrl, 14)}\n  --\n  ${top(byFn, 25)}\n`);
      await phone.context.close();
      }
    }
    await exchange.close();
  }
  await browser.close();
});
