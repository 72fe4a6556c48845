/** The methods text as plain text and as LaTeX, from the same pieces. Pure. */
import { bibtexOf, NAMES, type Reference } from './references'

/** Plain words, or something to cite. */
export type Piece = string | { cite: readonly Reference[] }
export type Paragraph = readonly Piece[]

export const plainText = (paragraphs: readonly Paragraph[]): string =>
  `${paragraphs.map((paragraph) => paragraph.map(plainPiece).join('')).join('\n\n')}\n`

const plainPiece = (piece: Piece): string =>
  typeof piece === 'string' ? piece : ` (${piece.cite.map((reference) => NAMES[reference]).join('; ')})`

/** Paragraphs for the body of a document that loads natbib (or any package with \\citep). */
export const latexText = (paragraphs: readonly Paragraph[]): string =>
  `${paragraphs.map((paragraph) => paragraph.map(latexPiece).join('')).join('\n\n')}\n`

const latexPiece = (piece: Piece): string =>
  typeof piece === 'string' ? escapeLatex(piece) : `~\\citep{${piece.cite.join(',')}}`

export const citedIn = (paragraphs: readonly Paragraph[]): string =>
  `${bibtexOf(paragraphs.flat().flatMap((piece) => (typeof piece === 'string' ? [] : [...piece.cite])))}\n`

const COMMANDS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\textquotedbl{}',
  '−': '$-$',
  '“': '``',
  '”': "''",
  '‘': '`',
  '’': "'",
  '–': '--',
  '—': '---',
  '…': '\\ldots{}',
  '\u00a0': '~',
}

/**
 * Any text as LaTeX that prints it: every character with a meaning of its own is escaped, control characters and line
 * breaks become spaces. Other letters stay, for engines that read UTF-8.
 */
export function escapeLatex(text: string): string {
  return (
    text
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .replace(/[\\~^<>|"−“”‘’–—…\u00a0#$%&_{}]/gu, (letter) => COMMANDS[letter] ?? `\\${letter}`)
      // Two characters that LaTeX would draw as one.
      .replace(/([-`'!?,])(?=[-`',])/g, (whole, letter: string, at: number, all: string) =>
        isQuote(all.slice(at, at + 2)) ? whole : `${letter}{}`,
      )
  )
}

const isQuote = (two: string): boolean => ['``', "''", '--'].includes(two)
