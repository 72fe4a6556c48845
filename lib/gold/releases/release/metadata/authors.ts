/** Who a dataset is cited as made by, read from the lines of its card. Pure. */
import type { CardText } from '@/lib/gold/releases/release/contract'
import { SPACES, withoutEnding } from '@/lib/text/without-ending'

export interface Author {
  /** As it was written, without the ORCID. */
  name: string
  /** Of people, who are written as “Family, Given”; null of organisations. */
  person: { family: string; given: string } | null
  /** Sixteen characters with dashes, its check digit right. */
  orcid: string | null
}

const ORCID = /\(?(?:https?:\/\/orcid\.org\/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\)?$/i
/** Anything that was meant as one. */
const LIKE_ORCID = /(?:orcid|\d{4}-\d{4}-)/i

/** The check digit of ISO 7064, MOD 11-2, as ORCID uses it. */
function isOrcid(orcid: string): boolean {
  const digits = orcid.replaceAll('-', '')
  const total = [...digits.slice(0, -1)].reduce((sum, digit) => (sum + Number(digit)) * 2, 0)
  const check = (12 - (total % 11)) % 11
  return digits.endsWith(check === 10 ? 'X' : String(check))
}

export function authorOf(line: string): Author {
  const text = line.trim()
  const found = text.match(ORCID)?.[1]?.toUpperCase() ?? null
  const before = found ? withoutEnding(text.replace(ORCID, ''), `${SPACES},;`) : text
  const name = before.replace(/\s+/g, ' ')
  const comma = name.indexOf(',')
  const person = comma < 0 ? null : { family: name.slice(0, comma).trim(), given: name.slice(comma + 1).trim() }
  return { name, person, orcid: found }
}

/** What is wrong with the lines, in sentences that end with what to do. */
export function authorProblems(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const { name, person, orcid } = authorOf(line)
    if (orcid !== null && !isOrcid(orcid))
      return [`“${orcid}” is not an ORCID: its check digit does not fit. Copy it once more from the author’s page.`]
    if (orcid === null && LIKE_ORCID.test(line))
      return [`“${line}” has an ORCID that cannot be read: write it at the end, as in 0000-0002-1825-0097.`]
    if (name === '') return [`“${line}” names nobody: write a name before the ORCID.`]
    if (person && (person.family === '' || person.given === ''))
      return [`“${line}” has nothing on one side of its comma: write “Family, Given”, or a name without a comma.`]
    return []
  })
}

/** Those of the card; where it names nobody, one that stands for all who made the dataset, since every format asks for one. */
export function authorsOf({ authors, prettyName }: Pick<CardText, 'authors' | 'prettyName'>): Author[] {
  if (authors.length > 0) return authors.map(authorOf)
  return [{ name: `The makers of ${prettyName || 'this dataset'}`, person: null, orcid: null }]
}

export const orcidAddress = (orcid: string): string => `https://orcid.org/${orcid}`
