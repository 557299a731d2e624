export const SAMPLE_BYTES = 65_536

const UNKNOWN = 'application/octet-stream'

/** Detects the media type from the first bytes, never from the name or what the sender says. */
export async function sniffType(sample: Buffer, size: number): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(sample).catch(() => undefined)
  return found?.mime ?? (isText(sample, sample.length < size) ? 'text/plain' : UNKNOWN)
}

/** UTF-8 without control characters. A sample may end within a character. */
function isText(sample: Buffer, isCut: boolean): boolean {
  if (sample.length === 0) return false
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: isCut })
    return !CONTROLS.test(text)
  } catch {
    return false
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is control characters that it looks for
const CONTROLS = /[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/
