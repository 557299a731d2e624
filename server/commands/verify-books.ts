import { resolve } from 'node:path'
import { BrokenBooks } from '#server/books/chain-reader.ts'
import { UnreadableExport } from '#server/books/export-reader.ts'
import { verifyBooks } from '#server/books/verification.ts'

const USAGE = 'npm run verify-books -- <export.zip>'

/** The words for an export, and the code to exit with. */
export async function runVerification(args: string[]): Promise<{ said: string; code: number }> {
  const [file, ...more] = args
  if (!file || more.length > 0) return { said: USAGE, code: 1 }
  try {
    const series = await verifyBooks(resolve(file))
    const lines = series.map(({ name, documents }) => `${name}: ${counted(documents)}, chain intact`)
    return { said: lines.join('\n') || 'This export contains no issued documents.', code: 0 }
  } catch (error) {
    if (!(error instanceof BrokenBooks || error instanceof UnreadableExport)) throw error
    return { said: error.message, code: 1 }
  }
}

const counted = (documents: number) => (documents === 1 ? '1 document' : `${documents} documents`)

if (import.meta.main) {
  const { said, code } = await runVerification(process.argv.slice(2))
  process.stdout.write(`${said}\n`)
  process.exitCode = code
}
