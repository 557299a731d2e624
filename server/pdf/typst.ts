import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  initSync,
  type TypstCompiler,
  TypstCompilerBuilder,
  TypstFontResolverBuilder,
} from '@myriaddreamin/typst-ts-web-compiler'
import { create } from 'fontkitten'
import { printable } from './printable.ts'
import { TextWidths } from './text-widths.ts'
import { fontFiles } from './typefaces.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAPER = new URL('./paper.typ', import.meta.url)

/** As the compiler numbers them. */
const PDF = 1
const FULL_DIAGNOSTICS = 3

interface Artifact {
  result?: Uint8Array<ArrayBuffer>
  diagnostics?: { severity: string; path: string; range: string; message: string }[]
}

/**
 * Compiles templates. They can read `paper.typ`, their data, the widths of its texts and the files passed along, and
 * nothing else.
 */
export class Typst {
  readonly #compiler: TypstCompiler
  #glyphs: ReadonlySet<number> | undefined
  readonly #memory: WebAssembly.Memory
  readonly #sources = new Set<string>()
  readonly #textWidths = new TextWidths()

  private constructor(compiler: TypstCompiler, memory: WebAssembly.Memory) {
    this.#compiler = compiler
    this.#memory = memory
    this.#addSource(PAPER)
  }

  static async open(): Promise<Typst> {
    const wasm = import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')
    const { memory } = initSync({ module: readFileSync(fileURLToPath(wasm)) })
    const builder = new TypstCompilerBuilder()
    builder.set_dummy_access_model()
    const compiler = await builder.build()
    await addFonts(compiler)
    return new Typst(compiler, memory)
  }

  /** In bytes. It only ever grows. */
  get memory(): number {
    return this.#memory.buffer.byteLength
  }

  render(template: URL, data: unknown, files: Record<string, Uint8Array> = {}): Uint8Array<ArrayBuffer> {
    const main = this.#addSource(template)
    const readable = new Map(Object.entries(files).map(([name, content]) => [`/files/${name}`, content]))
    const { printed, widths } = this.#print(data)
    readable.set('/data.json', encode(printed))
    readable.set('/widths.json', encode(widths))
    for (const [path, content] of readable) this.#compiler.map_shadow(path, content)
    const world = this.#compiler.snapshot('/', main)
    try {
      const { result, diagnostics = [] }: Artifact = world.get_artifact(PDF, FULL_DIAGNOSTICS)
      if (result) return result
      throw new Error(diagnostics.map((one) => `${one.path}:${one.range}: ${one.message}`).join('\n'))
    } finally {
      world.free()
      for (const path of readable.keys()) this.#compiler.unmap_shadow(path)
    }
  }

  /** By its path in the repository. */
  #addSource(template: URL): string {
    const file = fileURLToPath(template)
    const path = `/${relative(ROOT, file).replaceAll('\\', '/')}`
    if (!this.#sources.has(path)) {
      this.#compiler.add_source(path, readFileSync(file, 'utf8'))
      this.#sources.add(path)
    }
    return path
  }

  /** The data with texts that can be printed, and how wide these are, where that is known. */
  #print(data: unknown): { printed: string; widths: string } {
    const hasGlyph = (codePoint: number) => {
      this.#glyphs ??= readGlyphs()
      return this.#glyphs.has(codePoint)
    }
    const widths = new Map<string, number>()
    const printed = JSON.stringify(data, (_, value) => {
      if (typeof value !== 'string') return value
      const text = printable(value, hasGlyph)
      const width = this.#textWidths.of(text)
      if (width !== undefined) widths.set(text, width)
      return text
    })
    return { printed, widths: JSON.stringify(Object.fromEntries(widths)) }
  }
}

const encode = (text: string) => new TextEncoder().encode(text)

/** Each is read again when a document first needs it. */
async function addFonts(compiler: TypstCompiler): Promise<void> {
  const builder = new TypstFontResolverBuilder()
  for (const file of fontFiles())
    builder.add_lazy_font(builder.get_font_info(readFileSync(file)), () => readFileSync(file))
  const fonts = await builder.build()
  compiler.set_fonts(fonts)
  fonts.free()
}

/** The characters that the fonts have. */
function readGlyphs(): Set<number> {
  const fonts = fontFiles().map((file) => create(readFileSync(file)))
  return new Set(fonts.flatMap((font) => (font.isCollection ? [] : font.characterSet)))
}
