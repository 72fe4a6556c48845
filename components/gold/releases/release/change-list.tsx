import { Badge } from '@/components/ui/badge'
import type { Change } from '@/lib/gold/releases/release/contract'
import type { ChangeCounts } from '@/lib/gold/releases/release/manifest/contract'
import { changeWords } from '@/lib/gold/releases/release/rules'

const TONES = { added: 'positive', removed: 'negative', changed: 'partial' } as const
const SHOWN_VALUES = 5

interface ChangeListProps {
  counts: ChangeCounts | null
  changes: readonly Change[]
  /** What it is compared with, and where all changes stand. */
  than?: string
  whole?: string
}

/** What differs from another release, as a rule the one before: the sum, and the first items. */
export function ChangeList({ counts, changes, than, whole = 'changes.jsonl' }: ChangeListProps) {
  const total = counts ? counts.added + counts.removed + counts.changed : 0
  return (
    <div className="space-y-3 text-sm">
      <p>{changeWords(counts, than)}</p>
      {changes.length === 0 ? null : (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {changes.map((change) => (
            <li key={`${change.item.position} ${change.change}`} className="space-y-1 px-3 py-2">
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone={TONES[change.change]}>{change.change}</Badge>
                <span dir="auto" className="min-w-0 break-words">
                  <span dir="ltr">{change.item.position}.</span> <bdi>{change.item.title}</bdi>
                </span>
              </p>
              {change.discarded ? <p className="text-muted">Discarded: {change.discarded}</p> : null}
              <Values values={change.values} />
            </li>
          ))}
        </ul>
      )}
      {total > changes.length && changes.length > 0 ? (
        <p className="text-muted">
          The first {changes.length} of {total.toLocaleString('en')}; all are in {whole}.
        </p>
      ) : null}
    </div>
  )
}

function Values({ values }: Pick<Change, 'values'>) {
  if (values.length === 0) return null
  return (
    <ul className="space-y-0.5 ps-1">
      {values.slice(0, SHOWN_VALUES).map(({ stage, unit, question, before, after }) => (
        <li key={`${stage} ${unit} ${question}`} className="break-words">
          <span className="text-muted">{[unit, question].filter(Boolean).join(' · ')}: </span>
          <del dir="auto">{textOf(before)}</del> <span aria-hidden>→</span> <ins dir="auto">{textOf(after)}</ins>
        </li>
      ))}
      {values.length > SHOWN_VALUES ? <li className="text-muted">and {values.length - SHOWN_VALUES} more</li> : null}
    </ul>
  )
}

const MOST = 160

function textOf(value: unknown): string {
  const text = value === null ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}
