/**
 * croissant.json: the release for programs that read datasets (Croissant 1.1), and how it was made in the fields of its
 * vocabulary for responsible AI (RAI 1.0). Everything follows from card and manifest; people are counted, never named. Pure.
 */
import type { ColumnType } from '@/lib/gold/releases/contract'
import { coefficient, number, share } from '@/lib/gold/releases/release/card/markdown'
import type { CardText } from '@/lib/gold/releases/release/contract'
import {
  type Manifest,
  type ManifestFile,
  type ManifestTable,
  partsOf,
} from '@/lib/gold/releases/release/manifest/contract'
import {
  daysWords,
  FEW_WORDS,
  figureWords,
  policyWords,
  ROUTES,
  ratersWords,
} from '@/lib/gold/releases/release/manifest/words'
import { fileWords } from '@/lib/gold/releases/release/rules'
import { distinctNames } from '@/lib/gold/releases/tables/table'
import { isMarked } from '@/lib/stats/interval-limits'
import { type Author, authorsOf, orcidAddress } from './authors'
import { citationWords } from './citation'
import { licenceOf } from './licence'

/** The context of Croissant 1.1 as it is published; readers warn of any other. */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  arrayShape: 'cr:arrayShape',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  containedIn: 'cr:containedIn',
  cr: 'http://mlcommons.org/croissant/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  description: { '@container': '@language' },
  equivalentProperty: 'cr:equivalentProperty',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileProperty: 'cr:fileProperty',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isArray: 'cr:isArray',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  name: { '@container': '@language' },
  parentField: 'cr:parentField',
  path: 'cr:path',
  rai: 'http://mlcommons.org/croissant/RAI/',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  samplingRate: 'cr:samplingRate',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
}

const TYPES: Readonly<Record<ColumnType, string>> = {
  string: 'sc:Text',
  int64: 'sc:Integer',
  float64: 'sc:Float',
  bool: 'sc:Boolean',
  strings: 'sc:Text',
}

export function croissantFile(card: CardText, manifest: Manifest): string {
  const { release, files, tables, splits } = manifest
  const licence = licenceOf(card)
  // Protocols choose kinds of units freely, and tables are called after them.
  const splitsId = distinctNames([...tables.map(({ key }) => key), 'splits'], '-').at(-1) ?? 'splits'
  const described = {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: ['http://mlcommons.org/croissant/1.1', 'http://mlcommons.org/croissant/RAI/1.0'],
    name: card.prettyName,
    description: card.description || card.prettyName,
    ...(licence ? { license: licence.address } : {}),
    ...(card.address === '' ? {} : { url: card.address }),
    version: `${release.number}.0.0`,
    ...(release.date ? { datePublished: release.date } : {}),
    creator: authorsOf(card).map(creatorOf),
    ...(card.publisher === '' ? {} : { publisher: { '@type': 'sc:Organization', name: card.publisher } }),
    ...(card.languages.length === 0 ? {} : { inLanguage: card.languages }),
    ...(card.tags.length === 0 ? {} : { keywords: card.tags }),
    citeAs: card.citation || citationWords(card, manifest),
    ...howItWasMade(manifest),
    distribution: [...files.map(fileObject), ...(splits ? tables.map(fileSet) : [])],
    recordSet: [
      ...(splits
        ? [
            splitSet(
              splitsId,
              splits.sizes.map(({ name }) => name),
            ),
          ]
        : []),
      ...tables.map((table) => (splits ? dividedSet(table, splitsId) : recordSet(table, files))),
    ],
  }
  return `${JSON.stringify(described, null, 1)}\n`
}

const creatorOf = ({ name, person, orcid }: Author) =>
  person || orcid
    ? { '@type': 'sc:Person', name, ...(orcid ? { url: orcidAddress(orcid) } : {}) }
    : { '@type': 'sc:Organization', name }

const FORMATS: Readonly<Record<string, string>> = {
  // As Croissant’s readers call it.
  parquet: 'application/x-parquet',
  csv: 'text/csv',
  jsonl: 'application/jsonlines',
  json: 'application/json',
  md: 'text/markdown',
}

