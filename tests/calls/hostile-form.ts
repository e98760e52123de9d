import * as fc from 'fast-check';

/** A body of `multipart/form-data` as a hostile client may write it, with the header that goes with it. */
export interface HostileForm {
  readonly contentType: string;
  readonly payload: Buffer;
}

const boundary = 'hostile-4f1c';
/** What names a picture without being one, and what is one so small that nothing is in it. */
const contents = [
  '',
  '\xff\xd8\xff\xe0',
  '\x89PNG\r\n\x1a\n',
  '<svg/>',
  'GIF89a',
  `\r\n--${boundary}`,
  '\0'.repeat(900),
];
const types = ['image/jpeg', 'image/png', 'text/html', 'application/json', 'multipart/mixed; boundary=x', 'x', ''];

/**
 * Forms that come near a right one and are wrong somewhere: names, boundaries, headers, files that are none, ends that
 * are missing.
 */
export function hostileForm(fields: readonly string[], text: fc.Arbitrary<string>): fc.Arbitrary<HostileForm> {
  const name = fc.oneof({ weight: 4, arbitrary: fc.constantFrom('file', ...fields) }, { weight: 1, arbitrary: text });
  const content = fc.oneof(
    text.map((given) => Buffer.from(given)),
    fc.constantFrom(...contents).map((given) => Buffer.from(given, 'latin1')),
    fc.uint8Array({ maxLength: 2_000 }).map((given) => Buffer.from(given)),
  );
  const part = fc.record({
    name,
    content,
    filename: fc.option(text, { nil: null }),
    type: fc.option(fc.constantFrom(...types), { nil: null }),
  });
  return fc
    .record({
      parts: fc.array(part, { maxLength: 6 }),
      end: fc.constantFrom(`--${boundary}--\r\n`, `--${boundary}`, '', `--${boundary}--`),
      contentType: fc.constantFrom(
        `multipart/form-data; boundary=${boundary}`,
        `multipart/form-data; boundary="${boundary}"`,
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `multipart/form-data; boundary=${'b'.repeat(300)}`,
      ),
    })
    .map(({ parts, end, contentType }) => {
      const chunks = parts.flatMap((one) => [
        `--${boundary}\r\ncontent-disposition: form-data; name="${one.name}"`,
        one.filename === null ? '' : `; filename="${one.filename}"`,
        one.type === null ? '' : `\r\ncontent-type: ${one.type}`,
        '\r\n\r\n',
        one.content,
        '\r\n',
      ]);
      return { contentType, payload: Buffer.concat([...chunks, end].map((chunk) => Buffer.from(chunk))) };
    });
}
