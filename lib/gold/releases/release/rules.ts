/** What is true of releases for everybody: names, words, limits. Pure. */
import type { CardText } from './contract'
import type { ChangeCounts } from './manifest/contract'
import { authorProblems } from './metadata/authors'

/** Licences to choose from, as SPDX names them; any other identifier can be typed. */
export const LICENCES: readonly { id: string; text: string }[] = [
  { id: 'CC-BY-4.0', text: 'Creative Commons Attribution 4.0' },
  { id: 'CC-BY-SA-4.0', text: 'Creative Commons Attribution-ShareAlike 4.0' },
  { id: 'CC-BY-NC-4.0', text: 'Creative Commons Attribution-NonCommercial 4.0' },
  { id: 'CC-BY-NC-SA-4.0', text: 'Creative Commons Attribution-NonCommercial-ShareAlike 4.0' },
  { id: 'CC0-1.0', text: 'Creative Commons Zero 1.0' },
  { id: 'ODC-By-1.0', text: 'Open Data Commons Attribution 1.0' },
  { id: 'ODbL-1.0', text: 'Open Data Commons Open Database 1.0' },
  { id: 'MIT', text: 'MIT' },
  { id: 'Apache-2.0', text: 'Apache 2.0' },
  { id: 'other', text: 'Another licence' },
]

/** What of a card is missing or wrong, in sentences that end with what to do. */
export function cardProblems(card: CardText): string[] {
  const problems: string[] = []
  if (card.prettyName === '') problems.push('The card has no name: give the dataset one.')
  if (card.licence === '')
    problems.push('The card has no licence: choose one, since nobody may use the data without one.')
  else if (card.licence === 'other') {
    if (card.licenceName === '' || !/^https?:\/\/\S+$/.test(card.licenceLink))
      problems.push('A licence of your own needs a name, and a link that begins with http: give both on the card.')
  } else if (!/^[A-Za-z0-9][A-Za-z0-9.+-]*$/.test(card.licence))
    problems.push(`“${card.licence}” is not an SPDX identifier: write it as in CC-BY-4.0, or choose “Another licence”.`)
  if (card.address !== '' && !/^https?:\/\/\S+$/.test(card.address))
    problems.push('The address of the dataset is not a link: write all of it, beginning with http, or leave it empty.')
  problems.push(...authorProblems(card.authors))
  for (const language of card.languages)
    if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(language))
      problems.push(`“${language}” is not a language code: write it as in en or pt-BR.`)
  return problems
}

export const emptyCard = (name: string, description: string): CardText => ({
  prettyName: name.slice(0, 200),
  description: description.slice(0, 20_000),
  licence: '',
  licenceName: '',
  licenceLink: '',
  citation: '',
  languages: [],
  tags: [],
  contact: '',
  authors: [],
  publisher: '',
  address: '',
  annotationsCreators: [],
  expertise: '',
  pay: '',
  quotedLicence: '',
  knownGaps: '',
})

/** As the Hub sorts datasets by size. */
export function sizeCategory(rows: number): string {
  const steps: [number, string][] = [
    [1_000, 'n<1K'],
    [10_000, '1K<n<10K'],
    [100_000, '10K<n<100K'],
    [1_000_000, '100K<n<1M'],
    [10_000_000, '1M<n<10M'],
  ]
  return steps.find(([below]) => rows < below)?.[1] ?? '10M<n<100M'
}

/** What the items of a release have, by how its stages come to their end. */
export const goldWord = (stages: readonly { consolidation: string }[]): string =>
  stages.every(({ consolidation }) => consolidation === 'votes') ? 'tallied votes' : 'gold'

const items = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'}`

/** What changed, in a sentence; null: it is the first release. */
export function changeWords(changes: ChangeCounts | null, than = 'the release before'): string {
  if (!changes) return 'The first release.'
  const { added, removed, changed, values } = changes
  if (added + removed + changed === 0) return `No item’s gold differs from ${than}.`
  const changeTexts = [
    ...(added > 0 ? [`${items(added)} added`] : []),
    ...(removed > 0 ? [`${items(removed)} removed`] : []),
    ...(changed > 0
      ? [`${items(changed)} changed (${values.toLocaleString('en')} ${values === 1 ? 'value' : 'values'})`]
      : []),
  ]
  return `${changeTexts.join(', ')}.`
}

/** The same number for every reader: 1,234 bytes, 12.3 MB. */
export function sizeWords(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB']
  if (bytes < 1000) return `${bytes} bytes`
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  const size = bytes / 1000 ** power
  return `${size < 100 ? size.toFixed(1) : Math.round(size).toLocaleString('en')} ${units[power - 1]}`
}

/** What a file of a release is. */
export function fileWords(path: string): string {
  if (path.endsWith('.parquet')) {
    const [table, file = ''] = path.split('/')
    return `The table “${table}”, split “${file.slice(0, -'.parquet'.length)}”`
  }
  if (path.startsWith('csv/')) {
    const [table, split] = path.slice('csv/'.length, -'.csv'.length).split('/')
    return `The table “${table}”${split === undefined ? '' : `, split “${split}”,`} as CSV`
  }
  if (path === 'held-out.jsonl') return 'Items whose labels are held out: their texts, and the units to predict'
  if (path.startsWith('data/')) return 'Gold in a published format'
  if (path.startsWith('protocol-')) return 'The protocol: a file that Assay reads'
  if (path.startsWith('SHA256SUMS.')) return 'The checksums as they were before an item was withdrawn'
  if (path.startsWith('guidelines-')) return 'Guidelines, as annotators read them'
  return WORDS[path] ?? ''
}

const WORDS: Readonly<Record<string, string>> = {
  'README.md': 'The card: what this is and how it was made',
  'manifest.json': 'The same for programs',
  'croissant.json': 'The same for programs that read datasets: Croissant 1.1 with RAI fields',
  'CITATION.cff': 'How to cite it, for programs that manage references',
  'datacite.json': 'Metadata to register a DOI with, as DataCite asks for them',
  SHA256SUMS: 'Checksums of all other files, for sha256sum -c',
  'assay.jsonl': 'Gold with its history: who settled what, and why',
  'annotations.jsonl': 'Every annotation behind the gold, under aliases',
  'ratings.csv': 'Every independent rating that agreement counts, also of tasks that are still being settled',
  'distributions.jsonl': 'How often each value was given to each unit, with shares (the soft label) and entropy',
  'gold-ratings.csv': 'The gold in the words of the ratings',
  'tasks.csv': 'Every task: whether its gold is here, and how many annotations agreement counts of it',
  'disagreements.csv': 'What annotators of the gold differed on, and how it was settled',
  'machines.csv': 'What machines and searches did for the gold, row by row',
  'findings.csv': 'What checks found on the gold',
  'agreement.json': 'Agreement of every stage and measure, with intervals',
  'discards.jsonl': 'Discarded items by reason',
  'inspect/samples.jsonl': 'Each unit with its label as a sample of Inspect',
  'inspect/task.py': 'A task of Inspect that asks a model for these labels',
  'withdrawn.jsonl': 'Items that were withdrawn since, with reason and erratum',
  'changes.jsonl': 'What changed since the release before, item by item',
}
