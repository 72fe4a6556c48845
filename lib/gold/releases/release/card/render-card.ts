/** README.md of a release: what a manager wrote of the dataset, and what was counted. Pure. */

import { IDLE_AFTER_MS } from '@/lib/annotation/annotations/contract'
import type { ColumnType } from '@/lib/gold/releases/contract'
import type { CardText } from '@/lib/gold/releases/release/contract'
import type {
  Manifest,
  ManifestAdjudicators,
  ManifestStage,
  ManifestTable,
} from '@/lib/gold/releases/release/manifest/contract'
import {
  daysWords,
  FEW_WORDS,
  figureWords,
  policyWords,
  ROUTES,
  ratersWords,
} from '@/lib/gold/releases/release/manifest/words'
import { citationWords } from '@/lib/gold/releases/release/metadata/citation'
import { licenceOf } from '@/lib/gold/releases/release/metadata/licence'
import { changeWords, fileWords, goldWord } from '@/lib/gold/releases/release/rules'
import { splitWords } from '@/lib/gold/releases/release/splits/rules'
import { ANNOTATORS_WORDS } from '@/lib/quality/agreement/rules'
import { isMarked } from '@/lib/stats/interval-limits'
import { below, bullets, coefficient, fenced, inline, number, share, table } from './markdown'
import { filledTables, yamlHead } from './yaml-head'

const HOWS: Readonly<Record<string, string>> = {
  lane: 'by an annotator’s answer',
  edited: 'by a value that no annotator gave',
  majority: 'by majority',
  discussed: 'by discussion',
  agreed: 'by agreement',
  single: 'by the only annotator',
  imported: 'as imported',
}

function barsOf({ bars, leastPercent }: NonNullable<Manifest['qualification']>): string {
  if (leastPercent !== undefined) return `at least ${leastPercent}% of units alike`
  const barTexts = bars.map(({ title, percent, recall, kappa }) => {
    const least = [
      ...(percent === null ? [] : [`${percent}% of units alike`]),
      ...(recall === null ? [] : [`${recall}% of the units of the rare value found`]),
      ...(kappa === null ? [] : [`a kappa of ${(kappa / 100).toFixed(2)}`]),
    ]
    return `${inline(title)}: at least ${least.join(', ')}`
  })
  return barTexts.length === 0 ? 'whatever they answered' : barTexts.join('; ')
}

function designSection({ stages, blindness, people, qualification, guidelines }: Manifest): string[] {
  const some = (count: number, word: string) => `${number(count)} ${word}${count === 1 ? '' : 's'}`
  return [
    '## How it was annotated',
    ...(people.annotators + people.reviewers === 0
      ? []
      : [
          `The gold of this release was made by ${some(people.annotators, 'annotator')} and ${some(people.reviewers, 'reviewer')}; here they have aliases.`,
        ]),
    ...(people.expertise === '' ? [] : [`Expertise: ${people.expertise}`]),
    ...(people.pay === '' ? [] : [`Pay: ${people.pay}`]),
    qualification
      ? `Before real work everybody annotated ${some(qualification.tasks, 'task')} with known gold, and began with ${barsOf(qualification)}: ${number(qualification.passed)} of ${number(qualification.judged)} who were judged by these bars passed, ${number(qualification.waived)} were let in by a manager.`
      : 'There was no qualification test in Assay.',
    table(
      ['Stage', 'Annotators a task', 'Consolidation', 'Approval', 'Settled tasks', 'Annotations a task'],
      stages.map((stage) => [
        stage.title,
        ratersWords(stage),
        ROUTES[stage.consolidation],
        stage.approval === 'second-reviewer' ? 'by a second reviewer' : 'none',
        number(stage.gold.tasks),
        stage.overlap.map(({ annotations, tasks }) => `${annotations}: ${number(tasks)}`).join(', ') || 'none',
      ]),
    ),
    bullets(blindness),
    ...(guidelines.length === 0
      ? []
      : [
          'Guidelines, with what changed:',
          bullets(
            guidelines.map(
              ({ version, note, file, publishedAt }) =>
                `Version ${version} of ${publishedAt.slice(0, 10)}${note === '' ? '' : ` (${note})`}: ${file}`,
            ),
          ),
        ]),
  ]
}

