/** Puts a manifest together from what was counted. Pure: the same counts give the same manifest. */
import type { Kind } from '@/lib/gold/checks/contract'
import type { FrozenCard } from '@/lib/gold/releases/release/contract'
import type { OtherFigures } from '@/lib/gold/releases/release/facts/gather-figures'
import type { FindingRow } from '@/lib/gold/releases/release/facts/read-findings'
import type { SuggestedRow } from '@/lib/gold/releases/release/facts/read-machines'
import type { ProjectRows } from '@/lib/gold/releases/release/facts/read-project'
import type { StageRows } from '@/lib/gold/releases/release/facts/read-stages'
import type { MadeSplits, SplitChoice } from '@/lib/gold/releases/release/splits/contract'
import { discardReasonText } from '@/lib/protocols/discard-reason-text'
import type { Protocol } from '@/lib/protocols/protocol'
import type { Taken } from '@/lib/quality/adjudicators/contract'
import { MIN_OBSERVATIONS } from '@/lib/quality/progress/contract'
import { NATIVE_VERSION } from '@/lib/workspace/imports/native/contract'
import { agreementRows } from './agreement-file'
import {
  type ChangeCounts,
  type Manifest,
  type ManifestAdjudicators,
  type ManifestFile,
  type ManifestStage,
  type ManifestTable,
  RELEASE_FORMAT,
} from './contract'
import { gapsOf } from './gaps'

/** What is decided before anything is counted. */
export interface Given {
  number: number
  /** On which it was ordered, as 2026-10-31 (UTC): the one day in a release that is not of its data. */
  date: string
  notes: string
  previous: { id: string; number: number; digest: string } | null
  card: FrozenCard
  /** How its tables are divided; null: they are not. */
  splits: SplitChoice | null
}

export interface Counted {
  protocol: Protocol
  figures: OtherFigures
  /** Aliases by the ids of people. */
  reviewers: Readonly<Record<string, string>>
  project: ProjectRows
  stages: StageRows
  /** On the gold of the release. */
  findings: readonly FindingRow[]
  kinds: readonly Kind[]
  machines: Omit<Manifest['machines'], 'policies'> & Pick<Manifest, 'evidence'> & { suggested: SuggestedRow[] }
}

export const guidelinesPath = (version: number): string => `guidelines-v${version}.md`
export const protocolPath = (version: number): string => `protocol-v${version}.yaml`

export function makeManifest(
  { number, date, notes, previous, card }: Given,
  counted: Counted,
  {
    tables,
    files,
    changes,
    splits,
    heldOut,
  }: {
    tables: ManifestTable[]
    files: readonly ManifestFile[]
    changes: ChangeCounts | null
    splits: MadeSplits | null
    heldOut?: Manifest['heldOut']
  },
): Manifest {
  const { protocol, figures, project, machines, findings } = counted
  const { evidence, suggested, ...ofMachines } = machines
  const stages = stagesOf(counted)
  const unsettled = new Set(findings.filter(({ settled }) => settled === false).map(({ item }) => item)).size
  return {
    format: RELEASE_FORMAT,
    native: NATIVE_VERSION,
    release: { number, date, notes, previous: previous && { number: previous.number, digest: previous.digest } },
    protocol: {
      id: protocol.id,
      version: protocol.version,
      title: protocol.title,
      paper: protocol.source.paper,
      section: protocol.source.section,
      files: project.protocolFiles.map(({ version, hash }) => ({ version, file: protocolPath(version), sha256: hash })),
    },
    guidelines: project.guidelines.map(({ version, note, publishedAt }) => ({
      version,
      note,
      publishedAt,
      file: guidelinesPath(version),
    })),
    items: project.items,
    stages,
    people: {
      annotators: project.annotators,
      reviewers: project.reviewers,
      expertise: card.text.expertise,
      pay: card.text.pay,
    },
    blindness: blindnessOf(protocol, stages, counted.stages.readers),
    qualification: project.qualification,
    machines: { policies: policiesOf(figures, suggested), ...ofMachines },
    evidence,
    discards: project.discards.map(({ reason, items }) => ({
      reason,
      text: discardReasonText(protocol, reason),
      items,
    })),
    overrides: project.overrides,
    contradictions: unsettled > 0 ? { unsettled, reason: card.contradictionsReason ?? '' } : null,
    agreement: agreementRows(figures.agreement, project.goldRatings),
    adjudicators: adjudicatorsOf(counted),
    gaps: gapsOf({ card, stages, unsettled, kinds: counted.kinds, findings, items: project.items }),
    changes,
    splits,
    ...(heldOut ? { heldOut } : {}),
    tables,
    files: [...files],
  }
}

/** In the order of aliases. Reviewers without an alias settled nothing that is in this gold, and are left out. */
function adjudicatorsOf({ figures, reviewers }: Counted): ManifestAdjudicators {
  const withoutNames = ({ name: _, verdict: __, tasks: ___, ...taken }: Taken) => taken
  return {
    people: Object.entries(reviewers).flatMap(([id, reviewer]) =>
      figures.adjudicators
        .filter(({ userId }) => userId === id)
        .map(({ decisions, tasks, edited, lanes, origins: [suggestions] }) => ({
          reviewer,
          decisions,
          tasks,
          edited,
          lanes: lanes.map(withoutNames),
          suggestions: suggestions ? withoutNames(suggestions) : null,
        })),
    ),
    twice: figures.decidedTwice,
  }
}

