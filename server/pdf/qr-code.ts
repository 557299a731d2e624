/** As SVG. The library is loaded with the first code, so that startup does not wait for it. */
export async function drawQrCode(text: string): Promise<string> {
  const { toString: draw } = await import('qrcode')
  return draw(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 0 })
}