function machinesSection({ machines, evidence }: Manifest): string[] {
  const { policies, suggestions, providers, searches } = machines
  if (suggestions.length + providers.length + searches.length === 0)
    return ['## Machines', 'Annotators were offered no machine suggestions on this gold.']
  return [
    '## Machines',
    'Suggestions of machines never count as annotations; every label in `annotations.jsonl` says whether one was in sight.',
    ...(policies.length === 0
      ? []
      : [
          table(
            ['Stage', 'Question', 'Suggestions', 'What annotators saw'],
            policies.map((row) => [
              row.stage,
              `${row.question} of ${row.unit}`,
              number(row.suggestions),
              policyWords(row),
            ]),
          ),
        ]),
    ...(suggestions.length === 0
      ? []
      : [
          table(
            ['Suggested by', 'Model', 'Suggestions', 'Days'],
            suggestions.map((row) => [row.source, row.model ?? '–', number(row.suggestions), daysWords(row)]),
          ),
        ]),
    ...(providers.length === 0
      ? []
      : [
          table(
            ['Provider', 'For', 'Model', 'Calls', 'Days'],
            providers.map((row) => [row.provider, row.kind, row.model ?? '–', number(row.calls), daysWords(row)]),
          ),
        ]),
    ...(searches.length === 0
      ? []
      : [
          table(
            ['Search provider', 'Searches', 'Days'],
            searches.map((row) => [row.provider, number(row.searches), daysWords(row)]),
          ),
        ]),
    ...(evidence
      ? [`Evidence was captured ${evidence.from === evidence.until ? 'on' : 'from'} ${daysWords(evidence)}.`]
      : []),
  ]
}

const extentOf = ({ title, agreement }: ManifestStage): string[] => {
  if (!agreement) return []
  const { counted, released } = agreement
  return [
    `“${title}”: ${number(counted)} ${counted === 1 ? 'task' : 'tasks'}, ${number(released)} of them with gold in this release.`,
  ]
}

function agreementSection({ agreement, stages }: Manifest): string[] {
  if (agreement.length === 0) return []
  return [
    '## Agreement',
    'Of independent annotators before consolidation, with 95% intervals from 2,000 bootstrap resamples of whole responses (seed 1). All coefficients and comparisons are in `agreement.json`.',
    ANNOTATORS_WORDS,
    'Every task that all of its annotators had finished counts, also where it is not settled yet, since those settled first are the easy ones. `ratings.csv` holds every rating that is counted; its column `released` says of which tasks the gold is here. `tasks.csv` lists the tasks.',
    bullets(stages.flatMap(extentOf)),
    table(
      [
        'Measure',
        'Unit',
        'Units rated twice or more',
        'Responses resampled',
        'Annotators',
        'Most frequent value',
        'Percent',
        'Krippendorff’s alpha',
      ],
      agreement.map(({ title, unitOfAnalysis, units, responses, raters, prevalence, percent, alpha, distribution }) => [
        title,
        unitOfAnalysis,
        number(units),
        number(responses),
        number(raters),
        prevalence
          ? `${distribution.find(({ value }) => value === prevalence.value)?.text ?? prevalence.value}${prevalence.share === null ? '' : ` ${share(prevalence.share)}`}`
          : '–',
        figureWords(percent, responses, share),
        figureWords(alpha, responses, coefficient),
      ]),
    ),
    ...(agreement.some(({ responses }) => isMarked(responses)) ? [FEW_WORDS] : []),
    '### Values before and after consolidation',
    'Ratings are of the tasks that agreement counts, in `ratings.csv`; gold is of this release, in `gold-ratings.csv`.',
    ...agreement
      .filter(({ distribution }) => distribution.some(({ before, after }) => before + after > 0))
      .flatMap(({ title, distribution }) => [
        table(
          [title, 'Ratings of annotators', 'Gold'],
          distribution.map(({ text, before, after }) => [text, number(before), number(after)]),
        ),
      ]),
  ]
}

