import sharp from 'sharp';

/** A form with the fields of an input and one small picture. */
export async function pictureForm(input: object): Promise<{ payload: Buffer; contentType: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.append(name, String(value));
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'image.jpg');
  const written = new Response(form);
  const contentType = written.headers.get('content-type') ?? '';
  return { payload: Buffer.from(await written.arrayBuffer()), contentType };
}
