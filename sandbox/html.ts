const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Piece = Html | string | number | null | undefined | false | readonly Piece[]

/** Escapes all values except those made by this function. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(strings.map((text, index) => text + rendered(pieces[index])).join(''))
}

function rendered(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return ''
  if (piece instanceof Html) return piece.text
  if (typeof piece === 'string' || typeof piece === 'number') {
    return String(piece).replace(/[&<>"']/g, (character) => entities[character] ?? '')
  }
  return piece.map(rendered).join('')
}