/** A share with its interval, beside what somebody without a preference would take. */
const takenWords = (
  name: string,
  { taken, decisions, share: own, low, high, expected }: ManifestAdjudicators['people'][number]['lanes'][number],
): string =>
  `${name} ${number(taken)} of ${number(decisions)}: ${share(own)} (${share(low)} to ${share(high)}), ${share(expected)} expected`

function adjudicatorParts(adjudicators: ManifestAdjudicators | null): string[] {
  if (!adjudicators || adjudicators.people.length === 0) return []
  const { people, twice } = adjudicators
  return [
    '### Who settled what annotators differed on',
    'Of all tasks that agreement counts, by those who had a part in the gold. Lanes are the annotators’ answers as they stood side by side, nameless and shuffled for each task; intervals are Wilson’s with tasks as clusters; expected is what somebody without a preference would take.',
    table(
      ['Adjudicator', 'Decisions', 'Tasks', 'By a value of their own', 'Lanes taken', 'Answers from suggestions taken'],
      people.map(({ reviewer, decisions, tasks, edited, lanes, suggestions }) => [
        reviewer,
        number(decisions),
        number(tasks),
        number(edited),
        lanes.map((lane) => takenWords(lane.key, lane)).join('; ') || '–',
        suggestions ? takenWords('', suggestions).trim() : '–',
      ]),
    ),
    twice === null || twice.share === null
      ? 'Nothing was decided by a second person who did not know of the first.'
      : `Of ${number(twice.compared)} ${twice.compared === 1 ? 'question' : 'questions'} in ${number(twice.tasks)} ${twice.tasks === 1 ? 'task' : 'tasks'} that a second person decided without knowing of the first, ${number(twice.alike)} were decided alike: ${share(twice.share)}${twice.low === null || twice.high === null ? '' : ` (${share(twice.low)} to ${share(twice.high)})`}.`,
  ]
}

function settlingSection({ stages, overrides, discards, adjudicators }: Manifest): string[] {
  const minutes = (spread: { low: number; median: number; high: number } | null) =>
    spread
      ? `${spread.median.toFixed(1)} (${spread.low.toFixed(1)} to ${spread.high.toFixed(1)})`
      : 'fewer than ten measured'
  return [
    '## Consolidation, time and discards',
    table(
      ['Stage', 'Tasks with two or more', 'With a disagreement', 'Disagreements', 'Settled'],
      stages.map(({ title, adjudication: { tasks, withDisagreement, disagreements, settled } }) => [
        title,
        number(tasks),
        tasks === 0 ? '–' : `${number(withDisagreement)} (${share(withDisagreement / tasks)})`,
        number(disagreements),
        settled.map(({ how, values }) => `${HOWS[how] ?? how}: ${number(values)}`).join('; ') || '–',
      ]),
    ),
    overrides === 0
      ? 'No item’s label was set by hand.'
      : `The labels of ${number(overrides)} ${overrides === 1 ? 'item' : 'items'} were set by hand against the rules of roll-up; the reasons are in \`assay.jsonl\`.`,
    table(
      ['Stage', 'Minutes a person and item, median (quartiles)', 'Minutes an item, all its annotators'],
      stages.map(({ title, time }) => [title, minutes(time.annotations.minutes), minutes(time.items.minutes)]),
    ),
    ...adjudicatorParts(adjudicators),
    `Times are of round 1 of the annotations in this release. Pauses of ${IDLE_AFTER_MS / 1000} seconds or more without a key, a click or a movement are not counted.`,
    discards.length === 0
      ? 'No item was discarded.'
      : table(
          ['Discarded because', 'Items'],
          discards.map(({ text, items }) => [text, number(items)]),
        ),
  ]
}

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
    ...termsSection(card, manifest),
    ...usageSection(manifest),
  ]
  return `${parts.filter((part) => part.trim() !== '').join('\n\n')}\n`
}

