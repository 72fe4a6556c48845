/** The metadata that registering a DOI at DataCite asks for (schema 4, as JSON), with everything but the DOI. Pure. */
import type { CardText } from '@/lib/gold/releases/release/contract'
import type { Manifest } from '@/lib/gold/releases/release/manifest/contract'
import { type Author, authorsOf, orcidAddress } from './authors'
import { licenceOf } from './licence'

/** DataCite’s code for a value that is not available (appendix 3 of its schema). */
const UNAVAILABLE = ':unav'

export function dataciteFile(card: CardText, { release, files, gaps }: Manifest): string {
  const licence = licenceOf(card)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const metadata = {
    schemaVersion: 'http://datacite.org/schema/kernel-4',
    types: { resourceTypeGeneral: 'Dataset', resourceType: 'Annotated dataset' },
    creators: authorsOf(card).map(creatorOf),
    titles: [{ title: card.prettyName }],
    publisher: { name: card.publisher || UNAVAILABLE },
    publicationYear: release.date?.slice(0, 4) ?? UNAVAILABLE,
    dates: release.date ? [{ date: release.date, dateType: 'Issued' }] : [],
    version: String(release.number),
    ...(card.languages[0] === undefined ? {} : { language: card.languages[0] }),
    ...(card.address === '' ? {} : { url: card.address }),
    subjects: card.tags.map((subject) => ({ subject })),
    descriptions: [
      ...(card.description === '' ? [] : [{ description: card.description, descriptionType: 'Abstract' }]),
      ...(release.notes === '' ? [] : [{ description: release.notes, descriptionType: 'Other' }]),
      ...(gaps.length === 0
        ? []
        : [{ description: `Known gaps: ${gaps.join(' ')}`, descriptionType: 'TechnicalInfo' }]),
    ],
    rightsList: licence
      ? [
          {
            rights: licence.name,
            rightsUri: licence.address,
            ...(licence.spdx === null
              ? {}
              : {
                  rightsIdentifier: licence.spdx.toLowerCase(),
                  rightsIdentifierScheme: 'SPDX',
                  schemeUri: 'https://spdx.org/licenses/',
                }),
          },
        ]
      : [],
    formats: ['application/vnd.apache.parquet', 'text/csv', 'application/x-ndjson'],
    sizes: [`${bytes} bytes`],
  }
  return `${JSON.stringify(metadata, null, 1)}\n`
}

const creatorOf = ({ name, person, orcid }: Author) => ({
  name,
  ...(person
    ? { nameType: 'Personal', givenName: person.given, familyName: person.family }
    : orcid
      ? { nameType: 'Personal' }
      : { nameType: 'Organizational' }),
  ...(orcid
    ? {
        nameIdentifiers: [
          { nameIdentifier: orcidAddress(orcid), nameIdentifierScheme: 'ORCID', schemeUri: 'https://orcid.org' },
        ],
      }
    : {}),
})
