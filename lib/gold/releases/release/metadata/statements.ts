/** The files of a release that tell of its other files: for programs, for readers, for catalogues, for citing. Pure. */
import { renderCard } from '@/lib/gold/releases/release/card/render-card'
import type { CardText } from '@/lib/gold/releases/release/contract'
import type { Manifest } from '@/lib/gold/releases/release/manifest/contract'
import { citationFile } from './citation'
import { croissantFile } from './croissant'
import { dataciteFile } from './datacite'

const STATEMENTS: Readonly<Record<string, (card: CardText, manifest: Manifest) => string>> = {
  'manifest.json': (_, manifest) => `${JSON.stringify(manifest, null, 1)}\n`,
  'README.md': renderCard,
  'croissant.json': croissantFile,
  'CITATION.cff': citationFile,
  'datacite.json': dataciteFile,
}

export const STATEMENT_PATHS: readonly string[] = Object.keys(STATEMENTS)

/** In the order in which a release holds them. */
export const statements = (card: CardText, manifest: Manifest): { path: string; text: string }[] =>
  Object.entries(STATEMENTS).map(([path, write]) => ({ path, text: write(card, manifest) }))