/** Counts by arm, for questions that have suggestions or are in a trial. */
function policiesOf({ policies }: OtherFigures, suggested: readonly SuggestedRow[]): Manifest['machines']['policies'] {
  return policies.flatMap(({ key: stage, questions }) =>
    questions.flatMap(({ unitKind: unit, question, policy, shares }) => {
      const row = suggested.find((each) => each.stage === stage && each.unit === unit && each.question === question)
      const suggestions = row?.suggestions ?? 0
      return suggestions > 0 || policy !== 'shown' ? [{ stage, unit, question, policy, shares, suggestions }] : []
    }),
  )
}

function stagesOf({ protocol, figures, stages }: Counted): ManifestStage[] {
  return stages.settings.flatMap(({ key, raters, coverage, further, consolidation }) => {
    const stage = protocol.stages.find((each) => each.key === key)
    if (!stage) return []
    const here = <Row extends { key: string }>(rows: readonly Row[]) => rows.filter((row) => row.key === key)
    const golds = here(stages.golds)
    const tasksOf = (origin: string) => golds.find((row) => row.origin === origin)?.tasks ?? 0
    const { tasks = 0, withDisagreement = 0, disagreements = 0 } = here(stages.adjudicated)[0] ?? {}
    const times = here(stages.times)[0]
    return [
      {
        key,
        title: stage.title,
        raters,
        coverage,
        further,
        consolidation,
        approval: stage.approval,
        gold: {
          tasks: golds.reduce((sum, row) => sum + row.tasks, 0),
          consolidated: tasksOf('consolidated'),
          singleRated: tasksOf('single_rated'),
          imported: tasksOf('imported'),
          tallied: tasksOf('tallied'),
        },
        agreement: {
          counted: figures.agreement.find((each) => each.key === key)?.tasks.counted ?? 0,
          released: here(stages.rated)[0]?.tasks ?? 0,
        },
        stale: golds.reduce((sum, row) => sum + row.stale, 0),
        overlap: here(stages.overlap).map((row) => ({ annotations: row.annotations, tasks: row.tasks })),
        adjudication: {
          tasks,
          withDisagreement,
          disagreements,
          settled: here(stages.settled).map(({ how, values }) => ({ how, values })),
        },
        time: {
          annotations: spreadOf(times?.n, times?.seconds),
          items: spreadOf(times?.items, times?.itemSeconds),
          unmeasured: times?.unmeasured ?? 0,
        },
      },
    ]
  })
}

/** Quartiles in minutes, where there are enough observations. */
function spreadOf(n = 0, seconds: readonly number[] | null = null): ManifestStage['time']['items'] {
  const [low, median, high] = (seconds ?? []).map((each) => each / 60)
  if (n < MIN_OBSERVATIONS || low === undefined || median === undefined || high === undefined)
    return { n, minutes: null }
  return { n, minutes: { low, median, high } }
}

const BLIND = [
  'Annotators worked blind: nobody saw another’s answers, remarks or progress on a task before all of its annotators had submitted.',
  'Agreement counts the answers of round 1 that were made independently, frozen at submission.',
  'Nobody settled or approved an item that they had annotated, and nobody approved what they had settled; where partners discussed, they settled among themselves what all of them accepted.',
]

/** What is true of the tasks that people settled in Assay; of imported gold nothing is known. */
function blindnessOf(
  protocol: Protocol,
  manifestStages: readonly ManifestStage[],
  readers: StageRows['readers'],
): string[] {
  const imported = manifestStages.reduce((sum, { gold }) => sum + gold.imported, 0)
  const all = manifestStages.reduce((sum, { gold }) => sum + gold.tasks, 0)
  if (imported === all)
    return ['All of this gold was imported: nobody annotated it in Assay, and how it was made is not known here.']
  const ownKeys = new Set(manifestStages.flatMap(({ key, gold }) => (gold.tasks > gold.imported ? [key] : [])))
  const stages = protocol.stages.filter(({ key }) => ownKeys.has(key))
  const shuffled = stages.flatMap(({ title, shuffles, unitKinds }) => {
    if (!shuffles) return []
    const word = unitKinds.find(({ kind }) => kind === shuffles)?.text ?? shuffles
    return [
      `In “${title}” each annotator saw every ${word} in an order drawn at random, which is kept with their answers; where each came from was hidden.`,
    ]
  })
  const read = stages.flatMap(({ key, title }) => {
    const { people = 0, confirmed = 0 } = readers.find((row) => row.key === key) ?? {}
    if (confirmed === 0) return []
    const who = confirmed === people ? 'Annotators' : `${confirmed} of the ${people} annotators`
    return [`${who} of “${title}” confirmed that they had read the guidelines before their first task.`]
  })
  const others =
    imported > 0 ? [`${imported} of ${all} settled tasks were imported: nothing of this is known of them.`] : []
  return [...BLIND, ...shuffled, ...read, ...others]
}
