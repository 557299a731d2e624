export interface DemoFile {
  name: string
  content: Uint8Array
}

/** A string of plain ASCII text in a drawing. */
export const pdfText = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`

/**
 * One page with a drawing, whose fonts are F1 (Courier), F2 (Helvetica) and F3 (the same in bold). Written by hand, since loading a
 * PDF library takes longer than filling the whole demo.
 */
export function pdfPage(width: number, height: number, drawing: string): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R >> >> >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ...['Courier', 'Helvetica', 'Helvetica-Bold'].map(
      (font) => `<< /Type /Font /Subtype /Type1 /BaseFont /${font} >>`,
    ),
  ]
  let file = '%PDF-1.4\n'
  const entries = objects.map((object, index) => {
    const entry = `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return entry
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return new TextEncoder().encode(file + table + trailer)
}
