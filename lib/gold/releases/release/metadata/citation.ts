/** How a release is cited: as a sentence, and as CITATION.cff (Citation File Format 1.2.0). Pure. */
import type { CardText } from '@/lib/gold/releases/release/contract'
import type { Manifest } from '@/lib/gold/releases/release/manifest/contract'
import { LICENCES } from '@/lib/gold/releases/release/rules'
import { type Author, authorsOf, orcidAddress } from './authors'
import { licenceOf } from './licence'

/** As DataCite recommends: creators (year): title. Version. Publisher. [Dataset]. */
export function citationWords(card: CardText, { release }: Pick<Manifest, 'release'>): string {
  const year = release.date?.slice(0, 4)
  const names = authorsOf(card)
    .map(({ name }) => name)
    .join('; ')
  const parts = [
    `${names}${year ? ` (${year})` : ''}: ${card.prettyName}`,
    `Release ${release.number}`,
    card.publisher,
    '[Dataset]',
    card.address,
  ]
  return parts.filter((part) => part !== '').join('. ')
}

/** Every JSON text is a YAML scalar. */
const scalar = (text: string): string => JSON.stringify(text)
const entry = (key: string, text: string | null): string[] =>
  text === null || text === '' ? [] : [`${key}: ${scalar(text)}`]

export function citationFile(card: CardText, { release }: Pick<Manifest, 'release'>): string {
  const licence = licenceOf(card)
  // The format lists the identifiers that it takes, and may not know others.
  const isListed = LICENCES.some(({ id }) => id === licence?.spdx)
  const keywords = [...new Set(card.tags)]
  return `${[
    'cff-version: 1.2.0',
    'type: dataset',
    `message: ${scalar('If you use this dataset, cite it as below, with the number of its release.')}`,
    `title: ${scalar(card.prettyName)}`,
    'authors:',
    ...authorsOf(card).flatMap(authorEntry),
    `version: ${scalar(String(release.number))}`,
    ...entry('date-released', release.date),
    ...(licence && isListed ? entry('license', licence.spdx) : entry('license-url', licence?.address ?? null)),
    ...entry('url', card.address),
    ...entry('abstract', card.description),
    ...(keywords.length === 0 ? [] : ['keywords:', ...keywords.map((word) => `- ${scalar(word)}`)]),
  ].join('\n')}\n`
}

function authorEntry({ name, person, orcid }: Author): string[] {
  const [first = '', ...others] = [
    ...(person
      ? [...entry('family-names', person.family), ...entry('given-names', person.given)]
      : entry('name', name)),
    ...entry('orcid', orcid && orcidAddress(orcid)),
  ]
  return [`- ${first}`, ...others.map((line) => `  ${line}`)]
}