const fileObject = ({ path, bytes, sha256 }: ManifestFile) => ({
  '@type': 'cr:FileObject',
  '@id': path,
  name: path,
  description: fileWords(path),
  contentUrl: path,
  contentSize: `${bytes} B`,
  encodingFormat: FORMATS[path.slice(path.lastIndexOf('.') + 1)] ?? 'text/plain',
  sha256,
})

const recordSet = (table: ManifestTable, files: readonly ManifestFile[]) => {
  const [only] = partsOf(table, files)
  const names = table.columns.map(({ name }) => name)
  return recordsOf(table, fieldsOf(table, { fileObject: { '@id': only?.path } }, fieldIds(table.key, names)))
}

const recordsOf = ({ key, title, description }: ManifestTable, field: object[]) => ({
  '@type': 'cr:RecordSet',
  '@id': key,
  name: key,
  description: description || title,
  field,
})

/**
 * The ids of a table's columns, in their order. A column may be named after a value that a protocol chose freely; readers take no id with blanks
 * in it, and `/` parts a table from its columns: what is neither a letter nor a digit nor one of `_.-` becomes `_`.
 */
export const fieldIds = (key: string, names: readonly string[]): string[] =>
  distinctNames(
    names.map((name) => name.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_')),
    '_',
  ).map((name) => `${key}/${name}`)

const fieldsOf = ({ key, columns }: ManifestTable, from: object, ids: readonly string[]) =>
  columns.map(({ name, type, description: what }, index) => ({
    '@type': 'cr:Field',
    '@id': ids[index],
    name: `${key}/${name}`,
    description: what,
    dataType: TYPES[type],
    ...(type === 'strings' ? { isArray: true, arrayShape: '-1' } : {}),
    source: { ...from, extract: { column: name } },
  }))

/* Of a release that is divided, a table is the set of its splits’ files, and each record says by the name of its file which split it is in. */

const setId = (key: string): string => `${key}/*.parquet`

const fileSet = ({ key, title, parts }: ManifestTable) => {
  const filled = parts.filter(({ rows }) => rows > 0)
  return {
    '@type': 'cr:FileSet',
    '@id': setId(key),
    name: setId(key),
    description: title,
    encodingFormat: FORMATS.parquet,
    includes: (filled.length > 0 ? filled : parts).map(({ path }) => path),
  }
}

const splitSet = (id: string, names: readonly string[]) => ({
  '@type': 'cr:RecordSet',
  '@id': id,
  name: id,
  description: 'The splits of the release',
  dataType: 'cr:Split',
  key: { '@id': `${id}/name` },
  field: [
    {
      '@type': 'cr:Field',
      '@id': `${id}/name`,
      name: `${id}/name`,
      description: 'The name of the split',
      dataType: 'sc:Text',
    },
  ],
  data: names.map((name) => ({ [`${id}/name`]: name })),
})

function dividedSet(table: ManifestTable, splitsId: string) {
  const { key, columns } = table
  const from = { fileSet: { '@id': setId(key) } }
  const names = distinctNames([...columns.map((column) => column.name), 'split'], '_')
  const ids = fieldIds(key, names)
  return recordsOf(table, [
    ...fieldsOf(table, from, ids),
    {
      '@type': 'cr:Field',
      '@id': ids.at(-1),
      name: `${key}/${names.at(-1)}`,
      description: 'The split that the row is in',
      dataType: 'sc:Text',
      references: { field: { '@id': `${splitsId}/name` } },
      source: {
        ...from,
        extract: { fileProperty: 'fullpath' },
        // A name without folder and ending stays as it is: readers apply it again to what it gave.
        transform: { regex: '^(?:.*/)?([^/]+?)(?:\\.parquet)?$' },
      },
    },
  ])
}

const some = (count: number, word: string): string => `${number(count)} ${word}${count === 1 ? '' : 's'}`

/** The fields of RAI that the project knows; one that it does not know is not there. */
function howItWasMade(manifest: Manifest) {
  const { items, protocol, people, evidence } = manifest
  const raiFields = {
    'rai:dataCollection': `${some(items.total, 'item')} were imported into the project and annotated under the protocol “${protocol.title}” (${protocol.id}, version ${protocol.version}; ${protocol.paper}, ${protocol.section}). ${number(items.gold)} of them have gold in this release.`,
    'rai:dataCollectionMissingData': missingData(manifest),
    ...(evidence?.from && evidence.until
      ? { 'rai:dataCollectionTimeFrame': [...new Set([evidence.from, evidence.until])] }
      : {}),
    'rai:dataAnnotationProtocol': annotationProtocol(manifest),
    'rai:dataAnnotationPlatform': ['Assay'],
    'rai:dataAnnotationAnalysis': annotationAnalysis(manifest),
    'rai:annotationsPerItem': annotationsPerItem(manifest),
    'rai:annotatorDemographics': [
      `${some(people.annotators, 'annotator')} and ${some(people.reviewers, 'reviewer')}.`,
      ...(people.expertise === '' ? [] : [`Expertise and training: ${people.expertise}`]),
      ...(people.pay === '' ? [] : [`Pay: ${people.pay}`]),
    ],
    'rai:machineAnnotationTools': machineTools(manifest),
    'rai:dataLimitations': manifest.gaps,
    'rai:personalSensitiveInformation': [
      'Annotators, reviewers and voters stand in the files under aliases. Whether the texts of items name people was not examined.',
    ],
    'rai:dataReleaseMaintenancePlan':
      'A release never changes. Corrections come as a release with a higher number, whose changes.jsonl names every item and value that differs from the release before.',
  }
  return Object.fromEntries(Object.entries(raiFields).filter(([, value]) => value.length > 0))
}

function missingData({ items, discards }: Manifest): string {
  const unfinished = items.total - items.gold - items.discarded
  return [
    ...(unfinished > 0 ? [`${some(unfinished, 'item')} without gold yet.`] : []),
    ...discards.map(({ text, items: count }) => `${some(count, 'item')} discarded: ${text}.`),
  ].join(' ')
}

function annotationProtocol({ stages, blindness, guidelines, qualification, machines }: Manifest): string[] {
  return [
    ...stages.map(
      (stage) =>
        `${stage.title}: annotators a task: ${ratersWords(stage)}; ${ROUTES[stage.consolidation]}; ${stage.approval === 'second-reviewer' ? 'a second reviewer approves' : 'no second approval'}.`,
    ),
    ...blindness,
    ...(qualification
      ? [
          `Before real work everybody annotated ${some(qualification.tasks, 'task')} with known gold; ${number(qualification.passed)} of ${number(qualification.judged)} who were judged passed, ${number(qualification.waived)} were let in by a manager.`,
        ]
      : []),
    ...(guidelines.length === 0 ? [] : [`Guidelines: ${guidelines.map(({ file }) => file).join(', ')}.`]),
    ...machines.policies.map(
      (policy) => `${policy.stage}: suggestions for ${policy.question} of ${policy.unit}: ${policyWords(policy)}.`,
    ),
  ]
}

const annotationAnalysis = ({ agreement }: Manifest): string[] =>
  agreement.map(
    ({ title, unitOfAnalysis, units, responses, raters, percent, alpha }) =>
      `${title} (${unitOfAnalysis}), independent annotators before consolidation: ${number(units)} rated twice or more, ${some(raters, 'annotator')}; percent alike ${figureWords(percent, responses, share)}; Krippendorff’s alpha ${figureWords(alpha, responses, coefficient)}; 95% intervals in brackets${isMarked(responses) ? `; ${FEW_WORDS}` : '.'}`,
  )

const annotationsPerItem = ({ stages }: Manifest): string =>
  stages
    .filter(({ overlap }) => overlap.length > 0)
    .map(
      ({ title, overlap }) =>
        `${title}: ${overlap.map(({ annotations, tasks }) => `${annotations} on ${some(tasks, 'task')}`).join(', ')}.`,
    )
    .join(' ')

function machineTools({ machines: { suggestions, providers, searches } }: Manifest): string[] {
  return [
    ...suggestions.map(
      (row) =>
        `${row.source}${row.model ? `, model ${row.model}` : ''}: ${some(row.suggestions, 'suggestion')}, ${daysWords(row)}.`,
    ),
    ...providers.map(
      (row) =>
        `${row.provider}${row.model ? `, model ${row.model}` : ''}, for ${row.kind}: ${some(row.calls, 'call')}, ${daysWords(row)}.`,
    ),
    ...searches.map(
      (row) =>
        `${row.provider}: ${number(row.searches)} ${row.searches === 1 ? 'search' : 'searches'}, ${daysWords(row)}.`,
    ),
  ]
}