function contentSection({ items, protocol, files, stages, splits }: Manifest): string[] {
  return [
    '## What is in it',
    `${number(items.gold)} ${items.gold === 1 ? 'item' : 'items'} with ${goldWord(stages)} under the protocol “${inline(protocol.title)}” (\`${protocol.id}\`, version ${protocol.version}; ${inline(protocol.paper)}, ${inline(protocol.section)}); ${number(items.discarded)} discarded.`,
    ...(protocol.files.length === 0
      ? []
      : [
          'The protocol is a file, and so are its versions under which anything here was made (SHA-256):',
          bullets(protocol.files.map(({ version, file, sha256 }) => `Version ${version}: ${file}, ${sha256}`)),
        ]),
    table(
      ['File', 'What', 'Rows'],
      files.map(({ path, rows }) => [path, fileWords(path), number(rows)]),
    ),
    ...splitSection(splits),
  ]
}

function splitSection(splits: Manifest['splits']): string[] {
  if (splits === null) return []
  const { choice, sizes, ungrouped } = splits
  return [
    '### Splits',
    inline(splitWords(choice)),
    table(
      ['Split', 'Items with gold'],
      sizes.map(({ name, items }) => [name, number(items)]),
    ),
    ...(ungrouped === 0
      ? []
      : [
          `${number(ungrouped)} ${ungrouped === 1 ? 'item has' : 'items have'} nothing in that field and ${ungrouped === 1 ? 'is' : 'are'} each a group by itself.`,
        ]),
    'Every row is in the split of its item, in every table. A split without rows of a table is in no configuration. The published formats and the other files are not divided.',
  ]
}

function termsSection(card: CardText, manifest: Manifest): string[] {
  const { quotedLicence, citation, contact, authors } = card
  const licence = licenceOf(card)
  return [
    '## Licence and citation',
    licence
      ? `Licence: ${inline(licence.name)}${licence.spdx ? ` (\`${licence.spdx}\`)` : ''}, whose text stands at ${inline(licence.address)}.`
      : 'No licence was chosen yet.',
    quotedLicence === '' ? '' : `Quoted text: ${inline(quotedLicence)}`,
    authors.length === 0 ? '' : `Cite as: ${inline(citationWords(card, manifest))}`,
    citation === '' ? '' : fenced(citation, citation.startsWith('@') ? 'bibtex' : 'text'),
    '`CITATION.cff` and `datacite.json` say the same to programs; the second is what registering a DOI asks for.',
    contact === '' ? '' : `Contact: ${inline(contact)}`,
  ]
}

function usageSection(manifest: Manifest): string[] {
  const { tables } = manifest
  const [first] = filledTables(manifest)
  return [
    '## How to use it',
    ...(first
      ? [
          'Each table with rows is a configuration, with the types of its columns in the head of this file, and lies beside it as CSV. Tables are joined by `item` and `unit`. The published formats are further files of the same gold; read them as JSON, a line at a time. In the folder of these files:',
          fenced(
            // The name of a folder is wanted: the newest version does not take "." for one.
            `from pathlib import Path\n\nfrom datasets import load_dataset\n\n${first.key} = load_dataset(str(Path.cwd()), "${first.key}", split="${first.parts[0].split}")`,
            'python',
          ),
          fenced(`import pandas\n\n${first.key} = pandas.read_parquet("${first.parts[0].path}")`, 'python'),
          fenced(
            `from itertools import islice\n\nimport mlcroissant\n\nrecords = mlcroissant.Dataset("croissant.json").records("${first.key}")\nprint(list(islice(records, 3)))`,
            'python',
          ),
          fenced(`select count(*) from '${first.parts[0].path}';`, 'sql'),
          fenced("jq -r '.item.title' assay.jsonl", 'sh'),
          ...tables.flatMap(tableSection),
        ]
      : []),
    '`sha256sum -c SHA256SUMS` in the folder of these files checks that they are whole.',
  ]
}

const tableSection = ({ key, description, columns }: ManifestTable): string[] => [
  `### ${key}`,
  inline(description),
  table(
    ['Column', 'Type', 'What'],
    columns.map(({ name, type, description: what }) => [name, TYPES[type], what]),
  ),
]

const TYPES: Readonly<Record<ColumnType, string>> = {
  string: 'text',
  int64: 'whole number',
  float64: 'number',
  bool: 'true or false',
  strings: 'list of texts',
}
