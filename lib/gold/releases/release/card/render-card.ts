/** README.md of a release: what a manager wrote of the dataset, and what was counted. Pure. */
import type { CardText } from '@/lib/gold/releases/release/contract'
import type { Manifest } from '@/lib/gold/releases/release/manifest/contract'
import { changeWords, fileWords, goldWord, LICENCES } from '@/lib/gold/releases/release/rules'
import { below, bullets, fenced, inline, number, table } from './markdown'
import { agreementSection, designSection, machinesSection, settlingSection } from './work-sections'
import { yamlHead } from './yaml-head'

export const renderCard = (card: CardText, manifest: Manifest): string =>
  `${yamlHead(card, manifest)}\n${renderBody(card, manifest)}`

/** Without the head, as pages show it. */
export const withoutHead = (readme: string): string => readme.replace(/^---\n[\s\S]*?\n---\n+/, '')

function renderBody(card: CardText, manifest: Manifest): string {
  const { release } = manifest
  const parts = [
    `# ${inline(card.prettyName)}`,
    below(card.description),
    `Release ${release.number}. ${changeWords(manifest.changes)}`,
    below(release.notes),
    ...contentSection(manifest),
    ...designSection(manifest),
    ...machinesSection(manifest),
    ...agreementSection(manifest),
    ...settlingSection(manifest),
    '## Known gaps',
    manifest.gaps.length === 0 ? 'None is known.' : bullets(manifest.gaps),
    ...termsSection(card),
    ...usageSection(manifest),
  ]
  return `${parts.filter((part) => part.trim() !== '').join('\n\n')}\n`
}

function contentSection({ items, protocol, files, stages }: Manifest): string[] {
  return [
    '## What is in it',
    `${number(items.gold)} ${items.gold === 1 ? 'item' : 'items'} with ${goldWord(stages)} under the protocol “${inline(protocol.title)}” (\`${protocol.id}\`, version ${protocol.version}; ${inline(protocol.paper)}, ${inline(protocol.section)}); ${number(items.discarded)} discarded.`,
    table(
      ['File', 'What', 'Rows'],
      files.map(({ path, rows }) => [path, fileWords(path), number(rows)]),
    ),
  ]
}

function termsSection({ licence, licenceName, licenceLink, quotedLicence, citation, contact }: CardText): string[] {
  const name =
    licence === 'other'
      ? `${licenceName} (${licenceLink})`
      : (LICENCES.find(({ id }) => id === licence)?.text ?? licence)
  return [
    '## Licence and citation',
    licence === ''
      ? 'No licence was chosen yet.'
      : `Licence: ${inline(name)}${licence === 'other' ? '' : ` (\`${licence}\`)`}.`,
    quotedLicence === '' ? '' : `Quoted text: ${inline(quotedLicence)}`,
    citation === '' ? '' : fenced(citation, citation.startsWith('@') ? 'bibtex' : 'text'),
    contact === '' ? '' : `Contact: ${inline(contact)}`,
  ]
}

function usageSection({ files }: Manifest): string[] {
  const data = files.filter(({ path }) => path.startsWith('data/'))
  const [first] = data.toSorted((a, b) => Number(b.path.endsWith('.jsonl')) - Number(a.path.endsWith('.jsonl')))
  const reader = first?.path.endsWith('.csv') ? 'csv' : 'json'
  return [
    '## How to use it',
    ...(first
      ? [
          fenced(
            `from datasets import load_dataset\n\ndata = load_dataset("${reader}", data_files="${first.path}")`,
            'python',
          ),
        ]
      : []),
    '`sha256sum -c SHA256SUMS` in the folder of these files checks that they are whole.',
  ]
}
